// The result of a campaign, for people: what was done to the documents, and that none was doubled or lost.
import type { Tally } from './tally.ts';

const SHOWN_FAILURES = 10;

export interface Campaign {
  seed: string;
  processes: number;
  database: string;
  seconds: number;
}

export function reportOf(tally: Tally, { seed, processes, database, seconds }: Campaign): string {
  const steps = Object.values(tally.steps);
  const struck = steps.filter((kinds) => Object.keys(kinds).some((kind) => kind !== 'reached'));
  const ofKind = (prefix: string): number =>
    Object.entries(tally.faults)
      .filter(([name]) => name.startsWith(prefix))
      .reduce((sum, [, times]) => sum + times, 0);
  const injected = ofKind('');
  const failed = new Set(tally.violations.map(({ run }) => run)).size;
  const lines: [string, string | number][] = [
    ['runs', tally.runs],
    ['documents', tally.documents],
    ['PDFs', tally.pdfs],
    ['events read', tally.events],
    ['faults injected', injected],
    ['  process killed', ofKind('kill')],
    ['  database connection lost', ofKind('databaseLost')],
    ['  process frozen, others overtake it', ofKind('freeze')],
    ['  submission gone wrong', ofKind('submit ')],
    ['  question or download gone wrong', ofKind('get ') + ofKind('pdf ')],
    ['  void gone wrong', ofKind('void ')],
    ['  duty run twice', sumOf(tally.actions, (name) => name.endsWith(' again') && name.startsWith('duty'))],
    ...Object.entries(tally.actions).filter(([name]) => name.startsWith('documents at')),
    ['named steps', `${steps.length}, faults at ${struck.length}`],
    ['acceptances per document, at most', tally.acceptancesMax],
    ['documents lost', tally.lost],
    ['documents without a next action', tally.withoutNextAction],
    [
      'documents that need a person',
      `${tally.needing} (${((100 * tally.needing) / Math.max(1, tally.documents)).toFixed(1)} %)`,
    ],
    ...Object.entries(tally.reasons)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 6)
      .map(([reason, times]): [string, number] => [`  ${reason}`.slice(0, 72), times]),
    ['PDFs doubled', tally.pdfsDoubled],
    ['events lost', tally.eventsLost],
    ['events about what did not happen', tally.eventsAboutNothing],
    ['runs with a violation', failed],
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return [
    `Fault campaign: seed ${seed}, ${processes} processes, ${database}, ${seconds.toFixed(0)} s`,
    ...lines.map(([name, value]) => `  ${name.padEnd(width)}${value}`),
    ...failuresOf(tally),
  ].join('\n');
}

function failuresOf({ violations }: Tally): string[] {
  const runs = [...new Set(violations.map(({ run }) => run))];
  const shown = runs
    .slice(0, SHOWN_FAILURES)
    .flatMap((run) => [
      `✖ run ${run}, replay it with: npm run faults -- --replay ${run}`,
      ...violations.filter((one) => one.run === run).map(({ what }) => `    ${what}`),
    ]);
  const rest = runs.length - SHOWN_FAILURES;
  return rest > 0 ? [...shown, `  … and ${rest} more runs: ${runs.slice(SHOWN_FAILURES).join(' ')}`] : shown;
}

/** Each named step with what struck there. */
export function stepsOf({ steps }: Tally): string {
  return Object.entries(steps)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([step, kinds]) => {
      const told = Object.entries(kinds).map(([kind, times]) => `${kind} ${times}`);
      return `  ${step}: ${told.join(', ')}`;
    })
    .join('\n');
}

function sumOf(counts: Record<string, number>, wanted: (name: string) => boolean): number {
  return Object.entries(counts).reduce((sum, [name, times]) => sum + (wanted(name) ? times : 0), 0);
}
