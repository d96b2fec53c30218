// folio person forget: what the law does not demand of a person's data is removed or gets a pseudonym, with a proof of what was done.
import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { literals, sqlRow, sqlRows, type Sql } from '../platform/sql.ts';
import manifest from '../../package.json' with { type: 'json' };
import { sha256, type FileStore } from '../files/index.ts';
import { REJECTED } from '../fiscal/legal-status.ts';
import { withheldOf } from '../invoicing/index.ts';
import { systemClock } from '../platform/clock.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import {
  forgetInActs,
  inTenant,
  placeActs,
  rehearse,
  type DatabaseContext,
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import { fileStore } from '../wiring/app.ts';
import { command, required, UsageError } from './command.ts';
import { findPerson, personAsked } from './person-export.ts';
import {
  forgottenPersons,
  PERSONAL,
  pseudonymOf,
  rememberForgotten,
  rowsAbout,
  wordsOf,
  type Person,
  type PersonalTable,
} from '../company/index.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { withTenant } from './with-tenant.ts';

const WORDS = 'person forget';

export const personForgetCommand = command(WORDS, async (args) => {
  const { options } = args;
  const wanted = personAsked(options);
  const { confirm: confirmed } = options;
  const out = confirmed === undefined ? undefined : resolve(required(options, 'proof'));
  return withTenant(args, async (database, tenant) => {
    const person = await inTenant(database, tenant, (db) => findPerson(db, wanted));
    if (confirmed !== undefined && confirmed !== person.id) {
      throw new UsageError(`--confirm must be ${JSON.stringify(person.id)}.`);
    }
    if (out === undefined) {
      const proof = await rehearse(database, tenant, (rehearsal) => forgetPerson(rehearsal, tenant, person));
      return {
        json: { ...proof, isRehearsal: true },
        text: `${described(proof)}\nNothing was changed: see --confirm.`,
      };
    }
    // Before the commit: what is forgotten has its proof, and is on the list of those to forget again, whenever this ends.
    const proof = await forgetPerson(database, tenant, person, async (db, draft) => {
      await writeFile(`${out}.draft`, textOf(draft), { mode: 0o600, flush: true });
      await rememberForgotten(db, fileStore(args.config), person);
    });
    await rename(`${out}.draft`, out);
    return { json: proof, text: `${described(proof)}\n${out}, SHA-256 ${sha256(Buffer.from(textOf(proof)))}` };
  });
});

interface ForgottenTable {
  table: string;
  rows: number;
  changed: number;
  digestBefore: string;
  digestAfter: string;
  forgotten: string[];
  kept: Readonly<Record<string, string>>;
}

export interface Proof {
  folio: string;
  tenant: { id: string; name: string };
  person: Person;
  pseudonym: string;
  at: Date;
  /** Until the end of this year at least the law demands the documents; null: there is none. */
  documentsKeptUntil: string | null;
  /** Head of the audit chain before this command. */
  chainHead: { number: number; hash: string | null };
  /** In front of the text of each row, so that no one finds a row by guessing; nowhere kept but here. */
  salt: string;
  tables: ForgottenTable[];
}

const LAW_YEARS = 5;

/** One transaction: all of it, or nothing. */
export async function forgetPerson(
  context: DatabaseContext,
  tenant: Tenant,
  person: Person,
  beforeCommit: (db: TenantDb, proof: Proof) => Promise<void> = async () => {},
): Promise<Proof> {
  // Texts of acts are forgotten once their digests are in the chain.
  const { number, hash } = await placeActs(context, tenant);
  const forget = async (db: TenantDb): Promise<Proof> => {
    await assertForgettable(db, person);
    const salt = randomBytes(16).toString('hex');
    const about = rowsAbout(db, person, await wordsOf(db, person));
    const tables: ForgottenTable[] = [];
    for (const [table, where] of about.tables) {
      const personal = PERSONAL[table];
      const hasChanged = tables.some(({ changed }) => changed > 0);
      if (personal)
        tables.push(await forgetRows(db, person, salt, { table, where, ids: about.ids, hasChanged, ...personal }));
    }
    if (person.kind === 'user' && tables.some(({ changed }) => changed > 0)) {
      await recordCommand(db, WORDS, []);
    }
    const documentsKeptUntil = await keptUntil(db, about.tables.get('fiscal_documents'));
    const chainHead = { number, hash: hash?.toString('hex') ?? null };
    const proof = {
      ...{ folio: manifest.version, tenant: { id: tenant.id, name: tenant.name } },
      ...{ person, pseudonym: pseudonymOf(person), at: systemClock.now() },
      ...{ documentsKeptUntil, chainHead, salt, tables },
    };
    await beforeCommit(db, proof);
    return proof;
  };
  return inTenant(context, tenant, forget, { role: 'app_rebuild' });
}

