// The one writer of the credit status.
import type { Updateable } from 'kysely';
import { changing, type TenantDb } from '../tenancy/index.ts';
import type { CreditRow } from './tables.ts';

type CreditFacts = Pick<Updateable<CreditRow>, 'applied_at' | 'canceled_at' | 'voided_at' | 'void_reason'> & {
  credit_status: CreditRow['credit_status'];
};

export async function setCreditStatus(db: TenantDb, id: string, facts: CreditFacts): Promise<void> {
  await changing(db, 'credits').set(facts).where('id', '=', id).execute();
}
