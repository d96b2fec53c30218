// Ids that follow from the seed and some numbers: the same in SQL, which writes them, and here, where they are asked about.
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { HEATS, type Heat } from './shape.ts';

type Kind = 'tenant' | 'item' | 'location' | 'client' | 'supplier' | 'order' | 'order-line' | 'source';

/** The numbers are SQL expressions. */
export function idInSql(kind: Kind, seed: number, ...numbers: string[]): RawBuilder<string> {
  const parts = numbers.map((number) => `|| '-' || ${number}`).join(' ');
  return sql.raw(`overlay(overlay(md5('${kind}-${seed}' ${parts}) placing '8' from 13) placing 'a' from 17)::uuid`);
}

export function idOf(kind: Kind, seed: number, ...numbers: (number | string)[]): string {
  const digest = createHash('md5')
    .update([kind, seed, ...numbers].join('-'))
    .digest('hex');
  // Version 8: made by a rule of one's own.
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
}

/** The tenant that the items with a heat belong to. */
export function tenantOf(seed: number): string {
  return idOf('tenant', seed, 1);
}

export function itemOf(heat: Heat, seed: number): string {
  return idOf('item', seed, 1, HEATS.indexOf(heat) + 1);
}

/** The first one has half of an item's movements. */
export function locationOf(seed: number, locationNumber = 1): string {
  return idOf('location', seed, 1, locationNumber);
}
