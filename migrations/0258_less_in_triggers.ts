// What a sale asks of triggers costs less: rows are compared as rows before they are said as JSON, what one setting says is no statement, and an
// update that would change nothing is not begun.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { edit } from './0250_facts_tell.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

type Edits = readonly (readonly [name: string, from: string, to: string])[];

/** What `keep_row` does with a changed row, and how it tells. */
const ROWS: Edits = [
  [
    'keep_row',
    `    said jsonb;
  begin
`,
    `    said jsonb;
    was text;
    changes text;
  begin
`,
  ],
  [
    'keep_row',
    `      o := to_jsonb(old) - tg_argv[2]::text[];
      n := to_jsonb(new) - tg_argv[2]::text[];
      -- What is moved to another tenant is no longer what it was.
      if o = n and new.tenant_id = old.tenant_id then return null; end if;
      select jsonb_object_agg(key, o -> key), jsonb_object_agg(key, value)
        into before, after from jsonb_each(n) where o -> key is distinct from value;
      if (after`,
    `      -- What changes with each sale is compared as a row. A column that is not named here makes a difference, and is found below.
      case tg_table_name
      when 'orders', 'stock_reservations' then
        was := old.status;
        old.status := new.status;
        if tg_argv[6] = 'order' then
          old.updated_at := new.updated_at;
          old.changed_minute := new.changed_minute;
        end if;
        if old is distinct from new then
          old.status := was;
        else
          if was = new.status then return null; end if;
          before := jsonb_build_object('status', was);
          after := jsonb_build_object('status', new.status);
          o := before;
          if tg_argv[6] = 'order' then
            n := after || jsonb_build_object('id', new.id, 'number', new.number, 'client_id', new.client_id, 'total', new.total);
          else
            n := after || jsonb_build_object('id', new.id, 'order_id', new.order_id);
          end if;
        end if;
      when 'invoices' then
        old.updated_at := new.updated_at;
        old.changed_minute := new.changed_minute;
        if old is not distinct from new then return null; end if;
      when 'fiscal_documents' then
        -- What was sent and answered is most of the row.
        if old.pac_input is not distinct from new.pac_input then
          old.pac_input := null;
          new.pac_input := null;
        end if;
        if old.pac_response is not distinct from new.pac_response then
          old.pac_response := null;
          new.pac_response := null;
        end if;
      else
      end case;
      if after is null then
        o := to_jsonb(old) - tg_argv[2]::text[];
        n := to_jsonb(new) - tg_argv[2]::text[];
        -- What is moved to another tenant is no longer what it was.
        if o = n and new.tenant_id = old.tenant_id then return null; end if;
        select jsonb_object_agg(key, o -> key), jsonb_object_agg(key, value)
          into before, after from jsonb_each(n) where o -> key is distinct from value;
      end if;
      if (after`,
  ],
  [
    'keep_row',
    `    if coalesce(current_setting('app.changes', true), '') = '' then
      --`,
    `    changes := coalesce(current_setting('app.changes', true), '');
    if changes = '' then
      --`,
  ],
  [
    'keep_row',
    `      perform set_config('app.changes', said::text, true);
    -- In two parts: with each row the whole of a setting is copied, and thousands of rows would be copied thousands of times.
    elsif octet_length(current_setting('app.changes')) > 16384 then
      perform set_config('app.changes_before', concat_ws(',', nullif(current_setting('app.changes_before', true), ''), current_setting('app.changes')), true);
      perform set_config('app.changes', said::text, true);
    else
      perform set_config('app.changes', current_setting('app.changes') || ',' || said::text, true);
    end if;
    -- A payment is seen with what was given back of it.
    if tg_argv[6] = 'refund' and tg_op = 'INSERT' then
      update payments set updated_at = clock_timestamp() where (tenant_id, id) = (new.tenant_id, new.payment_id);
    end if;
    -- Not where the transaction writes the past.
    if tg_argv[6] is not null and coalesce(current_setting('app.quiet', true), '') = '' then
      perform tell_row(tg_argv[6], coalesce(new.tenant_id, old.tenant_id), tg_op, o, n);
    end if;
`,
    `      changes := said;
    -- In two parts: with each row the whole of a setting is copied, and thousands of rows would be copied thousands of times.
    elsif octet_length(changes) > 16384 then
      perform set_config('app.changes_before', concat_ws(',', nullif(current_setting('app.changes_before', true), ''), changes), true);
      changes := said;
    else
      changes := changes || ',' || said;
    end if;
    -- An assignment is no statement.
    changes := set_config('app.changes', changes, true);
    if tg_argv[6] is null then return null; end if;
    -- A payment is seen with what was given back of it.
    if tg_argv[6] = 'refund' and tg_op = 'INSERT' then
      update payments set updated_at = clock_timestamp() where (tenant_id, id) = (new.tenant_id, new.payment_id);
    end if;
    -- Not where the transaction writes the past; a document that is made tells nothing.
    if coalesce(current_setting('app.quiet', true), '') = '' and (tg_op <> 'INSERT' or tg_argv[6] <> 'document') then
      changes := tell_row(tg_argv[6], coalesce(new.tenant_id, old.tenant_id), tg_op, o, n);
    end if;
`,
  ],
];

