// A verdict that its own row tells has no event to write, and an act learns who did it from the change, not from the timeline.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { edit } from './0250_facts_tell.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

const EDITS: readonly (readonly [name: string, from: string, to: string])[] = [
  [
    'tell_row',
    `is_new or not (o -> 'mode', o -> 'legal_status', o -> 'void_state', o -> 'submission_state', o -> 'parked_reason') is distinct from (n -> 'mode', n -> 'legal_status', n -> 'void_state', n -> 'submission_state', n -> 'parked_reason')`,
    `is_new or not (o -> 'mode', o -> 'void_state', o ->> 'submission_state' = 'UNKNOWN', o -> 'parked_reason') is distinct from (n -> 'mode', n -> 'void_state', n ->> 'submission_state' = 'UNKNOWN', n -> 'parked_reason')`,
  ],
  [
    'keep_row',
    `      said := act_name(tg_table_name, n, tg_argv) || jsonb_build_object(case tg_op`,
    `      said := case when tg_table_name = 'document_events' and tg_op = 'INSERT' and n ->> 'actor' ~ '^(user|token|service|cli):.' then jsonb_build_object('by', n -> 'actor', 'did', n -> 'kind') else '{}' end
        || act_name(tg_table_name, n, tg_argv) || jsonb_build_object(case tg_op`,
  ],
  [
    'tell_rest',
    `    changes jsonb;
  begin
`,
    `    changes jsonb;
    said record;
    event jsonb;
  begin
`,
  ],
  [
    'tell_rest',
    `      perform set_config('app.acts', '', true);`,
    `      event := to_jsonb(set_config('app.acts', '', true));`,
  ],
  [
    'tell_rest',
    `    perform act_taken();
    insert`,
    `    event := to_jsonb(act_taken()::text);
    said := act_sum(changes);
    event := jsonb_path_query_first(changes, '$[*] ? (exists (@.by))');
    -- A row of the timeline that was changed, or written before this was told with it.
    if event is null and changes @? '$[*].k ? (@ starts with "document_events/")' then
      with told as materialized (
        select (c -> 'r' ->> 0)::uuid as document_id, split_part(c ->> 'k', '/', 2)::uuid as id, n
        from jsonb_array_elements(changes) with ordinality x (c, n) where c ->> 'k' like 'document_events/%'
      )
      select jsonb_build_object('by', actor, 'did', kind) into event from told
      join document_events e on e.tenant_id = current_setting('app.tenant_id')::uuid and (e.document_id, e.id) = (told.document_id, told.id)
      where actor ~ '^(user|token|service|cli):.' order by n limit 1;
    end if;
    insert`,
  ],
  [
    'tell_rest',
    `    select current_setting('app.tenant_id')::uuid, act_id(), clock_timestamp(),
      coalesce(nullif(current_setting('app.actor', true), ''), event.actor, 'service:system'),
      coalesce(nullif(current_setting('app.operation', true), ''), event.kind,
        'change of ' || split_part(changes -> 0 ->> 'k', '/', 1)),
      said.entities, said.before, said.after
    from act_sum(changes) said
    left join (
      with told as materialized (
        select (c -> 'r' ->> 0)::uuid as document_id, split_part(c ->> 'k', '/', 2)::uuid as id, n
        from jsonb_array_elements(changes) with ordinality x (c, n) where c ->> 'k' like 'document_events/%'
      )
      select actor, kind from told
      join document_events e on e.tenant_id = current_setting('app.tenant_id')::uuid and (e.document_id, e.id) = (told.document_id, told.id)
      where actor ~ '^(user|token|service|cli):.' order by n limit 1
    ) event on true;`,
    `    values (current_setting('app.tenant_id')::uuid, act_id(), clock_timestamp(),
      coalesce(nullif(current_setting('app.actor', true), ''), event ->> 'by', 'service:system'),
      coalesce(nullif(current_setting('app.operation', true), ''), event ->> 'did',
        'change of ' || split_part(changes -> 0 ->> 'k', '/', 1)),
      said.entities, said.before, said.after);`,
  ],
];

export const up = (db: MigrationDb): Promise<void> =>
  briefly(db, EDITS.map(([name, from, to]) => edit(name, from, to)).join(';\n'));

export const down = (db: MigrationDb): Promise<void> =>
  briefly(
    db,
    EDITS.toReversed()
      .map(([name, from, to]) => edit(name, to, from))
      .join(';\n'),
  );
