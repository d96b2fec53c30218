// Place of each movement of a batch in its stream, counted from the end of the batch, and the batch's change of each stream.
import { add, negate, type Decimal } from '../platform/decimal.ts';
import type { LevelKey, Movement } from './movement.ts';
import { SOURCE_TYPES } from './source-type.ts';
import type { MovementType } from './tables.ts';

/** Change of the level of one item at one location by the batch. */
export interface StreamChange extends LevelKey {
  change: Decimal;
  reservedChange: Decimal;
  rows: number;
  ofType: Partial<Record<MovementType, number>>;
}

export interface Place {
  /** From 1, the stream's first movement of the batch. */
  n: number;
  /** How many of the stream's movements come after it, how many of its type, and what they change together. */
  rowsAfter: number;
  ofTypeAfter: number;
  changeAfter: Decimal;
  streamChange: Decimal;
}

/** `places` in the order of the movements. */
export function placesInStreams(movements: readonly Movement[]): { streams: StreamChange[]; places: Place[] } {
  const streams = new Map<string, StreamChange>();
  const standing = movements.map((movement) => {
    const { movementType: type } = SOURCE_TYPES[movement.source.type];
    const stream = streamOf(streams, movement);
    stream.rows += 1;
    stream.ofType[type] = (stream.ofType[type] ?? 0) + 1;
    stream.change = add(stream.change, movement.change);
    stream.reservedChange = add(stream.reservedChange, movement.reservedChange ?? '0');
    const { rows: n, ofType, change } = stream;
    return { stream, type, n, ofTypeSoFar: ofType[type]!, changeSoFar: change };
  });
  const places = standing.map(({ stream, type, n, ofTypeSoFar, changeSoFar }) => ({
    n,
    rowsAfter: stream.rows - n,
    ofTypeAfter: stream.ofType[type]! - ofTypeSoFar,
    changeAfter: add(stream.change, negate(changeSoFar)),
    streamChange: stream.change,
  }));
  return { streams: [...streams.values()], places };
}

function streamOf(streams: Map<string, StreamChange>, { itemId, locationId }: Movement): StreamChange {
  const stream = () => ({ itemId, locationId, change: '0', reservedChange: '0', rows: 0, ofType: {} });
  return streams.getOrInsertComputed(`${itemId} ${locationId}`, stream);
}
