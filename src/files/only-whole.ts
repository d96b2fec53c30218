// Bytes on their way out, whose end is held back until all of them are known to be those that were put into the store.
import { createHash } from 'node:crypto';
import { pipeline, Transform, type Readable } from 'node:stream';

/** The receiver notices that something is missing rather than take what was changed for what it was. */
export function onlyWhole(bytes: Readable, sha256: string): Readable {
  const digest = createHash('sha256');
  let held: Buffer | undefined;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      if (digest.digest('hex') !== sha256)
        return done(new Error('the bytes in the store are not those that were put there'));
      done(null, held);
    },
  });
  // A failure is an error of the answer, and ends its connection.
  return pipeline(bytes, checked, () => undefined);
}
