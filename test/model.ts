// `npm run model`: the life of a document as a model that runs; what it promises, and that the code does what the model does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openCampaignDatabase } from './faults/campaign/campaign-database.ts';
import { readTrace, replay } from './model/replay.ts';
import { startTestServer } from './support/start-test-server.ts';

const MODEL = fileURLToPath(new URL('model/document.qnt', import.meta.url));
const QUINT = fileURLToPath(new URL('tools/node_modules/@informalsystems/quint/dist/src/cli.js', import.meta.url));
const INVARIANTS = ['acceptedOnce', 'voidSentOnce', 'onlyForward', 'neverLost', 'agreesAtEnd', 'pdfOfVerdict'];
const WITNESSES = [
  ...['isCertified', 'isVoided', 'isSentTwice', 'isReprinted', 'sleptOver', 'isContradicted', 'voidAskedTwice'],
  'heardById',
];
/** Forbidden changes of a model: each of them breaks a promise. */
const MUTANTS = [
  { from: 'else if (d.sending) { document: unknown(d), process: IDLE }', to: '', breaks: 'acceptedOnce' },
  { from: 'if (me.late or how == "UNREACHABLE") "NOT_SENT" else how', to: 'how', breaks: 'acceptedOnce' },
  { from: 'else if (d.voidMark != 0) { document: voidUnknown(d), process: IDLE }', to: '', breaks: 'voidSentOnce' },
  { from: 'else if (not(mayBecome(d.legal, said))) known', to: '', breaks: 'onlyForward' },
  {
    from: 'awaitsPdf: isAuthorized(said) }',
    to: 'awaitsPdf: d.pages == Set() and isAuthorized(said) }',
    breaks: 'pdfOfVerdict',
  },
  {
    from: 'else if (d.attempt > p.attempt and p.answer.in(Set("REJECTED", "NONE"))) d\n',
    to: '\n',
    breaks: 'agreesAtEnd',
  },
];

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '600' },
    traces: { type: 'string', default: '40' },
    steps: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    mutants: { type: 'boolean', default: false },
  },
});
const { runs, traces, steps, seed } = values;

if (!existsSync(QUINT)) {
  process.stderr.write('Quint is not installed: npm ci --prefix test/tools --ignore-scripts\n');
  process.exit(1);
}
const base = await mkdtemp(join(tmpdir(), 'folio-model.'));
try {
  process.exitCode = (await (values.mutants ? mutantsFall() : modelHolds())) ? 0 : 1;
} finally {
  await rm(base, { recursive: true });
}

/** Its other evaluator would be downloaded. */
function quint(file: string, ...more: string[]) {
  const walk = ['--backend=typescript', '--max-steps', steps, '--seed', seed, '--verbosity', '2'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [QUINT, 'run', file, ...walk, ...more], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { holds: status === 0, said: stdout + stderr };
}

async function modelHolds(): Promise<boolean> {
  process.stdout.write(`model: --seed ${seed}\n`);
  const { holds, said } = quint(
    MODEL,
    '--max-samples',
    runs,
    '--invariants',
    ...INVARIANTS,
    '--witnesses',
    ...WITNESSES,
  );
  const seen = [...said.matchAll(/^(\w+) was witnessed in (\d+) trace/gm)];
  const missing = WITNESSES.filter((name) => !seen.some(([, found, times]) => found === name && times !== '0'));
  if (!holds || missing.length > 0) process.stderr.write(`${said.slice(-6000)}\nnot reached: ${missing.join(', ')}\n`);
  for (const [, name, times] of seen) process.stdout.write(`  ${name}: in ${times} of ${runs} traces\n`);
  const replayed = await codeFollows();
  return holds && missing.length === 0 && replayed;
}

async function codeFollows(): Promise<boolean> {
  quint(MODEL, '--max-samples', traces, '--n-traces', traces, '--out-itf', join(base, '{seq}.itf.json'));
  const files = (await readdir(base)).filter((name) => name.endsWith('.itf.json')).toSorted();
  const given = process.env['TEST_DATABASE_URL'];
  const server = given === undefined ? await startTestServer() : { url: given, close: async () => undefined };
  const database = await openCampaignDatabase(server.url);
  let replayed = 0;
  try {
    for (const file of files) {
      const states = readTrace(await readFile(join(base, file), 'utf8'));
      await replay(database.pool, `trace ${file} of seed ${seed}`, states);
      replayed += states.length - 1;
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  } finally {
    await database.close();
    await server.close();
  }
  process.stdout.write(
    `  ${files.length} traces were done to the code, ${replayed} steps, and each state was the model's\n`,
  );
  return files.length === Number(traces);
}

async function mutantsFall(): Promise<boolean> {
  const text = await readFile(MODEL, 'utf8');
  let fallen = 0;
  for (const { from, to, breaks } of MUTANTS) {
    if (!text.includes(from)) throw new Error(`the model has no ${from}`);
    const file = join(base, 'document.qnt');
    await writeFile(file, text.replace(from, to));
    const { holds, said } = quint(file, '--max-samples', '5000', '--invariants', breaks);
    const falls = !holds && said.includes('[violation]');
    process.stdout.write(`  ${falls ? 'breaks' : 'SURVIVES'} ${breaks}: ${from}\n`);
    if (falls) fallen += 1;
    else process.stderr.write(said.slice(-1000));
  }
  return fallen === MUTANTS.length;
}
