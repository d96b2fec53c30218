// A document that is sent right after its commit is marked as being sent in the transaction that writes it: one commit before the call.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Seen } from '../../pac/index.ts';
import { asTenantIsNow, type TenantNow } from '../as-tenant-is-now.ts';
import type { CertificationContext } from '../context.ts';
import type { FiscalDocument } from '../fiscal-document.ts';
import type { Claim } from '../opening.ts';
import { msFromNow } from '../pac-request.ts';
import { pacEnvironment } from '../pac-environment.ts';
import { companyNow } from '../which-account.ts';
import { graceOf, LEASE_GRACE_MS } from './request-step.ts';

/** Marks it as being sent where nothing speaks against it, told by the event of its intent; anything else is decided by `sendRequest` after the commit. */
export function claimAtOnce(
  context: CertificationContext,
  eventId: string,
  document: Claim['document'] & Parameters<typeof asTenantIsNow>[0] & Pick<FiscalDocument, 'contingency_id'>,
) {
  const { opening, witness, pac, certification } = context;
  if (!opening?.seen) return undefined;
  const { server, tenantNow: now } = opening.seen;
  const companyId = companyNow(now, pac.downFor) ?? document.pac_company_id;
  const isChanged = () => asTenantIsNow(document, now, pacEnvironment(certification.environment), companyId) !== null;
  const isHeld = now.isSuspended || now.isLeaving || document.contingency_id !== null;
  if (!witness.isTrusted(server) || isHeld || isChanged() || pac.heldFor(document.pac_company_id!)) return undefined;
  noteAccount(context, document, now);
  const request = { document_id: document.id, what: 'SUBMIT', attempts: 1, reason: null, started_at: null } as const;
  opening.mark = { claim: { document, request }, eventId, isTooLate: graceOf(() => performance.now()) };
  const leaseMs = certification.pacTimeoutMs + LEASE_GRACE_MS;
  return {
    claimed: { attempt: 1, ...evidenceOf(document.pac_input) },
    columns: { attempts: 1, started_at: sql<Date>`statement_timestamp()`, lease_until: msFromNow(leaseMs) },
  };
}

/** Evidence in the timeline of the bytes that are about to be sent. */
export function evidenceOf(payload: unknown): { payloadSha256: string } {
  return { payloadSha256: createHash('sha256').update(JSON.stringify(payload)).digest('hex') };
}

/** So that the account of a company that has none of its own is not asked for. */
export function noteAccount(
  { accounts }: Pick<CertificationContext, 'accounts'>,
  document: Pick<FiscalDocument, 'pac_company_id'>,
  now: TenantNow,
): void {
  if (document.pac_company_id !== now.pacCompanyId) return;
  accounts.noted(now.pacCompanyId!, seenOf(now));
}

export function seenOf(tenant: Pick<TenantNow, 'pacMake' | 'pacEnvironment' | 'hasPacKey'>): Seen {
  return { make: tenant.pacMake, environment: tenant.pacEnvironment, hasKey: tenant.hasPacKey };
}
