// Whether an evidence bundle is whole and agrees with itself: from its files alone, without a database or a network.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { buildCufe, cufeKey, parseCufe } from '../../fiscal/cufe.ts';
import { ITBMS_RATES } from '../../fiscal/itbms.ts';
import { lineAmounts, totalsOf, type Totals } from '../../fiscal/money.ts';
import { pacPayload, type PacPayload } from '../../pac/index.ts';
import { add, compare, plain } from '../../platform/decimal.ts';

export const BUNDLE_FORMAT = 'folio-evidence/1';

export const manifestShape = z.object({
  format: z.literal(BUNDLE_FORMAT),
  document: z.guid(),
  files: z.array(z.object({ name: z.string(), byteSize: z.int(), sha256: z.string() })),
});

export const documentShape = z.object({
  id: z.guid(),
  mode: z.string(),
  number: z.string(),
  kind: z.string(),
  legalStatus: z.string().nullable(),
  pacDocumentId: z.string().nullable(),
  cufe: z.string().nullable(),
  expectedCufe: z.string().nullable(),
  totals: z.object({
    subtotal: z.string(),
    isc: z.string(),
    otherTax: z.string(),
    tax: z.string(),
    total: z.string(),
  }),
});

const timelineShape = z.array(
  z.object({ at: z.iso.datetime(), kind: z.string(), actor: z.string(), detail: z.record(z.string(), z.unknown()) }),
);

const noticesShape = z.array(
  z.object({ cufe: z.string().nullable(), pacDocumentId: z.string().nullable(), state: z.string() }),
);

