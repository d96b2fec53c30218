// Tests of a document as The Factory HKA takes it: amounts, receivers, and what belongs to some types only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PacPayload } from '../payload.ts';
import { CUFE, documentSent, OK, payload, replies, submit } from './test-support.ts';

test('the sample of the wiki: exact lines, sums rounded once', async () => {
  replies['/Enviar'] = [OK];
  await submit();
  const { listaItems, totalesSubTotales, datosTransaccion, codigoSucursalEmisor } = documentSent();
  const { precioItem, valorITBMS, valorISC, valorTotal, tasaISC, unidadMedida, listaItemOTI } = listaItems[0]!;
  assert.deepEqual(
    { precioItem, valorITBMS, valorISC, valorTotal, tasaISC, unidadMedida, listaItemOTI },
    {
      precioItem: '1234.12',
      valorITBMS: '86.3884',
      valorISC: '14.80944',
      valorTotal: '1335.33784',
      tasaISC: '0.012',
      unidadMedida: 'und',
      listaItemOTI: [{ tasaOTI: '01', valorTasa: '0.02' }],
    },
  );
  assert.deepEqual(totalesSubTotales, {
    totalPrecioNeto: '1234.12',
    totalITBMS: '86.39',
    totalISC: '14.81',
    totalMontoGravado: '101.22',
    totalFactura: '1335.34',
    totalValorRecibido: '1335.34',
    tiempoPago: '1',
    nroItems: '1',
    totalTodosItems: '1335.34',
    listaFormaPago: [{ formaPagoFact: '02', valorCuotaPagada: '1335.34' }],
    listaTotalOTI: [{ codigoTotalOTI: '01', valorTotalOTI: '0.02' }],
  });
  assert.equal(codigoSucursalEmisor, '0003');
  assert.equal(datosTransaccion.fechaEmision, '2026-11-26T10:00:00-05:00');
});

test('1,000 tickets: each sum is that of its lines, counted in integers', async () => {
  replies['/Enviar'] = [OK];
  let seed = 7;
  const below = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const micro = (text: string) => {
    const [whole, fraction = ''] = text.split('.');
    return BigInt(whole! + fraction.padEnd(6, '0'));
  };
  const half = (amount: bigint, unit: bigint) => (amount + unit / 2n) / unit;
  for (let ticket = 0; ticket < 1_000; ticket += 1) {
    const items = Array.from({ length: 1 + below(20) }, (_, index) => ({
      ...payload().items[0]!,
      number: String(index + 1).padStart(4, '0'),
      quantity: (1 + below(5_000)) / 1_000,
      prices: { transfer: (1 + below(300)) / 100 },
      isc: undefined,
      oti: undefined,
    }));
    await submit({ items: items });
    const { listaItems, totalesSubTotales: totals } = documentSent();
    let [net, tax, all] = [0n, 0n, 0n];
    items.forEach(({ quantity, prices }, index) => {
      // Thousandths times cents are 5 digits; 7 % of it is 7 digits, of which a line shows 6.
      const own = BigInt(Math.round(quantity * 1_000)) * BigInt(Math.round(prices.transfer * 100));
      const itbms = half(own * 7n, 10n);
      assert.equal(micro(listaItems[index]!.precioItem), own * 10n);
      assert.equal(micro(listaItems[index]!.valorITBMS), itbms);
      assert.equal(micro(listaItems[index]!.valorTotal), own * 10n + itbms);
      [net, tax, all] = [net + own * 10n, tax + itbms, all + own * 10n + itbms];
    });
    const cents = (text: string) => BigInt(text.replace('.', ''));
    assert.equal(cents(totals.totalPrecioNeto), half(net, 10_000n));
    assert.equal(cents(totals.totalITBMS), half(tax, 10_000n));
    assert.equal(cents(totals.totalFactura), half(all, 10_000n));
  }
});

const RECEIVERS: [string, PacPayload['receiver'], object][] = [
  [
    'a consumer without a name',
    { type: '02', country: 'PA' },
    { tipoClienteFE: '02', tipoContribuyente: '1', numeroRUC: '00000', pais: 'PA' },
  ],
  [
    'a taxpayer',
    {
      type: '01',
      ruc: { type: 2, ruc: '155596713-2-2015', verificationDigit: '9' },
      name: 'Una, S.A.',
      address: 'Calle 50',
      location: { code: '8-8-7', province: 'Panamá', district: 'Panamá', corregimiento: 'Bella Vista' },
      country: 'PA',
      emails: ['a@example.com', 'b@example.com'],
      telephones: ['+1 555 123 4567', '6000-0000'],
    },
    {
      tipoClienteFE: '01',
      tipoContribuyente: '2',
      numeroRUC: '155596713-2-2015',
      digitoVerificadorRUC: '09',
      razonSocial: 'Una, S.A.',
      direccion: 'Calle 50',
      codigoUbicacion: '8-8-7',
      provincia: 'Panamá',
      distrito: 'Panamá',
      corregimiento: 'Bella Vista',
      telefono1: '6000-0000',
      correoElectronico1: 'a@example.com',
      correoElectronico2: 'b@example.com',
      pais: 'PA',
    },
  ],
  [
    'a foreigner in Panama, without RUC, DV and location',
    {
      type: '04',
      ruc: { type: 1, ruc: '8-1-1', verificationDigit: '01' },
      name: 'John',
      location: { code: '8-8-7' },
      country: 'US',
      foreign: { number: 'X1', country: 'US' },
    },
    {
      tipoClienteFE: '04',
      razonSocial: 'John',
      tipoIdentificacion: '01',
      nroIdentificacionExtranjero: 'X1',
      paisExtranjero: 'Estados Unidos',
      pais: 'PA',
    },
  ],
];
for (const [name, receiver, expected] of RECEIVERS) {
  test(`a receiver: ${name}`, async () => {
    replies['/Enviar'] = [OK];
    await submit({ receiver });
    assert.deepEqual(documentSent()['datosTransaccion'].cliente, expected);
  });
}