export type ForgottenAgain = Person & { refusal?: string };

/** All those of the tenant who were forgotten, in a database that knows them again. */
export async function forgetAgain(
  context: DatabaseContext,
  tenant: Tenant,
  store: FileStore,
): Promise<ForgottenAgain[]> {
  const done: ForgottenAgain[] = [];
  for (const person of await forgottenPersons(store, tenant)) {
    try {
      const { tables } = await forgetPerson(context, tenant, person);
      if (tables.some(({ changed }) => changed > 0)) done.push(person);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      done.push({ ...person, refusal: error.message });
    }
  }
  return done;
}

type AboutTable = PersonalTable & { table: string; where: Sql; ids: Sql; hasChanged: boolean };

async function forgetRows(db: TenantDb, person: Person, salt: string, about: AboutTable): Promise<ForgottenTable> {
  const { table, where, keeps = {}, isRemoved = false } = about;
  // Acts of a user stay; only rows that are removed as a whole are about the user.
  const forgets = person.kind === 'user' ? {} : (about.forgets ?? {});
  const name = sql.table(table);
  const digestOfRows = async () => {
    return sqlRow<{ rows: number; digest: string }>(db)`
      select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(one, '' order by one), ''), 'UTF8')), 'hex') as digest
      from (
        select encode(sha256(convert_to(${salt}::text || row_to_json(t)::text, 'UTF8')), 'hex') as one
        from ${name} t where tenant_id = ${db.tenant.id} and ${where}) as r`;
  };
  const before = await digestOfRows();
  // Followers get one event about the card: one more event for each of a client's documents would say nothing.
  await sql`select set_config('app.quiet', ${'ruc' in forgets ? '' : 'yes'}, true)`.execute(db);
  const columns = Object.keys(forgets);
  const values = columns.map((one) => sql.raw(forgets[one]!.replace(':name', `'${pseudonymOf(person)}'`)));
  const set = sql.join(columns.map((one, at) => sql`${sql.ref(one)} = ${values[at]!}`));
  const differs = sql.join(
    columns.map((one, at) => sql`${sql.ref(one)} is distinct from ${values[at]!}`),
    sql` or `,
  );
  const statement = isRemoved
    ? sql`delete from ${name} where tenant_id = ${db.tenant.id} and ${where}`
    : sql`update ${name} set ${set} where tenant_id = ${db.tenant.id} and ${where} and (${differs})`;
  const change = async (): Promise<number> => {
    if (!isRemoved && columns.length === 0) return 0;
    if (table === 'acts') return forgetActs(db, about);
    return Number((await statement.execute(db)).numAffectedRows ?? 0);
  };
  const changed = await change();
  return {
    ...{ table, rows: before.rows, changed, digestBefore: before.digest },
    ...{ digestAfter: (await digestOfRows()).digest },
    ...{ forgotten: isRemoved ? ['*'] : columns, kept: keeps },
  };
}

/** The last: the act that this is recorded by tells whose texts are gone, and not what the rows were. */
async function forgetActs(db: TenantDb, { where, ids, hasChanged }: AboutTable): Promise<number> {
  const rows = await sqlRows<{ ids: string[]; isNumbered: boolean; count: number }>(db)`
    select array(${ids})::text[] as ids, coalesce(bool_and(act_number(tenant_id, id, turn) is not null), true) as "isNumbered", count(*)::int as count
    from acts
    where tenant_id = ${db.tenant.id} and ${where} and (before is not null or after is not null) and not coalesce(after ? 'acts', false)`;
  const { ids: entityIds, isNumbered, count } = rows[0]!;
  if (!isNumbered) throw conflict('Something was changed at this moment: try again');
  if (count === 0 && !hasChanged) return 0;
  return forgetInActs(db, entityIds, { actor: cliActor(), operation: WORDS });
}

