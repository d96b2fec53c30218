// Places of acts are written once, every login writes: the trigger that keeps acts keeps them as well.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { KEEP } from './0196_places_of_acts.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

/** The condition of an act's change names columns that a place does not have. */
const KEEP_BOTH = KEEP.replace(
  "if tg_op = 'UPDATE'\n",
  "if tg_table_name = 'acts' and tg_op = 'UPDATE' then if true\n",
).replace('then return new; end if;', 'then return new; end if; end if;');

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `${KEEP_BOTH};
     drop trigger if exists keep_place on act_places;
     create trigger keep_place before update or delete on act_places for each row execute function keep_act()`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, `drop trigger if exists keep_place on act_places; ${KEEP}`);
}
