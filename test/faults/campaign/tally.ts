// Actions and findings of a campaign, in numbers that can be added up over runs and processes.

export interface Tally {
  runs: number;
  documents: number;
  /** Actions by name. */
  actions: Record<string, number>;
  /** Faults by kind. */
  faults: Record<string, number>;
  /** Named steps, and which faults struck there. */
  steps: Record<string, Record<string, number>>;
  /** The highest number of acceptances of one fiscal number, and of one order. */
  acceptancesMax: number;
  /** Accepted by the PAC, and not held here as such. */
  lost: number;
  withoutNextAction: number;
  /** How many documents wait for a person once nothing fails any more, and for what. */
  needing: number;
  reasons: Record<string, number>;
  pdfsDoubled: number;
  pdfs: number;
  events: number;
  /** Facts that a reader of the feed was not told. */
  eventsLost: number;
  eventsAboutNothing: number;
  /** How documents ended. */
  ends: Record<string, number>;
  violations: { run: string; what: string }[];
}

export function emptyTally(): Tally {
  return {
    runs: 0,
    documents: 0,
    actions: {},
    faults: {},
    steps: {},
    acceptancesMax: 0,
    lost: 0,
    withoutNextAction: 0,
    needing: 0,
    reasons: {},
    pdfsDoubled: 0,
    pdfs: 0,
    events: 0,
    eventsLost: 0,
    eventsAboutNothing: 0,
    ends: {},
    violations: [],
  };
}

export function count(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

export function addTally(sum: Tally, more: Tally): void {
  sum.runs += more.runs;
  sum.documents += more.documents;
  sum.lost += more.lost;
  sum.withoutNextAction += more.withoutNextAction;
  sum.needing += more.needing;
  sum.pdfsDoubled += more.pdfsDoubled;
  sum.pdfs += more.pdfs;
  sum.events += more.events;
  sum.eventsLost += more.eventsLost;
  sum.eventsAboutNothing += more.eventsAboutNothing;
  sum.acceptancesMax = Math.max(sum.acceptancesMax, more.acceptancesMax);
  sum.violations.push(...more.violations);
  for (const part of ['actions', 'faults', 'ends', 'reasons'] as const) {
    for (const [name, times] of Object.entries(more[part])) count(sum[part], name, times);
  }
  for (const [step, kinds] of Object.entries(more.steps)) {
    const known = (sum.steps[step] ??= {});
    for (const [kind, times] of Object.entries(kinds)) count(known, kind, times);
  }
}
