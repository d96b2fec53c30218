// Shape of a data set: how many tenants, items and movements, and which items are hot, warm and cold.

export interface Shape {
  movements: number;
  tenants: number;
  itemsPerTenant: number;
  /** Clients of an ordinary tenant; the hot item has more buyers. */
  clients: number;
  hotClients: number;
  /** Another seed, another data set of the same shape. */
  seed: number;
}

export const HEATS = ['hot', 'warm', 'cold'] as const;
export type Heat = (typeof HEATS)[number];

/** An eighth of all movements, thousands, and a handful; the three are items 1 to 3 of the first tenant. */
export function movementsOf(heat: Heat, { movements }: Shape): number {
  switch (heat) {
    case 'hot':
      return Math.round(movements * 0.12);
    case 'warm':
      return Math.min(5000, Math.round(movements / 40));
    case 'cold':
      return 15;
    default:
      return heat satisfies never;
  }
}

/** And as many notices of the PAC; of a million movements and more the questions about them say nothing new. */
export function documentsOf({ movements }: Shape): number {
  return Math.min(1_000_000, Math.round(movements / 5));
}

/** Three years that end at a fixed instant, so that a question reads the same pages on whatever day it is measured. */
export const LAST_INSTANT = new Date('2025-12-17T17:00:00Z');
export const YEARS_MS = 3 * 365.25 * 86_400_000;
export const FIRST_INSTANT = new Date(LAST_INSTANT.getTime() - YEARS_MS);
export const TIME_ZONE = 'America/Panama';
export const LOCATIONS = 3;
/** Open lines of purchase orders: two of each item, many of the hot one. */
export const HOT_OPEN_LINES = 500;

export function fullShape(movements: number, seed: number): Shape {
  return { movements, tenants: 50, itemsPerTenant: 2000, clients: 400, hotClients: 4000, seed };
}

/** For a run of seconds. The world is the same at each size; only time has passed, as in the full one. */
export function smallShape(movements: number, seed: number): Shape {
  return { movements, tenants: 5, itemsPerTenant: 100, clients: 40, hotClients: 200, seed };
}

/** 50000000 → 50M. */
export function sizeName(movements: number): string {
  if (movements % 1_000_000 === 0) return `${movements / 1_000_000}M`;
  return movements % 1000 === 0 ? `${movements / 1000}k` : String(movements);
}
