// `npm run mutants`: each wrong change of the code by itself, judged by the story that was written for it, else by the campaign.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCampaignDatabase } from './campaign/campaign-database.ts';
import { MUTANTS } from './mutants/list.ts';
import type { Mutant } from './mutants/mutant.ts';
import type { Tried } from './mutants/try.ts';
import { openTrials } from './mutants/trials.ts';
import { exitCodeOf, verdictOf, type Verdict } from './mutants/verdict.ts';
import { commitHere } from './kept-state.ts';
import { onServer } from '../support/on-server.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    some: { type: 'string' },
    runs: { type: 'string', default: '400' },
    seed: { type: 'string', default: 'mutant' },
    processes: { type: 'string', default: String(availableParallelism()) },
    /** For how long one may be tried. */
    seconds: { type: 'string', default: '600' },
    /** Keeps the verdicts in this file, and tries what has none there yet. */
    continue: { type: 'string' },
  },
});

/** `--some N/M`: the N-th of M parts, so that each build can try another. */
function chosen(): Mutant[] {
  const [part, parts] = (values.some ?? '0/1').split('/').map(Number) as [number, number];
  const named = values.only?.split(',');
  return MUTANTS.filter(({ name }, at) => named?.includes(name) ?? at % parts === part % parts);
}

const LONGEST_MS = Number(values.seconds) * 1000;

const HOOK = new URL('mutants/hook.ts', import.meta.url).href;

/** By all runs, or by one of them; without a mutant by the code as it is. */
async function tryOne(
  server: string,
  template: string,
  { name, of }: Pick<Mutant, 'name' | 'of'>,
  only?: number,
): Promise<Tried> {
  const child = fork(
    join(import.meta.dirname, 'mutants/try.ts'),
    [
      template,
      of === undefined ? values.seed : `${of}-${values.seed}`,
      String(only ?? 0),
      only === undefined ? values.runs : '1',
    ],
    {
      execArgv: [...process.execArgv, '--import', HOOK],
      env: { ...process.env, TEST_DATABASE_URL: server, FOLIO_MUTANT: name },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let said = '';
  let isTried = false;
  child.stderr!.on('data', (text: Buffer) => (said += text.toString()));
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const tried = await Promise.race([
    once(child, 'message').then(([one]) => {
      isTried = true;
      return one as Tried;
    }),
    // No verdict of the oracle: too slow a machine, or a mutant that cannot even be loaded.
    once(child, 'exit').then(() => {
      if (!isTried) console.error(`${name} came to no verdict: ${said.trim().slice(0, 300)}`);
      return { runs: 0, objection: null };
    }),
  ]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearTimeout(late);
  return tried;
}

/** The story's objection to the mutant; null where it has none, or all of its tests pass. */
async function tellStory(server: string, { name, story }: Mutant): Promise<string | null> {
  if (story === undefined) return null;
  const child = spawn(
    process.execPath,
    [
      '--import',
      HOOK,
      '--test',
      '--test-isolation=none',
      '--test-reporter=tap',
      join(import.meta.dirname, '..', story),
    ],
    {
      env: { ...process.env, TEST_DATABASE_URL: server, FOLIO_MUTANT: name },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LONGEST_MS,
    },
  );
  let told = '';
  child.stdout.on('data', (text: Buffer) => (told += text.toString()));
  await once(child, 'exit');
  return /^ *not ok \d+ - (.*)$/m.exec(told)?.[1] ?? null;
}

process.exitCode = await onServer(async (server) => {
  const template = await openCampaignDatabase(server);
  await template.disconnect();
  const asked = { commit: commitHere(), seed: values.seed, most: values.runs };
  const trials = openTrials(asked, chosen(), values.continue);
  const begun = performance.now();
  const workThrough = async (): Promise<void> => {
    for (let mutant = trials.take(); mutant; mutant = trials.take()) {
      // First, since no life of the campaign is known to kill it.
      const objection = await tellStory(server, mutant);
      let tried = objection === null ? await tryOne(server, template.name, mutant) : { runs: 0, objection };
      if (
        tried.run !== undefined &&
        (await tryOne(server, template.name, { ...mutant, name: '' }, tried.run)).objection !== null
      ) {
        console.error(`the code itself fails run ${values.seed}.${tried.run}: ${tried.objection}`);
        tried = { runs: 0, objection: null };
      }
      trials.tried(mutant, tried);
      console.log(
        `${verdictOf(tried)} after ${tried.runs} runs  ${mutant.name}  ${(tried.objection ?? '').split('\n')[0]!.slice(0, 140)}`,
      );
    }
  };
  const width = Number(values.processes);
  await Promise.all(Array.from({ length: width }, workThrough));
  await template.close();
  const results = trials.results();
  const runs = [...results.values()].map((one) => one.runs).filter((count) => count > 0);
  const median = runs.toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] ?? 0;
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  const named = (wanted: Verdict): string[] =>
    [...results].flatMap(([name, one]) => (verdictOf(one) === wanted ? [name] : []));
  console.log(`${results.size} mutants, ${named('killed').length} killed, median ${median} runs, ${seconds} s`);
  for (const bad of ['SURVIVES', 'NO VERDICT'] as const)
    if (named(bad).length > 0) console.log(`✖ ${bad}: ${named(bad).join(' · ')}`);
  return exitCodeOf([...results.values()].map(verdictOf));
});
