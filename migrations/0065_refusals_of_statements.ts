// A statement can refuse: it raises the refusal that the application answers with, and so ends its transaction.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create or replace function refuse(code text, template text, params jsonb) returns void language plpgsql as $$
     begin
       raise exception using errcode = 'FOLIO', message = template,
         detail = jsonb_build_object('code', code, 'template', template, 'params', params);
     end $$`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop function if exists refuse(text, text, jsonb)');
}
