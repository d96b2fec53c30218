// A document for the tests of the adapters: one line with each tax, which a test changes as it needs it.
import type { PacPayload } from './payload.ts';

export const payload = (change: Partial<PacPayload> = {}): PacPayload => ({
  idOffice: '0003',
  information: {
    issueType: '01',
    documentType: '01',
    numeration: '0000000123',
    billingPoint: '001',
    securityCode: '123456789',
    nature: '01',
    operationType: 1,
    destination: 1,
    receiverContainer: 1,
    saleType: 1,
    cafe: { format: 1, delivery: 1 },
    issueDate: '2026-11-26T10:00:00.123-05:00',
  },
  receiver: { type: '02', name: 'Consumidor final', country: 'PA' },
  items: [
    {
      number: '0001',
      description: 'Tornillo',
      unit: 'UND',
      quantity: 1,
      prices: { transfer: 1234.12 },
      itbms: { rate: '01' },
      isc: { rate: 1.2, amount: 14.81 },
      oti: [{ code: '01', amount: 0.02 }],
    },
  ],
  totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: 1335.34 }] },
  ...change,
});