/** Open documents need the card as it is; the row is locked, so that none is opened meanwhile. */
async function assertForgettable(db: TenantDb, { kind, id }: Person): Promise<void> {
  const own = sql`tenant_id = ${db.tenant.id}`;
  const isAtPac = db.tenant.pacCompanyId !== null;
  const ofCredits = sql`
      from invoices i join credits c using (tenant_id) join fiscal_documents d using (tenant_id)
      where ${own} and i.client_id = ${id} and c.invoice_id = i.id and d.id = c.id`;
  if (kind !== 'user')
    await sql`select from ${sql.table(`${kind}s`)} where ${own} and id = ${id} for update`.execute(db);
  const questions = {
    client: sql`
      select 'open orders' as what, count(*)::int as count from orders where ${own} and client_id = ${id} and status = 'OPEN'
      union all
      select 'invoices that are not settled', count(*)::int from invoices where ${own} and client_id = ${id} and is_owed
        and (holds_order and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED')
          and total + certified_more + debited - ${withheldOf('invoices')} - paid - credited > 0
          or (invoice_status in ('OVERPAID', 'VOID', 'CANCELED') or not holds_order) and paid > 0)
      union all
      select 'credits that are not applied', count(*)::int ${ofCredits} and c.credit_status = 'UNAPPLIED'
        and not i.is_stand_in and coalesce(d.legal_status, '') not in (${literals(REJECTED)})
      union all
      select 'proformas that may be filed', count(*)::int from invoices join fiscal_documents d using (tenant_id, id)
      where ${own} and ${isAtPac} and client_id = ${id} and d.mode = 'PROFORM' and invoice_status not in ('VOID', 'CANCELED')
      union all
      select 'internal credits that may be filed', count(*)::int ${ofCredits} and ${isAtPac} and d.mode = 'PROFORM'
        and c.credit_status = 'APPLIED' and exists (
          select from fiscal_documents sold where sold.tenant_id = c.tenant_id and sold.id = i.id and sold.legal_status = 'DGI_AUTHORIZED')
      union all
      select 'documents under way', count(*)::int from fiscal_documents d
      where ${own} and is_open_document(mode, submission_state, legal_status, parked_reason, void_state, awaits_pdf) and id in (
        select id from invoices where ${own} and client_id = ${id}
        union all select c.id from credits c join invoices i using (tenant_id) where ${own} and i.client_id = ${id} and c.invoice_id = i.id
        union all select id from debit_notes where ${own} and client_id = ${id})`,
    supplier: sql`
      select 'purchase orders that are not closed' as what, count(*)::int as count from purchase_orders
      where ${own} and supplier_id = ${id} and status in ('OPEN', 'PARTIALLY_RECEIVED')`,
    user: sql`
      select 'tokens that are valid' as what, count(*)::int as count from api_tokens
      where ${own} and user_name = ${id} and revoked_at is null and expires_at > now()`,
  };
  const { rows } = await sql<{ what: string; count: number }>`${questions[kind]}`.execute(db);
  const open = rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
  if (open.length > 0) {
    throw conflict('Not to be forgotten yet, since there are: {open}', { open: open.join(', ') });
  }
}

async function keptUntil(db: TenantDb, where: Sql | undefined): Promise<string | null> {
  if (!where) return null;
  const { year } = await sqlRow<{ year: number | null }>(db)`
    select extract(year from max(created_at) at time zone ${db.tenant.timeZone})::int as year from fiscal_documents
    where tenant_id = ${db.tenant.id} and ${where}`;
  return year === null ? null : `${year + LAW_YEARS}-12-31`;
}

const textOf = (proof: Proof): string => `${JSON.stringify(proof, null, 2)}\n`;

function described({ person, pseudonym, documentsKeptUntil: until, tables }: Proof): string {
  const lines = tables
    .filter(({ rows }) => rows > 0)
    .map(({ table, rows, changed, forgotten, kept }) => {
      const why = Object.entries(kept).map(([column, reason]) => `\n    keeps ${column}: ${reason}`);
      return `  ${table}: ${changed} of ${rows} rows change (${forgotten.join(', ') || 'nothing'})${why.join('')}`;
    });
  const law = until === null ? [] : [`Documents stay until the end of ${until.slice(0, 4)} at least.`];
  return [`${person.kind} ${person.id} becomes ${pseudonym}:`, ...lines, ...law].join('\n');
}
