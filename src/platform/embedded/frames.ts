// The PostgreSQL wire format, as far as a server needs it: cuts the byte stream into messages and builds answers.

/** The messages that a client sends, by their first byte. */
export const MESSAGE = {
  bind: 0x42,
  close: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyFail: 0x66,
  describe: 0x44,
  execute: 0x45,
  flush: 0x48,
  functionCall: 0x46,
  parse: 0x50,
  password: 0x70,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

export class ProtocolError extends Error {}

/** Startup packets carry no type byte, everything after them does. */
export type FrameKind = 'startup' | 'message';

export interface FrameReader {
  push(chunk: Buffer): void;
  /** The next complete frame, its header included; nothing while it is still on the way. */
  next(kind: FrameKind, mostBytes: number): Buffer | undefined;
}

/** Keeps the chunks apart until a frame is complete: joining them as they come would copy a large one over and over. */
export function readFrames(): FrameReader {
  let chunks: Buffer[] = [];
  let held = 0;

  function join(): Buffer {
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
    chunks = [whole];
    return whole;
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      held += chunk.length;
    },

    next(kind, mostBytes) {
      const lengthAt = kind === 'startup' ? 0 : 1;
      if (held < lengthAt + 4) return undefined;
      const head = chunks[0]!.length >= lengthAt + 4 ? chunks[0]! : join();
      const length = head.readInt32BE(lengthAt);
      if (length < 4 || length > mostBytes)
        throw new ProtocolError(`a message of ${length} bytes is not accepted here`);
      const size = lengthAt + length;
      if (held < size) return undefined;
      const whole = head.length >= size ? head : join();
      held -= size;
      if (whole.length > size) chunks[0] = whole.subarray(size);
      else chunks.shift();
      return whole.subarray(0, size);
    },
  };
}

/** A message: numbers become 32-bit integers, strings end with a zero byte, buffers go in as they are. */
export function message(type: number | string, ...parts: readonly (number | string | Buffer)[]): Buffer {
  const pieces = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(`${part}\0`);
    if (typeof part !== 'number') return part;
    const integer = Buffer.alloc(4);
    integer.writeInt32BE(part);
    return integer;
  });
  const head = Buffer.alloc(5);
  head[0] = typeof type === 'number' ? type : type.charCodeAt(0);
  head.writeInt32BE(4 + pieces.reduce((sum, piece) => sum + piece.length, 0), 1);
  return Buffer.concat([head, ...pieces]);
}

export function fatalError(code: string, text: string): Buffer {
  return message('E', 'SFATAL', 'VFATAL', `C${code}`, `M${text}`, Buffer.alloc(1));
}

/** The text that ends with a zero byte, and where the next thing begins. */
export function readText(frame: Buffer, at: number): { text: string; end: number } {
  const zero = frame.indexOf(0, at);
  if (zero === -1) throw new ProtocolError('a text in a message does not end');
  return { text: frame.toString('utf8', at, zero), end: zero + 1 };
}

/** The same message with other bytes in the place from `start` to `end`. */
export function replaceIn(frame: Buffer, start: number, end: number, text: string): Buffer {
  const changed = Buffer.concat([frame.subarray(0, start), Buffer.from(`${text}\0`), frame.subarray(end)]);
  changed.writeInt32BE(changed.length - 1, 1);
  return changed;
}

/** The transaction status that the last ReadyForQuery tells: idle, in a transaction, or in a failed one. */
export function statusOf(answer: readonly Buffer[]): 'I' | 'T' | 'E' | undefined {
  let tail = answer.at(-1) ?? Buffer.alloc(0);
  for (let i = answer.length - 2; i >= 0 && tail.length < 6; i--) tail = Buffer.concat([answer[i]!, tail]);
  const ready = tail.subarray(-6);
  if (ready.length < 6 || ready[0] !== 0x5a || ready.readInt32BE(1) !== 5) return undefined;
  const status = String.fromCharCode(ready[5]!);
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined;
}
