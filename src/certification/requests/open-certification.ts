// The intent: the document's legal row and the request that it be submitted, written in the transaction of the business that wants it.
import { v7 as uuid } from 'uuid';
import { buildCufe, cufeKey, type CufeParts } from '../../fiscal/cufe.ts';
import type { GenerationMode } from '../../fiscal/document.ts';
import type { Finding } from '../../fiscal/finding.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../../fiscal/document-types.ts';
import type { PacPayload } from '../../pac/index.ts';
import type { Sentence } from '../../platform/errors.ts';
import { asRead, json, planned } from '../../platform/sql.ts';
import { pipeline, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { changeDocument, type FiscalDocument } from '../fiscal-document.ts';
import type { IssuerRuc } from '../issuer.ts';
import { afterTryMs, changeRequest, dropVoid, writeRequest } from '../pac-request.ts';
import { environmentDigit, environmentFor } from '../pac-environment.ts';
import { addEvent, newEvent } from '../timeline.ts';
import { claimAtOnce } from './claim-at-once.ts';

export interface Intent {
  type: DocumentType;
  mode: GenerationMode;
  number: string;
  billingPointId: string | null;
  createdBy: string;
  /** Submission to send, in mode DGI. */
  submission?: Submission;
}

export interface Submission {
  payload: PacPayload;
  companyId: string;
  issuer: Issuer;
  /** The contingency that it was made in, if there is one. */
  contingencyId?: string | null;
  /** Warnings of the document, as its preview has them. */
  findings?: readonly Finding<Sentence>[];
}

export interface Issuer extends IssuerRuc {
  branchCode: string;
}

/** Answers the document's id, which its business row shares. */
export async function openCertification(context: CertificationContext, db: TenantDb, intent: Intent): Promise<string> {
  context.witness.assertForward();
  const id = uuid();
  const { submission } = intent;
  const { type, mode, number } = intent;
  const { kind } = DOCUMENT_TYPES[type];
  const document = {
    tenant_id: db.tenant.id,
    id,
    ...{ kind, mode, number },
    document_type: type,
    billing_point_id: intent.billingPointId,
    environment: environmentFor(db.tenant, context.certification.environment),
    created_by: intent.createdBy,
  };
  const eventId = uuid();
  const withEvent = (claimed?: object) =>
    db.with('event', () =>
      newEvent(
        db,
        id,
        'INTENT',
        intent.createdBy,
        {
          ...{ kind, mode, number },
          ...(submission ? foretold(context, db.tenant, submission) : {}),
          ...(claimed ? { claimed } : {}),
        },
        eventId,
      ),
    );
  if (submission) {
    const request = submissionOf(context, id, intent.createdBy);
    const awaiting = {
      ...document,
      submission_state: request.state,
      fiscal_number: submission.payload.information.numeration,
      ...sent(context, db.tenant, submission),
    };
    const claimed = claimAtOnce(context, eventId, {
      ...awaiting,
      document_id: null,
      pac_input: asRead(submission.payload),
    });
    // In one statement, so that the trigger which keeps the document's state finds it right already.
    const written = withEvent(claimed?.claimed).with('document', (one) =>
      one.insertInto('fiscal_documents').values(awaiting),
    );
    const row = { tenant_id: db.tenant.id, ...request, ...claimed?.columns };
    await pipeline(db, planned(written.insertInto('pac_requests').values(row)));
    context.lookAgain(db.tenant, id, afterTryMs(context));
  } else {
    const unfiled = { ...document, submission_state: 'NOT_REQUIRED' as const };
    await pipeline(db, planned(withEvent().insertInto('fiscal_documents').values(unfiled)));
  }
  return id;
}

/** A document that was internal so far, which the caller holds locked, is to be submitted after all, under a fiscal number. */
export async function submitLater(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  intent: { number: { number: string; point: { id: string } }; createdBy: string; submission: Submission },
): Promise<void> {
  context.witness.assertForward();
  const { submission, createdBy } = intent;
  const { number, point } = intent.number;
  if (document.submission_state !== 'NOT_REQUIRED') throw new Error(`${document.number} is submitted already`);
  await changeDocument(db, document.id, {
    mode: 'DGI',
    number,
    proforma_number: number === document.number ? null : document.number,
    billing_point_id: point.id,
    environment: environmentFor(db.tenant, context.certification.environment),
    fiscal_number: submission.payload.information.numeration,
    ...sent(context, db.tenant, submission),
  });
  await addEvent(db, document.id, 'INTENT', createdBy, {
    kind: document.kind,
    mode: 'DGI',
    number,
    ...foretold(context, db.tenant, submission),
  });
  await writeRequest(db, submissionOf(context, document.id, createdBy));
  context.lookAgain(db.tenant, document.id, afterTryMs(context));
}

/** Takes back an intent of which nothing has left. The caller holds the document locked, and has seen that it is not being sent. */
export async function withdraw(db: TenantDb, document: FiscalDocument): Promise<void> {
  const request = { document_id: document.id, what: 'SUBMIT' } as const;
  if (document.void_state !== null) {
    await dropVoid(db, { ...request, what: 'VOID' }, 'it was taken back before anything was sent');
  }
  await changeRequest(db, request, { state: 'DROPPED' });
}

function submissionOf({ clock }: CertificationContext, id: string, createdBy: string) {
  const columns = { asked_by: createdBy, asked_at: clock.now(), reason: null };
  return { document_id: id, what: 'SUBMIT', state: 'PENDING', ...columns } as const;
}

function sent(context: CertificationContext, tenant: Tenant, submission: Submission) {
  const environment = environmentDigit(environmentFor(tenant, context.certification.environment));
  const expected = expectedCufe(submission.payload, submission.issuer, environment);
  return {
    pac_company_id: submission.companyId,
    pac_input: json(submission.payload),
    contingency_id: submission.contingencyId ?? null,
    // Without the issuer's RUC only the key can be foretold, which does not contain it.
    expected_cufe: submission.issuer.ruc === null ? null : expected,
    cufe_key: cufeKey(expected),
  };
}

/** Facts known before a document is sent, for its timeline. */
function foretold(context: CertificationContext, tenant: Tenant, submission: Submission): object {
  const { pac_company_id: pacCompanyId, expected_cufe: expectedCufe } = sent(context, tenant, submission);
  const contingency = submission.contingencyId ? { contingencyId: submission.contingencyId } : {};
  const { findings = [] } = submission;
  return { pacCompanyId, expectedCufe, ...contingency, ...(findings.length > 0 ? { findings } : {}) };
}

/** Every part of the CUFE is known before the document is sent; so it recognises the document when its answer is lost. */
function expectedCufe(payload: PacPayload, issuer: Issuer, environment: 1 | 2): string {
  const { information } = payload;
  const parts: CufeParts = {
    documentType: information.documentType,
    issuerRucType: issuer.rucType,
    issuerRuc: issuer.ruc ?? '0',
    issuerDv: (issuer.dv ?? '0').padStart(2, '0'),
    branchCode: issuer.branchCode,
    issueDate: information.issueDate.slice(0, 10),
    documentNumber: information.numeration,
    billingPoint: information.billingPoint,
    issueType: information.issueType,
    environment,
    securityCode: information.securityCode,
  };
  return buildCufe(parts);
}
