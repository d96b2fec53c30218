// The files that are imported: generated lines of a shop's shape, or a file that is handed in; and the same once more under other numbers.
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { randomFrom } from '../data/random.ts';

const HEADER = 'Invoice,StockCode,Description,Quantity,InvoiceDate,Price,CustomerID,Country';
const LINES = 100_000;
const ITEMS = 4000;
const CLIENTS = 4000;
/** On average; most have fewer, some have many more. */
const LINES_OF_INVOICE = 18;
const LINES_OF_CREDIT = 3;
const CREDITS = 0.15;
const WITHOUT_CLIENT = 0.15;
const DAYS = 374;
const FIRST_MINUTE = Date.UTC(2024, 11, 1, 7, 45) / 60_000;
const MINUTES_OPEN = 720;

/** A year of sales: few items and clients make most of them, and a document's lines stand together. */
function* generatedLines(seed: number): Generator<string> {
  const random = randomFrom(seed);
  const skewed = (most: number): number => {
    const share = random.between(1, 1_000_000) / 1_000_000;
    return 1 + Math.floor(share * share * share * (most - 1));
  };
  yield HEADER;
  let lines = 0;
  for (let number = 500_000; lines < LINES; number += 1) {
    const isCredit = random.chance(CREDITS);
    const day = Math.floor((lines / LINES) * DAYS);
    const minute = FIRST_MINUTE + day * 1440 + random.between(0, MINUTES_OPEN);
    const time = new Date(minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const client = random.chance(WITHOUT_CLIENT) ? '' : 12_000 + skewed(CLIENTS);
    const length = skewed(4 * (isCredit ? LINES_OF_CREDIT : LINES_OF_INVOICE));
    for (let line = 0; line < length; line += 1) {
      const item = skewed(ITEMS);
      const quantity = skewed(isCredit ? 6 : 48);
      const price = ((item % 300) + 42) / 100;
      yield `${isCredit ? 'C' : ''}${number},${20_000 + item},ITEM NUMBER ${item},${isCredit ? -quantity : quantity},${time},${price},${client},Panama`;
    }
    lines += length;
  }
}

/** Writes the file to import, and a second one that says the same of other documents. */
export async function writeSalesFiles(
  { first, second }: { first: string; second: string },
  given: string | undefined,
  seed: number,
): Promise<void> {
  await pipeline(async function* () {
    for await (const line of given === undefined ? generatedLines(seed) : linesOf(given)) yield `${line}\n`;
  }, createWriteStream(first));
  await pipeline(async function* () {
    let isHeader = true;
    for await (const line of linesOf(first)) {
      yield `${isHeader ? line : line.replace(/^(C?)/, '$19')}\n`;
      isHeader = false;
    }
  }, createWriteStream(second));
}

function linesOf(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  return createInterface({ input, crlfDelay: Infinity });
}
