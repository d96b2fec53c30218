// Prints the schema of a database as SQL from its catalog alone, in an order that does not depend on when a thing was made.
import type pg from 'pg';

const OURS = `relnamespace = 'public'::regnamespace and relname not like 'folio\\_migrations%'`;
const BY_NAME = 'order by c.relname collate "C"';

/** Each question answers statements without their semicolon, in the order in which they can run. */
const STATEMENTS: readonly string[] = [
  `select format('create domain %I as %s collate %s', typname, format_type(typbasetype, typtypmod), typcollation::regcollation) from pg_type
   where typnamespace = 'public'::regnamespace and typtype = 'd' order by typname collate "C"`,
  `select format('create sequence %I', c.relname) from pg_class c
   where ${OURS} and c.relkind = 'S' and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i')) ${BY_NAME}`,
  // In the order in which they were made, since one without text of its own calls those before it.
  `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by pg_proc.oid`,
  `select format('create aggregate %s (sfunc = %s, stype = %s)', a.aggfnoid::regprocedure, a.aggtransfn, a.aggtranstype::regtype)
   from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace = 'public'::regnamespace order by 1`,
  `select format(e'create %stable %I (\\n  %s\\n)%s', case c.relpersistence when 'u' then 'unlogged ' end, c.relname,
     concat_ws(e',\\n  ', (
       select string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod), 'constraint ' || quote_ident(k.conname),
         case when a.attnotnull then 'not null' end,
         case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
         case a.attidentity when 'a' then 'generated always as identity' end), e',\\n  ' order by a.attnum)
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'n' and k.conkey = array[a.attnum]
         and k.conname <> concat_ws('_', c.relname, a.attname, 'not_null')
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     ), (
       select string_agg(format('constraint %I %s', conname, pg_get_constraintdef(oid)), e',\\n  ' order by contype in ('p', 'u') desc, conname collate "C")
       from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'c')
     )), ' with (' || array_to_string(c.reloptions, ', ') || ')')
   from pg_class c where ${OURS} and c.relkind = 'r' ${BY_NAME}`,
  `select format(e'create view %I%s as\\n%s', c.relname, ' with (' || array_to_string(c.reloptions, ', ') || ')', rtrim(pg_get_viewdef(c.oid), ';'))
   from pg_class c where ${OURS} and c.relkind = 'v' ${BY_NAME}`,
  `select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
   where ${OURS} and not exists (select from pg_constraint where conindid = c.oid and contype in ('p', 'u')) ${BY_NAME}`,
  `select format('alter table %I replica identity using index %s', c.relname, indexrelid::regclass) from pg_class c
   join pg_index i on i.indrelid = c.oid and i.indisreplident where ${OURS} and c.relreplident = 'i' ${BY_NAME}`,
  `select format(e'alter table %I\\n  %s', c.relname, string_agg(format('add constraint %I %s', conname, pg_get_constraintdef(k.oid)), e',\\n  ' order by conname collate "C"))
   from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' where ${OURS} group by c.relname ${BY_NAME}`,
  `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${OURS} and not t.tgisinternal ${BY_NAME}, t.tgname collate "C"`,
  `select format('alter table %I enable row level security, force row level security', c.relname) from pg_class c
   where ${OURS} and relrowsecurity and relforcerowsecurity ${BY_NAME}`,
  `select format('create policy %I on %I as %s for %s to %s%s%s', policyname, c.relname, permissive, cmd, array_to_string(roles, ', '),
     ' using (' || qual || ')', ' with check (' || with_check || ')')
   from pg_policies p join pg_class c on c.relname = p.tablename and ${OURS} where schemaname = 'public' ${BY_NAME}, policyname collate "C"`,
  `select format('grant %s on %s%I to %I', string_agg(lower(privilege_type), ', ' order by privilege_type), case c.relkind when 'S' then 'sequence ' end, c.relname, grantee::regrole)
   from pg_class c, aclexplode(relacl) where ${OURS} and grantee <> relowner group by c.relname, c.relkind, grantee ${BY_NAME}, grantee::regrole::text collate "C"`,
  `select format('grant %s (%s) on %I to %I', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attnum), c.relname, grantee::regrole)
   from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(attacl)
   where ${OURS} and not attisdropped group by c.relname, grantee, privilege_type ${BY_NAME}, grantee::regrole::text collate "C", privilege_type`,
];

export async function printBaseline(pool: pg.Pool, last: string): Promise<string> {
  const parts = [
    `-- Written by test/baseline.test.ts: what the migrations up to ${last} make of an empty database.`,
    'set local check_function_bodies = off;',
  ];
  for (const question of STATEMENTS) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await pool.query<[string]>({ text: question, rowMode: 'array' });
    parts.push(...rows.map(([statement]) => `${statement.trimEnd()};`));
  }
  return `${parts.join('\n')}\nset local check_function_bodies = on;\n`;
}
