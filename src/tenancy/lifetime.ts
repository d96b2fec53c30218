// How long something is to be valid, as people type it: 90s, 30m, 12h, 30d.

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Undefined for what is no lifetime; nothing that ends at once is one. */
export function lifetimeMs(text: string): number | undefined {
  const match = /^([1-9]\d{0,5})([smhd])$/.exec(text);
  return match ? Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS] : undefined;
}
