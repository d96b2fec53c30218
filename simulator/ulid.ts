/** Makes the PAC's ids: ULIDs, 26 characters that sort by time, and rise even within one millisecond. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BITS = 80n;

/** `draw` gives numbers from 0 to 1 for a counter; with the same seed and the same clock the ids are the same. */
export function ulidMaker(draw: (nth: number) => number): (now: number) => string {
  let lastTime = -1;
  let random = 0n;
  let nth = 0;
  return (now) => {
    if (now > lastTime) {
      lastTime = now;
      random = 0n;
      for (let chunk = 0; chunk < 5; chunk++) random = (random << 16n) | BigInt(Math.floor(draw(nth++) * 65_536));
    } else {
      // A clock that stands still or goes back must not make two ids equal or out of order.
      random = (random + 1n) % (1n << RANDOM_BITS);
    }
    return inBase32((BigInt(lastTime) << RANDOM_BITS) | random);
  };
}

function inBase32(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < 26; rest >>= 5n) text = ALPHABET[Number(rest & 31n)]! + text;
  return text;
}
