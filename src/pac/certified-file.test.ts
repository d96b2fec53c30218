// Parts that are read of a signed XML, and files that are refused before they can do harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, readOrCause, type CertifiedFile, type OwnFacts } from './certified-file.ts';
import { recount } from './recount-file.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const item = (net: string, tax: string, more = '') =>
  `<gItem><dCantCodInt>2</dCantCodInt><gPrecios><dPrUnit>0.6</dPrUnit><dPrUnitDesc>0.05</dPrUnitDesc><dPrItem>${net}</dPrItem>` +
  `<dValTotItem>${more || '1.177'}</dValTotItem></gPrecios><gITBMSItem><dTasaITBMS>01</dTasaITBMS><dValITBMS>${tax}</dValITBMS></gITBMSItem></gItem>`;
const fileOf = (items: string, sums: string) => `<?xml version="1.0"?>
  <n:rContFe xmlns:n="http://dgi-fep.mef.gob.pa"><n:xFe><n:rFE><n:dId>FE01</n:dId><!-- <dId>FE02</dId> -->
  <gDGen><dNroDF>0000000012</dNroDF><dPtoFacDF>001</dPtoFacDF><dFechaEm>2026-11-05T10:00:00-05:00</dFechaEm>
    <gEmis><gRucEmi><dRuc>1-1-1</dRuc></gRucEmi><dSucEm>0000</dSucEm></gEmis>
    <gDatRec><gRucRec><dRuc>8-442-445</dRuc></gRucRec><dNombRec>A &amp; B</dNombRec></gDatRec></gDGen>
  ${items}<gTot>${sums}</gTot></n:rFE></n:xFe>
  <xProtFe><dProtAut>77</dProtAut><gResProc><dCodRes>0260</dCodRes><dMsgRes>Autorizado</dMsgRes></gResProc>
    <gResProc><dCodRes>1508</dCodRes><dMsgRes>Teléfono &lt;raro&gt;</dMsgRes></gResProc></xProtFe></n:rContFe>`;
const SUMS = '<dTotNeto>1.10</dTotNeto><dTotITBMS>0.08</dTotITBMS><dVTot>1.18</dVTot>';
const WHOLE = fileOf(item('1.1', '0.077'), SUMS);

const read = (xml: string): CertifiedFile => {
  const file = readOrCause(Buffer.from(xml));
  assert.ok(typeof file !== 'string');
  return file;
};

test('the parts of a file are read, whatever their prefix', () => {
  const { facts, sums, lines } = read(WHOLE);
  assert.deepEqual(facts, {
    ...{ cufe: 'FE01', number: '0000000012', point: '001', branch: '0000', issuedAt: '2026-11-05T10:00:00-05:00' },
    ...{ receiverRuc: '8-442-445', protocol: '77', remarks: ['Teléfono <raro> (1508)'] },
    rates: [{ rate: '7', base: '1.1', itbms: '0.077' }],
  });
  assert.deepEqual(sums, { net: '1.1', itbms: '0.08', isc: '0', total: '1.18' });
  assert.equal(lines.length, 1);
});

