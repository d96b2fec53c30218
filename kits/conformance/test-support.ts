// A PAC of another make, a few lines long, and its adapter: what the kit has to judge that was not written for it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { buildCufe } from '../../src/fiscal/cufe.ts';
import { createCaller, type Answer } from '../../src/pac/call.ts';
import type { LookupOutcome, PacClient, PacDocument } from '../../src/pac/face.ts';
import { storableJson, type Json } from '../../src/pac/json.ts';
import type { PacPayload } from '../../src/pac/payload.ts';
import type { Issuer } from './assumption.ts';

export const issuer: Issuer = {
  companyId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  ruc: '155596713-2-2015',
  rucType: 2,
  dv: '59',
  branchCode: '0000',
  billingPoint: '001',
  officeId: '01HYYYYYYYYYYYYYYYYYYYYYYY',
};

interface Stored {
  cufe: string;
  total: number;
  anulado: boolean;
}

/** Answers POST /enviar, /estado and /anular, always with 200 and a code, as some PACs do. It knows no PDF and no e-mail. */
export async function otherPac(t: TestContext, issuer: Issuer): Promise<PacClient> {
  const stored = new Map<string, Stored>();
  const answers: Record<string, (body: Record<string, string>) => Json> = {
    '/enviar': (body) => {
      const documento = JSON.parse(body['documento']!) as PacPayload;
      const { information, receiver, items, totals } = documento;
      const key = `${information.documentType}-${information.numeration}`;
      if (stored.has(key)) return { codigo: '102', mensaje: 'El documento ya existe' };
      if (!receiver.name) return { codigo: '201', mensaje: 'razonSocial es requerida' };
      if (receiver.type === '01' && !receiver.address) return { codigo: '201', mensaje: 'direccion es requerida' };
      // Rounds once for the whole document.
      const total = items.reduce(
        (sum, { quantity, prices, itbms }) =>
          sum + quantity * (prices.transfer - (prices.discount ?? 0)) * (1 + [0, 0.07, 0.1, 0.15][Number(itbms.rate)]!),
        0,
      );
      const paid = totals.paymentMethods.reduce((sum, { amount }) => sum + amount, 0);
      if (Math.round(paid * 100) < Math.round(total * 100)) return { codigo: '201', mensaje: 'pagos menores al total' };
      const { issueDate, numeration, ...rest } = information;
      const cufe = buildCufe({
        ...rest,
        issuerRucType: issuer.rucType,
        issuerRuc: issuer.ruc,
        issuerDv: issuer.dv,
        branchCode: issuer.branchCode,
        issueDate: issueDate.slice(0, 10),
        documentNumber: numeration,
        environment: 2,
      });
      stored.set(key, { cufe, total, anulado: false });
      return { codigo: '200', cufe, id: key };
    },
    '/estado': ({ id }) => {
      const found = stored.get(id!);
      return found ? { codigo: '200', id: id!, ...found } : { codigo: '404' };
    },
    '/anular': ({ id }) => {
      const found = stored.get(id!);
      if (found) found.anulado = true;
      return { codigo: found ? '200' : '404' };
    },
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const body = JSON.parse(text) as Record<string, string>;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url!]!(body)));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = otherAdapter(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(async () => {
    await client.close();
    server.close();
  });
  return client;
}

const TAKEN = ['01', '04', '05'];

function otherAdapter(baseUrl: string): PacClient {
  const caller = createCaller({ baseUrl, apiKey: 'key', timeoutMs: 5000 });
  const ask = async (path: string, body: object) => fieldsOf(await caller.sendOnce({ method: 'POST', path, body }));
  const raw = (fields: object): Json => storableJson(fields) ?? null;
  const unable = { outcome: 'unavailable', cause: 'this PAC does not', retryAfterSeconds: null, raw: null } as const;

  async function look(id: string): Promise<LookupOutcome> {
    const fields = await ask('/estado', { id });
    if (fields['codigo'] !== '200') return { outcome: 'notFound', raw: raw(fields) };
    return { outcome: 'found', document: documentOf(fields), raw: raw(fields) };
  }

  return {
    notices: {
      signatureHeader: 'x',
      isGenuine: () => false,
      read: () => ({ outcome: 'missingId', message: '' }),
      reasonsOf: () => [],
    },
    certainty: 'NUMBER',
    takes: (type) => TAKEN.includes(type),
    async submit(_kind, _company, payload) {
      const fields = await ask('/enviar', { documento: JSON.stringify(payload) });
      const reasons = [textOf(fields['mensaje'])];
      const rest = { raw: raw(fields), httpStatus: 200 };
      if (fields['codigo'] === '200') return { outcome: 'accepted', document: documentOf(fields), ...rest };
      return { outcome: fields['codigo'] === '102' ? 'duplicate' : 'rejected', reasons, ...rest };
    },
    fetchDocument: (_kind, _company, id) => look(id),
    async voidDocument(_kind, _company, id) {
      const fields = await ask('/anular', { id });
      return { outcome: 'voided', raw: raw(fields) };
    },
    downloadPdf: async () => ({ outcome: 'unavailable', cause: unable.cause }),
    downloadXml: async () => ({ outcome: 'unavailable', cause: unable.cause }),
    checkDigit: async () => unable,
    sendByEmail: async () => unable,
    close: () => caller.close(),
  };
}

function fieldsOf(answer: Answer): Record<string, Json> {
  return answer.kind === 'answered' ? (answer.json as Record<string, Json>) : {};
}

function documentOf(fields: Record<string, Json>): PacDocument {
  return {
    documentId: textOf(fields['id']),
    legalStatus: 'DGI_AUTHORIZED',
    cufe: textOf(fields['cufe']),
    pdfUrl: null,
    reasons: [],
    isVoided: fields['anulado'] === true,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