export type BundleDocument = z.infer<typeof documentShape>;
type Timeline = z.infer<typeof timelineShape>;

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Each sentence says what does not agree; none: the bundle is as it was written, and what it says holds together. */
export function checkBundle(files: ReadonlyMap<string, Buffer>): string[] {
  const problems: string[] = [];
  const read = <T>(name: string, shape: z.ZodType<T>): T | undefined => {
    const bytes = files.get(name);
    if (bytes === undefined) return void problems.push(`${name} is missing`);
    const parsed = shape.safeParse(jsonOf(bytes));
    if (!parsed.success) problems.push(`${name} has not the form that it should have`);
    return parsed.data;
  };
  const manifest = read('manifest.json', manifestShape);
  if (manifest) problems.push(...hashProblems(files, manifest.files));
  const document = read('document.json', documentShape);
  const timeline = read('timeline.json', timelineShape);
  if (!document || !timeline) return problems;
  if (manifest && manifest.document !== document.id) problems.push('the manifest is of another document');
  problems.push(...timelineProblems(document, timeline), ...fileProblems(files, timeline));
  const notices = read('notices.json', noticesShape) ?? [];
  if (notices.some((one) => isOfAnother(document, one))) problems.push('a notice is of another document');
  problems.push(...answerProblems(document, files.get('answer.json')));
  const payload = files.has('payload.json') ? read('payload.json', pacPayload) : undefined;
  if (payload) {
    problems.push(...sentProblems(files.get('payload.json')!, timeline));
    problems.push(...cufeProblems(document, payload), ...totalProblems(document, payload));
  } else if (timeline.some(({ kind }) => kind === 'CLAIMED') && !files.has('payload.json')) {
    problems.push('payload.json is missing, and the document was sent');
  }
  return problems;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function hashProblems(files: ReadonlyMap<string, Buffer>, listed: z.infer<typeof manifestShape>['files']): string[] {
  const names = new Set(listed.map(({ name }) => name));
  return [
    ...listed.flatMap(({ name, byteSize, sha256 }) => {
      const bytes = files.get(name);
      if (bytes === undefined) return [`${name} is missing`];
      return bytes.length === byteSize && sha256Of(bytes) === sha256 ? [] : [`${name} is not as the manifest says`];
    }),
    ...[...files.keys()]
      .filter((name) => name !== 'manifest.json' && !names.has(name))
      .map((name) => `${name} stands in no manifest`),
  ];
}

function timelineProblems({ mode, legalStatus }: BundleDocument, timeline: Timeline): string[] {
  const problems: string[] = [];
  const isInOrder = timeline.every(({ at }, index) => index === 0 || at >= timeline[index - 1]!.at);
  if (!isInOrder) problems.push('the timeline is not in order');
  if (mode !== 'DGI') return problems;
  const first = (kind: string) => timeline.findIndex((event) => event.kind === kind);
  if (first('INTENT') < 0) problems.push('the timeline does not begin with the intent');
  const answered = first('ANSWERED');
  if (answered >= 0 && (first('CLAIMED') < 0 || first('CLAIMED') > answered)) {
    problems.push('an answer stands before anything was sent');
  }
  let status: unknown = null;
  for (const { detail } of timeline.filter(({ kind }) => kind === 'LEGAL_STATUS')) {
    if ((detail['from'] ?? null) !== status) problems.push('a legal status follows from none that was there');
    status = detail['to'];
  }
  if ((status ?? null) !== legalStatus) problems.push('the legal status is not the last one of the timeline');
  return problems;
}

const ATTACHED = ['PDF_ATTACHED', 'XML_ATTACHED'];

/** What was attached is there as it was attached, and nothing else is. */
function fileProblems(files: ReadonlyMap<string, Buffer>, timeline: Timeline): string[] {
  const told = timeline.filter(({ kind }) => ATTACHED.includes(kind)).map(({ detail }) => String(detail['sha256']));
  const here = [...files].filter(([name]) => name.startsWith('files/')).map(([name, bytes]) => [name, sha256Of(bytes)]);
  return [
    ...told
      .filter((sha256) => !here.some(([, one]) => one === sha256))
      .map((sha256) => `the file with the SHA-256 ${sha256} of the timeline is missing`),
    ...here.filter(([, sha256]) => !told.includes(sha256!)).map(([name]) => `${name} was never attached`),
  ];
}

function isOfAnother(
  document: BundleDocument,
  notice: { cufe: string | null; pacDocumentId: string | null; state: string },
): boolean {
  // What contradicts the document was put aside, and is evidence of that.
  if (notice.state === 'PARKED' || notice.state === 'REFUSED') return false;
  const agrees = (said: string | null, ours: string | null) => said === null || ours === null || said === ours;
  return !agrees(notice.cufe, document.cufe) || !agrees(notice.pacDocumentId, document.pacDocumentId);
}

function answerProblems(document: BundleDocument, answer: Buffer | undefined): string[] {
  const body = answer && (jsonOf(answer) as Record<string, unknown> | undefined);
  if (answer && (body === undefined || body === null || typeof body !== 'object')) return ['answer.json is no JSON'];
  const shown = (body?.['document'] ?? body ?? {}) as Record<string, unknown>;
  const differs = (name: string, ours: string | null) =>
    typeof shown[name] === 'string' && ours !== null && shown[name] !== ours;
  return differs('cufe', document.cufe) || differs('id', document.pacDocumentId)
    ? ['the answer is about another document']
    : [];
}

/** What the last attempt is told to have sent. */
function sentProblems(payload: Buffer, timeline: Timeline): string[] {
  const digest = timeline.findLast(({ kind, detail }) => kind === 'CLAIMED' && detail['payloadSha256'] !== undefined)
    ?.detail['payloadSha256'];
  return digest === undefined || digest === sha256Of(payload) ? [] : ['payload.json is not what was sent'];
}

function cufeProblems({ expectedCufe, cufe }: BundleDocument, { information }: PacPayload): string[] {
  const own = {
    documentType: information.documentType,
    documentNumber: information.numeration,
    billingPoint: information.billingPoint,
    issueType: information.issueType,
    securityCode: information.securityCode,
  };
  const rebuilt = (given: string, issueDate?: string): string | null => {
    const parts = parseCufe(given);
    return parts && buildCufe({ ...parts, ...own, issueDate: issueDate ?? parts.issueDate });
  };
  const day = information.issueDate.slice(0, 10);
  return [
    ...(expectedCufe !== null && rebuilt(expectedCufe, day) !== expectedCufe
      ? ['the expected CUFE does not follow from the payload']
      : []),
    // The PAC writes branch, environment and now and then the day from its own records.
    ...(cufe !== null && rebuilt(cufe) !== cufe
      ? ['the CUFE does not follow from the payload, or its check digit is wrong']
      : []),
    ...(cufe !== null && expectedCufe !== null && cufeKey(cufe) !== cufeKey(expectedCufe)
      ? ['the CUFE of the PAC names another document than the expected one']
      : []),
  ];
}

function totalProblems({ totals }: BundleDocument, { items, totals: paid }: PacPayload): string[] {
  const counted = totalsOf(
    items.map(({ quantity, prices, itbms, isc, oti }) =>
      lineAmounts({
        quantity: plain(quantity),
        unitPrice: plain(prices.transfer),
        discount: plain(prices.discount ?? 0),
        taxRate: ITBMS_RATES.find(({ code }) => code === itbms.rate)!.percent,
        iscRate: plain(isc?.rate ?? 0),
        otherTax: add('0', ...(oti ?? []).map(({ amount }) => plain(amount))),
      }),
    ),
  );
  const parts: (keyof Totals)[] = ['subtotal', 'isc', 'otherTax', 'tax', 'total'];
  const methods = add('0', ...paid.paymentMethods.map(({ amount }) => plain(amount)));
  return [
    ...parts
      .filter((part) => compare(counted[part], totals[part]) !== 0)
      .map((part) => `${part} is stated as ${totals[part]}, and the lines come to ${counted[part]}`),
    ...(paid.retention === undefined && compare(methods, totals.total) < 0
      ? [`the payments come to ${methods}, and the document to ${totals.total}`]
      : []),
  ];
}
