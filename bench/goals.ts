// Goals of a figure: the required value, the value to aim at, and whether the figure reaches them.

export interface Goal {
  wanted: number;
  /** Ahead of what is asked for. */
  edge?: number;
  isLimit: boolean;
}

export function atLeast(wanted: number, edge?: number): Goal {
  return { wanted, ...(edge === undefined ? {} : { edge }), isLimit: false };
}

export function atMost(wanted: number, edge?: number): Goal {
  return { wanted, ...(edge === undefined ? {} : { edge }), isLimit: true };
}

export function isMissed(value: number, { wanted, isLimit }: Goal): boolean {
  return isLimit ? value > wanted : value < wanted;
}

/** `≥ 0.9 (1.3), missed`: the goal, the edge, and the verdict. */
export function judged(value: number | undefined, goal: Goal | undefined): string {
  if (goal === undefined) return '';
  const { wanted, edge, isLimit } = goal;
  const text = `${isLimit ? '≤' : '≥'} ${shown(wanted)}${edge === undefined ? '' : ` (${shown(edge)})`}`;
  if (value === undefined) return text;
  if (isMissed(value, goal)) return `${text}, missed`;
  return edge !== undefined && !isMissed(value, { wanted: edge, isLimit }) ? `${text}, edge` : text;
}

function shown(value: number): string {
  return value.toLocaleString('en-US');
}
