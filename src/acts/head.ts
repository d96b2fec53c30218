// The last act of a tenant's chain, signed with a key that the database does not have, and kept outside of it.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import * as z from 'zod';
import type { FileStore } from '../files/index.ts';
import { expecting } from '../platform/error-code.ts';
import type { Logger } from '../platform/log.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { jsonRows } from '../platform/sql.ts';
import { inTenant, placeActs, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { headShape, signedText, type SignedHead } from './signed-head.ts';
import { DAY_MS } from '../platform/days.ts';

export interface HeadsContext extends DatabaseContext {
  files: FileStore;
  headKey: KeyObject;
  /** Logger for a chain that contradicts a head. */
  log?: Logger;
}

/** The configured one, else one that is made once, if it may be, and kept in the folder, where only its owner may read it. */
export async function readHeadKey(
  folder: string,
  configured: string | undefined,
  mayMake = true,
): Promise<KeyObject | undefined> {
  if (configured !== undefined) return createPrivateKey(configured.replaceAll(String.raw`\n`, '\n'));
  const path = join(folder, 'acts-key.pem');
  const there = await readFile(path, 'utf8').catch(expecting('ENOENT'));
  if (there !== undefined) return createPrivateKey(there);
  if (!mayMake) return undefined;
  await makeFolder(folder);
  const draft = `${path}.${process.pid}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  // Linked, not renamed: of two processes that start at once the first one's key stays.
  await link(draft, path).catch(expecting('EEXIST'));
  await rm(draft, { force: true });
  return createPrivateKey(await readFile(path, 'utf8'));
}

export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** Gives all acts their place, signs the last one, and keeps it in the store under its day. */
export async function handOutHead(context: HeadsContext, tenant: Tenant): Promise<SignedHead> {
  const { number, hash, at } = await placeActs(context, tenant);
  const line = { tenantId: tenant.id, number, sha256: hash?.toString('hex') ?? '', at: at ?? '' };
  const signature = sign(null, signedText(line), context.headKey).toString('base64');
  const head = { ...line, publicKey: publicKeyOf(context.headKey), signature };
  if (number > 0) await keepHead(context, tenant, head);
  return head;
}

/** By tenant, what this process has kept last. */
const kept = new Map<string, string>();

/**
 * The kept heads of a day are its first one, every n-th, and the last; as long as the chain has the acts of all of them. One that it denies proves
 * that it was rewritten, and from then on none is left out.
 */
async function keepHead({ files, log, ...context }: HeadsContext, tenant: Tenant, head: SignedHead): Promise<void> {
  if (kept.get(tenant.id) === head.sha256) return;
  const key = keyOf(tenant.id, head.at.slice(0, 10));
  await inTenant(context, tenant, async (db) => {
    // Another process keeps its own after this one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
    const before = await readKept(files, key);
    if (before.at(-1)?.sha256 === head.sha256) return;
    const { rows } = await sql<{ number: number }>`
      select number from jsonb_to_recordset(${jsonRows(before)}) as kept (number bigint, sha256 text)
      where not exists (
        select from (
          select * from act_places where tenant_id = ${tenant.id} and act_places.number >= kept.number order by act_places.number limit 1
        ) place where hashes[kept.number - before] = decode(kept.sha256, 'hex'))`.execute(db);
    if (rows.length > 0) log?.error({ tenantId: tenant.id, heads: rows }, 'acts whose heads were kept were rewritten');
    const isFull = before.length >= MOST_A_DAY && rows.length === 0;
    const left = isFull ? before.filter((_, at) => at % 2 === 0) : before;
    await files.put(key, Buffer.from(JSON.stringify([...left, head])));
  });
  kept.set(tenant.id, head.sha256);
}

/** Then every second one is left out. */
const MOST_A_DAY = 200;

const keyOf = (tenantId: string, day: string): string => `acts/${tenantId}/${day}.json`;

async function readKept(files: FileStore, key: string): Promise<SignedHead[]> {
  const found = await files.read(key);
  if (!found) return [];
  return readHeads((await buffer(found.bytes)).toString());
}

/** One head, or several. */
export function readHeads(text: string): SignedHead[] {
  return z.union([headShape.transform((one) => [one]), z.array(headShape)]).parse(JSON.parse(text));
}

/** Heads in the store, from the day of the first act. */
export async function keptHeads(files: FileStore, tenantId: string, from: Date, to: Date): Promise<SignedHead[]> {
  const heads: SignedHead[] = [];
  for (let day = from.getTime(); day < to.getTime() + DAY_MS; day += DAY_MS) {
    heads.push(...(await readKept(files, keyOf(tenantId, new Date(day).toISOString().slice(0, 10)))));
  }
  return heads;
}