/** How changes become an act. */
const ACTS: Edits = [
  [
    'act_name',
    `  begin
`,
    `  begin
    -- Most rows have one id, which is told.
    if args[0] = '{id}' and args[1] = '{id}' then
      return jsonb_build_object('k', name || '/' || (one ->> 'id'), 'r', jsonb_build_array(one -> 'id'));
    end if;
`,
  ],
  [
    'act_hidden',
    `  begin
`,
    `  begin
    if args[3] = '{}' and args[4] = '{}' then return one; end if;
`,
  ],
  [
    'act_taken',
    `    perform set_config('app.changes', '', true), set_config('app.acts', '', true);
    if current_setting('app.changes_before', true) <> '' then`,
    `    if set_config('app.changes', '', true) || set_config('app.acts', '', true) || current_setting('app.changes_before', true) <> '' then`,
  ],
  [
    'act_sum',
    `  begin
`,
    `  declare
    change jsonb;
    key text;
    known text[] := '{}';
  begin
    -- A few, each of another row, need no statement.
    for at in 0 .. least(jsonb_array_length(changes), 17) - 1 loop
      change := changes -> at;
      key := change ->> 'k';
      exit when at = 16 or after ? key;
      after := coalesce(after, '{}') || jsonb_build_object(key, change -> 'a');
      if change ? 'b' then
        if change -> 'b' @? '$.* ? (@ == null)' and change -> 'a' <> 'null' then
          change := jsonb_set(change, '{b}', (select coalesce(jsonb_object_agg(name, value) filter (where value <> 'null'), '{}') from jsonb_each(change -> 'b') was (name, value)));
        end if;
        before := coalesce(before, '{}') || jsonb_build_object(key, change -> 'b');
      end if;
      known := known || translate(((change -> 'r') - known)::text, '[]"', '{}')::text[];
      if at = jsonb_array_length(changes) - 1 then
        entities := known;
        return;
      end if;
    end loop;
`,
  ],
];

const WHOLE = (language: string, from: string, to: string): string => `
  create or replace function act_whole(one jsonb) returns jsonb language ${language} immutable as $$
    ${from}jsonb_build_object('#*', encode(sha256(convert_to(one::text, 'UTF8')), 'base64'))${to}
  $$`;

/** What triggers of documents and of stock look for, most often in vain. */
const REST: Edits = [
  [
    'tell_shortage',
    `  begin
`,
    `  begin
    -- A sale takes what was promised to it, so as much is available as before.
    perform from added join was using (tenant_id, item_id, location_id)
    where added.on_hand - added.reserved <> was.on_hand - was.reserved limit 1;
    if not found then return null; end if;
`,
  ],
  [
    'set_changed_minute',
    `      if is_over and (tg_op = 'INSERT' or exists (
        select from unnest(tg_argv[0]::text[]) name where to_jsonb(old) -> name is distinct from to_jsonb(new) -> name))
      then `,
    `      if is_over and tg_op = 'UPDATE' then
        is_over := exists (
          select from unnest(tg_argv[0]::text[]) name where to_jsonb(old) -> name is distinct from to_jsonb(new) -> name);
      end if;
      if is_over then `,
  ],
  [
    'copy_request_to_document',
    `    if new.what = 'SUBMIT' then
`,
    `    if new.what = 'SUBMIT' then
      -- Who writes the document with its request has said so already.
      perform from fiscal_documents where tenant_id = new.tenant_id and id = new.document_id
        and submission_state <> case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end;
      if not found then return null; end if;
`,
  ],
  [
    'count_changed_document',
    `  begin
`,
    `  begin
    -- In its series still, in another state, which is not counted while its end is not known.
    if old.number = new.number and old.proforma_number is not distinct from new.proforma_number then
      declare
        series text := number_series(new.kind, new.number);
        was text := number_class(old.legal_status, old.void_state, old.is_canceled, old.submission_state);
        now text := number_class(new.legal_status, new.void_state, new.is_canceled, new.submission_state);
      begin
        if series is not null and was not in ('PENDING', 'UNKNOWN') then perform add_to_count(old.tenant_id, series, was, -1); end if;
        if series is not null and now not in ('PENDING', 'UNKNOWN') then perform add_to_count(old.tenant_id, series, now, 1); end if;
        return null;
      end;
    end if;
`,
  ],
];

const EDITS = [...ROWS, ...ACTS, ...REST];

export const up = (db: MigrationDb): Promise<void> =>
  briefly(
    db,
    [WHOLE('plpgsql', 'begin return ', '; end'), ...EDITS.map(([name, from, to]) => edit(name, from, to))].join(';\n'),
  );

export const down = (db: MigrationDb): Promise<void> =>
  briefly(
    db,
    [WHOLE('sql', 'select ', ''), ...EDITS.toReversed().map(([name, from, to]) => edit(name, to, from))].join(';\n'),
  );
