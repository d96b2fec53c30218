// The options of `npm run bench`.
import { parseArgs } from 'node:util';

/** The soak takes half an hour and is run where it is asked for. */
const DEFAULT_PARTS = ['questions', 'writes', 'invoices', 'http', 'traffic', 'facts', 'import'] as const;
export const PARTS = [...DEFAULT_PARTS, 'soak'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  parts: readonly Part[];
  /** Movements per data set, the smallest first. */
  sizes: number[];
  /** Counts buffers only, on data sets that are built in seconds. */
  small: boolean;
  seed: number;
  json: boolean;
  write: boolean;
  keep: boolean;
  soakMinutes: number;
  hot: boolean;
  /** The file to import, instead of generated lines. */
  lines: string | undefined;
  /** Restarts the PostgreSQL of DATABASE_URL. */
  restart: string | undefined;
}

export class WrongUsage extends Error {}

const DEFAULT_SIZES = ['1M', '10M'];
const SOAK_MINUTES = '30';
const LARGE_SIZE = '50M';
const LEAST_SIZE = 400_000;
const SMALL_SIZES = ['50k', '500k'];

export const USAGE = `Usage: npm run bench -- [${PARTS.join('|')}] [options]

Measures on data sets that it builds: the dashboard's questions; appends and invoices beside the same rows written bare; HTTP beside other
servers; the service's traffic with its database; what each fact costs; past sales imported; and, where it is asked for, the whole service under load (soak).
The PostgreSQL is the one of DATABASE_URL, where it must be allowed to create databases, or, without one, a temporary one of the installed programs.

  --sizes 1M,10M   movements per data set (default ${DEFAULT_SIZES.join(',')})
  --large          one of ${LARGE_SIZE} as well: some 40 GB of disk
  --small          ${SMALL_SIZES.join(' and ')}, buffers only; ends with 1 when a question reads more than it may
  --seed N         another seed is another data set of the same shape (default 1)
  --write          puts the figures into docs/performance.md and the plots beside it
  --json           prints the figures as JSON
  --keep           leaves the data sets in the PostgreSQL of DATABASE_URL, and uses those that an earlier run left
  --lines FILE     import: a file of sales of one's own instead of generated lines
  --restart CMD    restarts the PostgreSQL of DATABASE_URL, so that distinct pages can be counted; our own is restarted without
  --minutes N      soak: for how long (default ${SOAK_MINUTES})
  --hot            soak: all of it about one item
`;

/** Undefined where only help was asked for. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  for (const part of positionals) {
    if (!isPart(part)) throw new WrongUsage(`There is no part ${JSON.stringify(part)}; there are ${PARTS.join(', ')}.`);
  }
  if (values.small && (values.sizes !== undefined || values.large)) {
    throw new WrongUsage('--small has sizes of its own.');
  }
  if (values.keep && !process.env['DATABASE_URL']) {
    throw new WrongUsage('--keep needs a PostgreSQL that stays: set DATABASE_URL.');
  }
  const chosen = values.sizes?.split(',') ?? (values.small ? SMALL_SIZES : DEFAULT_SIZES);
  const sizes = [...chosen, ...(values.large ? [LARGE_SIZE] : [])].map(sizeOf).toSorted((a, b) => a - b);
  if (!values.small && sizes[0]! < LEAST_SIZE) {
    throw new WrongUsage(`A data set has 100,000 items with some movements each: at least ${LEAST_SIZE} movements.`);
  }
  return {
    parts: values.small ? ['questions', 'facts'] : positionals.length > 0 ? positionals.filter(isPart) : DEFAULT_PARTS,
    sizes: [...new Set(sizes)],
    small: values.small,
    seed: wholeNumber('seed', values.seed),
    json: values.json,
    write: values.write,
    keep: values.keep,
    soakMinutes: wholeNumber('minutes', values.minutes),
    hot: values.hot,
    lines: values.lines,
    restart: values.restart,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        sizes: { type: 'string' },
        large: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        minutes: { type: 'string', default: SOAK_MINUTES },
        hot: { type: 'boolean', default: false },
        lines: { type: 'string' },
        restart: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new WrongUsage(error.message);
    throw error;
  }
}

function isPart(text: string): text is Part {
  return PARTS.some((part) => part === text);
}

function sizeOf(text: string): number {
  const match = /^(\d+)(k|M)?$/.exec(text.trim());
  if (!match) throw new WrongUsage(`--sizes takes numbers such as 500k and 10M, not ${JSON.stringify(text)}.`);
  return Number(match[1]) * (match[2] === 'M' ? 1_000_000 : match[2] === 'k' ? 1000 : 1);
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new WrongUsage(`--${name} takes a whole number above 0.`);
  return Number(text);
}