test('texts that the PAC would refuse for their length are lengthened', async () => {
  replies['/Enviar'] = [OK];
  const [line] = payload().items;
  await submit({
    items: [{ ...line!, description: 'X' }],
    totals: { paymentTime: 1, paymentMethods: [{ type: '99', amount: 1335.34, description: 'Yappy' }] },
  });
  const { listaItems, totalesSubTotales } = documentSent();
  assert.equal((listaItems[0] as unknown as { descripcion: string }).descripcion, 'Ítem X');
  assert.deepEqual((totalesSubTotales as unknown as { listaFormaPago: object[] }).listaFormaPago, [
    { formaPagoFact: '99', descFormaPago: 'Otro pago: Yappy', valorCuotaPagada: '1335.34' },
  ]);
});

test('an export, a note, a term, a retention and a contingency', async () => {
  replies['/Enviar'] = [OK];
  const { information, items } = payload();
  await submit({
    information: {
      ...information,
      issueType: '02',
      documentType: '04',
      destination: 2,
      contingency: { startDate: '2026-11-26T08:00:00.5-05:00', reason: 'Sin servicio de Internet' },
    },
    receiver: { type: '04', name: 'John', country: 'US', foreign: { number: 'X1', country: 'US' } },
    items: items.map((item) => ({
      ...item,
      prices: { transfer: 2, discount: 0.5 },
      cpbs: { code: '3116', unit: 'UND' },
    })),
    exportation: { incoterm: 'FOB', currency: 'EUR', exchangeRate: 0.9, amount: 1.4, port: 'Balboa' },
    totals: {
      paymentTime: 2,
      paymentMethods: [{ type: '01', amount: 1.65 }],
      installmentPayment: [{ sequence: 1, dueDate: '2026-12-26', amount: 1.65 }],
      retention: { code: 1, amount: 0.11 },
    },
    referencedDocuments: [
      { cufe: CUFE, issueDate: '2026-11-01T00:00:00-05:00' },
      { emissionType: 'PRINTER', otherIdentification: 'P-1', issueDate: '2026-11-02T00:00:00-05:00' },
    ],
  });
  const { datosTransaccion: facts, listaItems, totalesSubTotales: totals } = documentSent();
  assert.equal(facts.tipoEmision, '02');
  assert.equal(facts.fechaInicioContingencia, '2026-11-26T08:00:00-05:00');
  assert.equal(facts.motivoContingencia, 'Sin servicio de Internet');
  assert.equal(facts.cliente.pais, 'US');
  assert.deepEqual(facts.datosFacturaExportacion, {
    condicionesEntrega: 'FOB',
    monedaOperExportacion: 'EUR',
    tipoDeCambio: '0.90',
    montoMonedaExtranjera: '1.40',
    puertoEmbarque: 'Balboa',
  });
  assert.deepEqual(facts.listaDocsFiscalReferenciados, [
    { fechaEmisionDocFiscalReferenciado: '2026-11-01T00:00:00-05:00', cufeFEReferenciada: CUFE },
  ]);
  const { precioUnitario, precioUnitarioDescuento, codigoCPBS, codigoCPBSAbrev, unidadMedidaCPBS } = listaItems[0]!;
  assert.deepEqual(
    [precioUnitario, precioUnitarioDescuento, codigoCPBS, codigoCPBSAbrev, unidadMedidaCPBS],
    ['2.00', '0.50', '3116', '31', 'und'],
  );
  // 1.50 with 7 % and 1.2 % of it and 0.02 is 1.643, a cent from the sum of its parts, which was paid.
  assert.equal(totals.totalFactura, '1.64');
  assert.deepEqual(totals.retencion, { codigoRetencion: '1', montoRetencion: '0.11' });
  assert.deepEqual(totals.listaPagoPlazo, [{ fechaVenceCuota: '2026-12-26T23:59:59-05:00', valorCuota: '1.64' }]);
});
