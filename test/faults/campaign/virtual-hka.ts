// The Factory HKA's own adapter, or EBI's, before its stand-in, without a network; a document is named by its CUFE, as the oracle knows it.
import { answerCall, type PacCall } from '../../../simulator/calls.ts';
import { EBI } from '../../../simulator/ebi/face.ts';
import { HKA } from '../../../simulator/hka/face.ts';
import type { Answer, Call, Caller } from '../../../src/pac/call.ts';
import { createEbiClient } from '../../../src/pac/ebi/client.ts';
import { readEnvelope } from '../../../src/pac/ebi/soap.ts';
import { readJson } from '../../../src/pac/json.ts';
import { createHkaClient } from '../../../src/pac/hka/rest.ts';
import { nameOf } from '../../../src/pac/hka/name.ts';
import type { PacClient } from '../../../src/pac/index.ts';
import { byCufe } from '../../support/known-by-number.ts';
import { placeOf } from './place.ts';
import { answerOf, ORIGIN, TOO_LATE, type VirtualWire } from './virtual-pac.ts';

/** Faults that this PAC does not have, and those of its own in their place. */
const INSTEAD: Record<string, string> = {
  cufeWithoutId: 'code201=accepted',
  mixedAnswer: 'duplicate1513=accepted',
  http413: 'code300',
  http400: 'code202',
  'http400=accepted': 'code202=accepted',
  'http429=5': 'expiredToken',
  expiredPdf: 'http500',
  pdfElsewhere: 'http503',
  pdfRedirect: 'pdfHtml',
  pdfHuge: 'pdfCut',
  pdfDrip: 'pdfCut',
};

/** `isEbi`: by SOAP, with the user and the password in each call. */
export function virtualHka({ world, around, onArrival, onPage }: VirtualWire, isEbi: boolean): PacClient {
  const face = isEbi ? EBI : HKA;
  const keyOf = (companyId: string): string => `${companyId}:${world.apiKey}`;
  // No token is asked for by SOAP, so none has ended.
  const insteadOf = (name: string): string => (isEbi && name === 'http429=5' ? 'http503' : (INSTEAD[name] ?? name));
  /** Fault of the call that is under way; it strikes the first request that is not for a token. */
  let fault: string | null = null;

  async function request({ method, path, body, token, text, headers }: Call, companyId: string): Promise<Answer> {
    const route = face.routeOf(method, path, headers?.['soapaction'])!;
    const struck = route.operation === 'login' ? null : fault;
    if (struck !== null) fault = null;
    if (struck === 'refusedConnection') return { kind: 'failed', cause: 'connect ECONNREFUSED', mayHaveArrived: false };
    const call: PacCall = {
      ...route,
      query: new URLSearchParams(),
      origin: ORIGIN,
      authorization: token === undefined || token === '' ? undefined : `Bearer ${token}`,
      faultHeader: struck === null || struck === 'resetMidBody' ? undefined : insteadOf(struck),
      body: bodyOf(text?.(keyOf(companyId)) ?? (body === undefined ? '' : JSON.stringify(body))),
    };
    if (struck === 'resetMidBody') {
      noteCut(call);
      return { kind: 'failed', cause: 'read ECONNRESET', mayHaveArrived: true };
    }
    return answerOf((await answerCall(world, face, call)).outcome, isEbi ? readEnvelope : readJson);
  }

  /** As the stand-in's own server would: it saw the connection, and not the end of the request. */
  function noteCut(call: PacCall): void {
    const { operation } = call;
    if (operation !== 'submit' && operation !== 'void') return;
    const companyId = face.companyIdOf(world, call) ?? '';
    const number = operation === 'submit' ? face.numberOf(world, companyId, call) : null;
    const documentId = face.documentOf(world, companyId, call)?.id ?? null;
    const asked = { operation, documentId, number, faults: ['resetMidBody' as const] };
    world.acting.push({ ...asked, isWhole: false, isDone: false, answered: null });
  }

  const bodyOf = (text: string): unknown =>
    text === '' ? undefined : isEbi ? face.read!(Buffer.from(text)) : (JSON.parse(text) as unknown);
  const callerOf = (companyId: string): Caller => ({
    ask: (call) => request(call, companyId),
    sendOnce: async (call, isTooLate) => (isTooLate?.() ? TOO_LATE : request(call, companyId)),
    close: async () => undefined,
  });
  const clientOf = (companyId: string): PacClient =>
    (isEbi ? createEbiClient : createHkaClient)(
      { baseUrl: ORIGIN, apiKey: keyOf(companyId), timeoutMs: 15_000, fileHosts: [] },
      () => callerOf(companyId),
    );
  /** Name of a document at this PAC, by the CUFE that it has for the oracle. */
  const named = (companyId: string, cufe: string): string => {
    const document = world.register.withCufe(companyId, cufe);
    if (!document) return cufe;
    const { issuer, submission, billingPoint, numeration: number } = document;
    const { documentType, issueType } = submission;
    return nameOf({ branch: issuer.branchCode, billingPoint, documentType, number, issueType }).id;
  };
  const struckBy = <T>(call: () => Promise<T>) => {
    return (one: string | null): Promise<T> => {
      fault = one;
      return call();
    };
  };

  return {
    ...clientOf(''),
    submit: (kind, companyId, payload, ...rest) =>
      around(
        'submit',
        async (one) => {
          if (one !== 'refusedConnection' && one !== 'resetMidBody') onArrival(payload.information);
          fault = one;
          return byCufe(await clientOf(companyId).submit(kind, companyId, payload, ...rest));
        },
        placeOf(payload.information),
      ),
    fetchDocument: (kind, companyId, cufe) =>
      around(
        'get',
        struckBy(async () => byCufe(await clientOf(companyId).fetchDocument(kind, companyId, named(companyId, cufe)))),
      ),
    findByNumber: (kind, companyId, key) =>
      around(
        'get',
        struckBy(async () => byCufe((await clientOf(companyId).findByNumber!(kind, companyId, key))!)),
      ),
    voidDocument: (kind, companyId, cufe, ...rest) =>
      around(
        'void',
        struckBy(async () =>
          byCufe(await clientOf(companyId).voidDocument(kind, companyId, named(companyId, cufe), ...rest)),
        ),
      ),
    async fileByCufe(companyId, cufe, format) {
      // Lines of six digits are compared with the books elsewhere.
      if (format === 'xml') return undefined;
      const file = await around(
        'pdf',
        struckBy(async () => (await clientOf(companyId).fileByCufe!(companyId, cufe, format))!),
      );
      if ('bytes' in file) onPage(world.register.withCufe(companyId, cufe)!, file.bytes);
      return file;
    },
    quota: (companyId) =>
      around(
        'get',
        struckBy(() => clientOf(companyId).quota!(companyId)),
      ),
    checkDigit: (companyId, ...rest) =>
      around(
        'get',
        struckBy(() => clientOf(companyId).checkDigit(companyId, ...rest)),
      ),
    sendByEmail: (companyId, cufe, mail) =>
      around(
        'get',
        struckBy(() => clientOf(companyId).sendByEmail(companyId, named(companyId, cufe), mail)),
      ),
  };
}
