#!/usr/bin/env node
/** The simulator as a program of its own: reads its options, starts, says where on one line of JSON, and ends with its parent or on a signal. */
import { parseArgs } from 'node:util';
import { SIGNATURE_SCHEMES } from '../src/pac/signature.ts';
import { readCompany, type CompanyInput } from './control.ts';
import { PACS } from './faults.ts';
import { rulesPage } from './rules/table.ts';
import { startSimulator } from './server.ts';
import type { Simulator, SimulatorOptions } from './server.ts';

const HELP = `A PAC for development and tests.

Usage: npm run simulator -- [options]

  --pac NAME             ${PACS.join(' or ')} (${PACS[0]})
  --port N               port to listen on (0, any); one that is taken is replaced by a free one
  --host H               address to listen on (127.0.0.1)
  --api-key K            the bearer key to demand (environment: PAC_API_KEY; otherwise "simulator-key")
  --webhook-secret S     what webhooks are signed with (environment: PAC_WEBHOOK_SECRET; otherwise "simulator-secret")
  --control-key K        what calls of the control must bear (environment: SIMULATOR_CONTROL_KEY; otherwise drawn at each start)
  --scheme NAME          ${SIGNATURE_SCHEMES.join(' or ')} (${SIGNATURE_SCHEMES[0]})
  --webhook-base URL     webhooks go to URL/webhooks/pac/{company}; without it none are sent
  --verdict-delay-ms N   how long the DGI thinks (3000); "never": until told by POST /__simulator/verdict
  --answer-shape NAME    wrapped or bare (wrapped)
  --xml NAME             what a look at a document shows of its XML: none, text or address (none)
  --company JSON         who issues: {"companyId", "ruc", and if wanted "rucType", "dv", "name", "branchCode", "offices"}; any number of times
  --journal FILE         keeps documents over restarts
  --seed TEXT            makes chance repeatable
  --exit-with-parent     ends when standard input closes
  --rules                prints what is refused, and by which source
  --help                 shows this

Ready, it prints one line of JSON: {"url": "http://127.0.0.1:4010", "controlKey": "…"}. What it can do: simulator/README.md.
`;

class UsageError extends Error {}

function readArguments() {
  try {
    return parseArgs({
      options: {
        pac: { type: 'string', default: PACS[0] },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        'api-key': { type: 'string' },
        'webhook-secret': { type: 'string' },
        'control-key': { type: 'string' },
        scheme: { type: 'string', default: SIGNATURE_SCHEMES[0] },
        'webhook-base': { type: 'string' },
        'verdict-delay-ms': { type: 'string', default: '3000' },
        'answer-shape': { type: 'string', default: 'wrapped' },
        xml: { type: 'string', default: 'none' },
        company: { type: 'string', multiple: true, default: [] },
        journal: { type: 'string' },
        seed: { type: 'string' },
        'exit-with-parent': { type: 'boolean', default: false },
        rules: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new UsageError(`--${name} must be a whole number from 0 to ${most}, not "${text}".`);
  }
  return value;
}

function oneOf<Value extends string>(name: string, text: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === text);
  if (value === undefined) throw new UsageError(`--${name} must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

function readCompanyOption(text: string): CompanyInput {
  try {
    const input = JSON.parse(text) as CompanyInput;
    readCompany(input);
    return input;
  } catch (error) {
    throw new UsageError(`--company ${text}: ${(error as Error).message}`, { cause: error });
  }
}

function optionsOf(given: ReturnType<typeof readArguments>): SimulatorOptions {
  const delay = given['verdict-delay-ms'];
  const webhookBase = given['webhook-base'];
  const controlKey = given['control-key'] ?? (process.env['SIMULATOR_CONTROL_KEY'] || undefined);
  if (webhookBase !== undefined && !URL.canParse(webhookBase)) {
    throw new UsageError(`--webhook-base must be an address, not "${webhookBase}".`);
  }
  return {
    pac: oneOf('pac', given.pac, PACS),
    port: wholeNumber('port', given.port, 65_535),
    host: given.host,
    // Also from the environment: a command line is visible to every user of the machine.
    apiKey: given['api-key'] ?? (process.env['PAC_API_KEY'] || 'simulator-key'),
    webhookSecret: given['webhook-secret'] ?? (process.env['PAC_WEBHOOK_SECRET'] || 'simulator-secret'),
    signatureScheme: oneOf('scheme', given.scheme, SIGNATURE_SCHEMES),
    webhookUrl: webhookBase ?? null,
    verdictDelayMs: delay === 'never' ? null : wholeNumber('verdict-delay-ms', delay, 2 ** 31 - 1),
    xml: oneOf('xml', given.xml, ['none', 'text', 'address']),
    answerShape: oneOf('answer-shape', given['answer-shape'], ['wrapped', 'bare']),
    companies: given.company.map(readCompanyOption),
    ...(controlKey === undefined ? {} : { controlKey }),
    ...(given.journal === undefined ? {} : { journalFile: given.journal }),
    ...(given.seed === undefined ? {} : { seed: given.seed }),
  };
}

async function startOnAnyPort(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator(options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    process.stderr.write(`Port ${options.port} is not free; the simulator takes another.\n`);
    return startSimulator({ ...options, port: 0 });
  }
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help || given.rules) {
    process.stdout.write(given.help ? HELP : rulesPage());
    return;
  }
  const simulator = await startOnAnyPort(optionsOf(given));
  const end = () => {
    void simulator.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (given['exit-with-parent']) {
    // A parent that was killed closes its end of the pipe; there is no other sign of it.
    process.stdin.on('end', end).on('close', end).on('error', end).resume();
  }
  process.stdout.write(`${JSON.stringify({ url: simulator.url, controlKey: simulator.controlKey })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
