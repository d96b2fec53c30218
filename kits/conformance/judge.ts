// Tries assumptions one after another against a PAC, and says of each whether it holds, with what was asked and answered.
import { parseCufe } from '../../src/fiscal/cufe.ts';
import type { PacClient } from '../../src/pac/face.ts';
import { mapTexts, storableJson, type Json } from '../../src/pac/json.ts';
import {
  NotTried,
  type Assumption,
  type Evidence,
  type Finding,
  type Issuer,
  type Received,
  type Trial,
} from './assumption.ts';

export interface JudgeOptions {
  client: PacClient;
  issuer: Issuer;
  email: string;
  now(): Date;
  sleep(ms: number): Promise<unknown>;
  /** How long a verdict is waited for, and how often it is asked for. */
  patienceMs: number;
  intervalMs: number;
  notices?: (() => readonly Received[]) | undefined;
  onFinding?(finding: Finding): void;
}

/** A document of the trial has been filed for good: it was not a sandbox. */
export class FiledForProduction extends Error {}

/** The number that this process has used last, of all its runs. */
let last = 0;

export async function judge(assumptions: readonly Assumption[], options: JudgeOptions): Promise<Finding[]> {
  const { now } = options;
  let evidence: Evidence[] = [];
  const made = new Map<string, Promise<unknown>>();
  // A hundred numbers a second; a run that follows at once begins behind the last one of this.
  last = Math.max(Math.floor(now().getTime() / 10), last);
  let waitUntil = 0;
  const trial: Trial = {
    client: recorded(options.client, (one) => evidence.push(one)),
    issuer: options.issuer,
    email: options.email,
    now,
    number: () => String((++last % (10 ** 10 - 1)) + 1).padStart(10, '0'),
    async wait() {
      if (now().getTime() >= waitUntil) return false;
      await options.sleep(options.intervalMs);
      return true;
    },
    keep: (one) => evidence.push(one),
    notices: options.notices ?? null,
    once<T>(name: string, make: () => Promise<T>) {
      const cached = (made.get(name) as Promise<T> | undefined) ?? make();
      made.set(name, cached);
      return cached;
    },
  };
  const findings: Finding[] = [];
  for (const assumption of assumptions) {
    evidence = [];
    waitUntil = now().getTime() + options.patienceMs;
    const { id, says, mark, source } = assumption;
    const finding = { id, says, mark, source, ...(await tried(assumption, trial)), evidence };
    findings.push(finding);
    options.onFinding?.(finding);
  }
  return findings;
}

async function tried(assumption: Assumption, trial: Trial): Promise<Pick<Finding, 'result' | 'because'>> {
  try {
    const { holds, because } = await assumption.try(trial);
    return { result: holds ? 'holds' : 'broken', because };
  } catch (error) {
    if (error instanceof NotTried) return { result: 'not tried', because: error.message };
    throw error;
  }
}

function recorded(client: PacClient, keep: (evidence: Evidence) => void): PacClient {
  function kept<Args extends unknown[], Outcome>(
    call: string,
    ask: (...args: Args) => Promise<Outcome>,
  ): (...args: Args) => Promise<Outcome> {
    return async (...args) => {
      const outcome = await ask(...args);
      keep({ call, asked: shown(args), answered: shown(outcome) });
      return outcome;
    };
  }
  return {
    ...client,
    submit: kept('submit', async (...args) => {
      const outcome = await client.submit(...args);
      const cufe = 'document' in outcome ? outcome.document?.cufe : null;
      if (parseCufe(cufe ?? '')?.environment === 1) {
        throw new FiledForProduction(`The PAC has filed ${cufe} for production; nothing more is sent to it.`);
      }
      return outcome;
    }),
    fetchDocument: kept('fetchDocument', client.fetchDocument),
    voidDocument: kept('voidDocument', client.voidDocument),
    checkDigit: kept('checkDigit', client.checkDigit),
    sendByEmail: kept('sendByEmail', client.sendByEmail),
    downloadPdf: kept('downloadPdf', client.downloadPdf),
    downloadXml: kept('downloadXml', client.downloadXml),
    ...(client.fileByCufe ? { fileByCufe: kept('fileByCufe', client.fileByCufe) } : {}),
  };
}

/** Without what an address is signed with, and without the bytes of a file. */
function shown(value: unknown): Json {
  const text = JSON.stringify(value, (_, part: unknown) => (isBytes(part) ? '[bytes]' : part));
  const json = storableJson(JSON.parse(text)) ?? null;
  return mapTexts(json, (one) => one.replace(/^(https?:\/\/[^?#]*)\?(?=.*(sig|token|x-amz)).*$/is, '$1?…'));
}

function isBytes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}
