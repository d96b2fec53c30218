// Place of each movement of a batch in its stream, counted from the end of the batch, and the batch's change of each stream.
import { add, negate, type Decimal } from '../platform/decimal.ts';
import type { Movement } from './movement.ts';
import { SOURCE_TYPES } from './source-type.ts';
import type { MovementType } from './tables.ts';

/** Change of the level of one item at one location by the batch. */
export interface StreamChange {
  itemId: string;
  locationId: string;
  change: Decimal;
  reservedChange: Decimal;
  rows: number;
  ofType: Partial<Record<MovementType, number>>;
  /** As that of its last movement. */
  earliest: string | undefined;
}

export interface Place {
  /** From 1, the stream's first movement of the batch. */
  n: number;
  /** How many of the stream's movements come after it, how many of its type, and what they change together. */
  rowsAfter: number;
  ofTypeAfter: number;
  changeAfter: Decimal;
  streamChange: Decimal;
  /**
   * For history: time of the movement in an empty stream, and that of the one before it, less their own `n` in
   * microseconds. Nothing happens before what stands before it in the batch.
   */
  earliest: string | undefined;
  earliestBefore: string | undefined;
}

interface Stream extends StreamChange {
  micros: bigint | undefined;
}

/** `places` in the order of the movements. */
export function placesInStreams(movements: readonly Movement[]): { streams: StreamChange[]; places: Place[] } {
  const dated = movements.filter((movement) => movement.occurredAt !== undefined).length;
  if (dated > 0 && dated < movements.length) throw new Error('either all movements of a batch are history, or none is');
  const streams = new Map<string, Stream>();
  const standing = movements.map((movement) => {
    const { movementType: type } = SOURCE_TYPES[movement.source.type];
    const stream = streamOf(streams, movement);
    const earliestBefore = stream.earliest;
    stream.rows += 1;
    stream.ofType[type] = (stream.ofType[type] ?? 0) + 1;
    stream.change = add(stream.change, movement.change);
    stream.reservedChange = add(stream.reservedChange, movement.reservedChange ?? '0');
    if (movement.occurredAt) {
      const micros = BigInt(movement.occurredAt.getTime()) * 1000n - BigInt(stream.rows);
      if (stream.micros === undefined || micros > stream.micros) stream.micros = micros;
      stream.earliest = instantOf(stream.micros);
    }
    const { rows: n, ofType, change, earliest } = stream;
    return { stream, type, n, ofTypeSoFar: ofType[type]!, changeSoFar: change, earliest, earliestBefore };
  });
  const places = standing.map(({ stream, type, n, ofTypeSoFar, changeSoFar, earliest, earliestBefore }) => ({
    n,
    rowsAfter: stream.rows - n,
    ofTypeAfter: stream.ofType[type]! - ofTypeSoFar,
    changeAfter: add(stream.change, negate(changeSoFar)),
    streamChange: stream.change,
    earliest,
    earliestBefore,
  }));
  return { streams: [...streams.values()], places };
}

function streamOf(streams: Map<string, Stream>, { itemId, locationId }: Movement): Stream {
  const key = `${itemId} ${locationId}`;
  const cached = streams.get(key);
  if (cached) return cached;
  const stream: Stream = {
    ...{ itemId, locationId, change: '0', reservedChange: '0', rows: 0, ofType: {} },
    ...{ earliest: undefined, micros: undefined },
  };
  streams.set(key, stream);
  return stream;
}

/** As PostgreSQL reads it: a Date would lose the microseconds. */
function instantOf(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n;
  const millis = new Date(Number((micros - rest) / 1000n)).toISOString();
  return millis.replace('Z', `${String(rest).padStart(3, '0')}Z`);
}
