// Stock of an item on its own past, with another ordering policy, demand or price.
import { Big } from 'big.js';
import { sql } from 'kysely';
import { addDays } from '../platform/days.ts';
import { notNegative, plain, type Decimal } from '../platform/decimal.ts';
import { between, readAll } from '../platform/errors.ts';
import { prepared } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { dailyBalances, inStream } from './daily-balance.ts';
import { outcome, replay, wantedInPast, type Outcome, type PastDay, type Policy } from './replay.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type Subject } from './subject.ts';
import { windowOf } from './window.ts';

/** Parameters of the replay; the default of each is the item's own value. */
export interface WhatIfAsked extends Subject {
  windowDays: number;
  leadTimeDays?: number | null | undefined;
  reorderLevel?: Decimal | null | undefined;
  reorderQuantity?: Decimal | null | undefined;
  demandFactor: Decimal;
  price?: Decimal | null | undefined;
  elasticity: Decimal;
}

export interface WhatIfDay {
  day: string;
  actual: Decimal;
  simulated: Decimal;
}

export interface WhatIf extends Policy {
  price: Decimal;
  wantedWhenOut: Decimal;
  actual: Outcome;
  simulated: Outcome;
  days: WhatIfDay[];
}

interface Row extends PastDay {
  location_known: boolean;
  day: string;
  /** Purchases of the window of which something has stayed. */
  orders: number;
  unit_price: Decimal;
  average_cost: Decimal | null;
  lead_time_days: number;
  reorder_level: Decimal;
  reorder_quantity: Decimal;
}

export async function whatIf(db: TenantDb, args: WhatIfAsked, now: Date): Promise<WhatIf> {
  const { demandFactor, elasticity } = args;
  const { price: asksPrice, ...values } = readAll({
    ...(args.price == null ? {} : { price: () => notNegative('price', args.price!) }),
    ...(args.reorderLevel == null ? {} : { reorderLevel: () => notNegative('reorderLevel', args.reorderLevel!) }),
    ...(args.reorderQuantity == null
      ? {}
      : { reorderQuantity: () => notNegative('reorderQuantity', args.reorderQuantity!) }),
    demandFactor: () => notNegative('demandFactor', demandFactor),
    elasticity: () => between('elasticity', Number(elasticity), -10, 0),
  });
  const rows = await pastOf(db, args, now);
  const { unit_price: unitPrice, ...item } = rows[0]!;
  const cost = item.average_cost ?? '0';
  const [opening, ...past] = sinceFirstRecord(rows);
  const price = asksPrice ?? unitPrice;
  const policy: Policy = {
    leadTimeDays: args.leadTimeDays ?? item.lead_time_days,
    reorderLevel: values.reorderLevel ?? item.reorder_level,
    reorderQuantity: values.reorderQuantity ?? item.reorder_quantity,
  };
  const { days, wantedWhenOut } = wantedInPast(opening!.closing, past);
  const simulated = replay(opening!.closing, days, demandAt(demandFactor, elasticity, price, unitPrice), policy);
  const actual = {
    closings: past.map(({ closing }) => new Big(closing)),
    wanted: days.map(({ wanted }) => wanted),
    sold: past.map(({ sold }) => new Big(sold)).map((sold) => (sold.gt(0) ? sold : new Big(0))),
    ordersPlaced: item.orders,
  };
  return {
    ...policy,
    price,
    wantedWhenOut,
    actual: outcome(actual, unitPrice, cost),
    simulated: outcome(simulated, price, cost),
    days: past.map(({ day, closing }, at) => ({ day, actual: closing, simulated: plain(simulated.closings[at]!) })),
  };
}

/** The day before the window first; of the ledger and the roll-up only what lies in the window is read. */
async function pastOf(db: TenantDb, { windowDays, ...subject }: WhatIfAsked, now: Date): Promise<readonly Row[]> {
  const window = windowOf(localDay(db.tenant.timeZone, now), windowDays);
  const days = { first: addDays(window.first, -1), last: window.last };
  const { rows } = await sql<Row>`
    ${prepared} with ${dailyBalances(db, subject, days, now)}, sold as (
      select period as day, sum(units) as units
      from item_sales
      where ${ofSubject(db, subject)} and grain = 'D' and period between ${window.first} and ${window.last}
      group by period
    ), come as (
      select log.day, log.source_id, sum(log.quantity_change) as units
      from stream
      cross join lateral (
        select day, quantity_change, source_id
        from inventory_logs log
        where ${inStream(db)} and log.movement_type = 'COMPRA'
          and log.occurred_at >= ${window.first}::timestamp at time zone ${db.tenant.timeZone}
      ) log
      group by log.day, log.source_id
    )
    select subject.location_known, balance.day, balance.quantity as closing, coalesce(sold.units, 0) as sold,
      coalesce(bought.units, 0) as bought, placed.orders, item.unit_price, item.average_cost,
      item.lead_time_days, item.reorder_level, item.reorder_quantity
    from (${subjectOf(db, subject)}) subject
    join items item on item.tenant_id = ${db.tenant.id} and item.id = ${subject.itemId}
    cross join balance
    left join sold on sold.day = balance.day
    left join (select day, sum(units) as units from come group by day) bought on bought.day = balance.day
    cross join (
      select count(source_id) as orders from (select source_id from come group by source_id having sum(units) > 0) stayed
    ) placed
    order by balance.day`.execute(db);
  firstRowOrNotFound(rows);
  return rows;
}

/** Before an item's first goods and sales nothing is known of it, and nothing was missing. */
function sinceFirstRecord(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex((row) => ![row.closing, row.sold, row.bought].every((value) => Number(value) === 0));
  return first < 0 ? rows.slice(-1) : rows.slice(Math.max(0, first - 1));
}

/** How many times as much is wanted: as asked, and by the price where it is said that demand follows it. */
function demandAt(factor: Decimal, elasticity: Decimal, price: Decimal, usual: Decimal): Decimal {
  if (Number(elasticity) === 0 || Number(usual) === 0 || Number(price) === 0) return factor;
  const byPrice = (Number(price) / Number(usual)) ** Number(elasticity);
  return plain(new Big(factor).times(byPrice.toFixed(6)));
}