const BOMB = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>`;
const REFUSED: Record<string, [string | Buffer, RegExp]> = {
  nothing: ['', /root|start/],
  'a page of HTML': ['<html><body>502</body></html>', /no rFE/],
  'one cut in the middle': [WHOLE.slice(0, 400), /unclosed|unexpected/],
  'tags in a wrong order': ['<rFE><dId>1</rFE></dId>', /mismatch/],
  'entities of its own': [`${BOMB}${WHOLE.replace('FE01', '&b;')}`, /document type/],
  'an external entity': ['<!DOCTYPE r SYSTEM "file:///etc/passwd"><rFE/>', /document type/],
  'tags nested too deep': ['<a>'.repeat(1000), /nested/],
  'too many tags': [`<rFE>${'<a/>'.repeat(400_001)}</rFE>`, /more than 400000 tags/],
  'too many bytes': [Buffer.alloc(16 * 1024 * 1024 + 1, 'x'), /larger/],
  'two documents': [`<r>${WHOLE.replace(/<\?.*\?>/, '')}<rFE/></r>`, /more than one/],
  'no CUFE': [WHOLE.replace('FE01', ' '), /no CUFE/],
  'a total that is none': [WHOLE.replace('1.18', '1,18'), /dVTot/],
  'an amount below zero': [WHOLE.replace('>1.18', '>-1.18'), /dVTot/],
  'a number that is no plain decimal': [WHOLE.replace('0.08', '8e-2'), /dTotITBMS/],
  'a line without its net': [WHOLE.replace(/<dPrItem>.*<\/dPrItem>/, ''), /dPrItem/],
  'bytes that are no text': [Buffer.from([0xff, 0xfe, 0x00, 0x3c]), /./],
};

for (const [name, [xml, cause]] of Object.entries(REFUSED))
  test(`a file is refused for ${name}`, () => {
    const before = process.cpuUsage();
    const said = readOrCause(Buffer.from(xml as string));
    assert.ok(typeof said === 'string');
    assert.match(said, cause);
    assert.ok(process.cpuUsage(before).user < 5_000_000);
  });

const OWN: OwnFacts = {
  ...{ cufe: 'FE01', number: '0000000012', point: '001', day: '2026-11-05', receiverRuc: '8-442-445' },
  ...{ net: '1.10', itbms: '0.08', isc: '0', total: '1.18' },
};
const DIFFERENT: [Partial<OwnFacts>, string[]][] = [
  [{}, []],
  [{ cufe: null, receiverRuc: undefined, number: undefined }, []],
  [{ cufe: 'FE03' }, ['CUFE']],
  [{ number: '0000000013' }, ['NUMBER']],
  [{ point: '002' }, ['NUMBER']],
  [{ day: '2026-11-06' }, ['ISSUE_DATE']],
  [{ receiverRuc: '8-442-446' }, ['RECEIVER']],
  [{ total: '1.19' }, ['TOTAL']],
  [{ total: '1.17' }, ['TOTAL']],
  [{ total: '1.184' }, []],
  [{ net: '1.11', itbms: '0.07' }, ['NET', 'ITBMS']],
  [{ isc: '0.01' }, ['ISC']],
];

for (const [ours, fields] of DIFFERENT)
  test(`with ${JSON.stringify(ours)} it differs by ${fields.join(', ') || 'nothing'}`, () => {
    assertEach(differencesOf(read(WHOLE), { ...OWN, ...ours }), ({ field }) => field, fields);
  });

const SUM_OF_TWO = '<dTotNeto>2.20</dTotNeto><dTotITBMS>0.15</dTotITBMS><dVTot>2.35</dVTot>';
const RECOUNTED: [string, RegExp | null][] = [
  [WHOLE, null],
  // Cents of each line, summed up; and exact lines, rounded once.
  [fileOf(item('1.10', '0.08', '1.18').repeat(2), SUM_OF_TWO.replace('0.15', '0.16').replace('2.35', '2.36')), null],
  [fileOf(item('1.10', '0.077').repeat(2), SUM_OF_TWO), null],
  [fileOf(item('1.10', '0.077').repeat(2), SUM_OF_TWO.replace('0.15', '0.16').replace('2.35', '2.36')), /dTotITBMS/],
  // Cents at least, however few digits are written.
  [fileOf(item('1.1', '0.1', '1.2'), SUMS.replace('0.08', '0.10').replace('1.18', '1.20')), /ITBMS of 0.1/],
  [fileOf(item('1.11', '0.08', '1.19'), SUMS), /net of 1.11/],
  [fileOf(item('1.1', '0.07', '1.17'), SUMS), /ITBMS of 0.07/],
  [fileOf(item('1.1', '0.077'), SUMS.replace('1.18', '1.19')), /dVTot is 1.19/],
  [fileOf('', SUMS), /dTotNeto/],
];

for (const [index, [xml, problem]] of RECOUNTED.entries())
  test(`recount ${index + 1} finds ${problem ?? 'that it adds up'}`, () => {
    const said = recount(read(xml)).join('; ');
    if (problem) assert.match(said, problem);
    else assert.equal(said, '');
  });
