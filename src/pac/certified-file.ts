// The signed XML of a document, as the DGI's technical sheet names its parts: its identity, its lines and its sums.
import { add, parseDecimal, subtract, compare, type Decimal } from '../platform/decimal.ts';
import { xmlWalker } from '../platform/xml.ts';
import type { CertifiedFacts, CertifiedField } from '../fiscal/certified.ts';
import { parseCufe } from '../fiscal/cufe.ts';
import { ITBMS_RATES } from '../fiscal/itbms.ts';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TAGS = 400_000;
const MOST_DEPTH = 32;

export interface CertifiedSums {
  net: Decimal;
  itbms: Decimal;
  isc: Decimal;
  total: Decimal;
}

/** Texts of a line, as they are written. */
export type CertifiedLine = Readonly<Record<(typeof LINE)[number], string | undefined>>;

export interface CertifiedFile {
  facts: CertifiedFacts;
  sums: CertifiedSums;
  lines: CertifiedLine[];
}

const LINE = [
  'dCantCodInt',
  'dPrUnit',
  'dPrUnitDesc',
  'dPrItem',
  'dValTotItem',
  'dTasaITBMS',
  'dValITBMS',
  'dValISC',
] as const;
/** By the field, the tag with its parent: an issuer has a RUC as well. */
const FACTS = {
  cufe: 'rFE/dId',
  number: 'gDGen/dNroDF',
  point: 'gDGen/dPtoFacDF',
  branch: 'gEmis/dSucEm',
  issuedAt: 'gDGen/dFechaEm',
  receiverRuc: 'gRucRec/dRuc',
} as const;
const SUMS = { net: 'dTotNeto', itbms: 'dTotITBMS', isc: 'dTotISC', total: 'dVTot' } as const;
/** Code of the DGI for an authorization without remarks. */
const AUTHORIZED = '0260';

class UnreadableFile extends Error {}

/** The file, or why it cannot be read. */
export function readOrCause(bytes: Buffer): CertifiedFile | string {
  try {
    return readCertifiedFile(bytes);
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** Throws UnreadableFile. */
function readCertifiedFile(bytes: Buffer): CertifiedFile {
  if (bytes.length > MOST_BYTES) throw new UnreadableFile(`it is larger than ${MOST_BYTES} bytes`);
  const { tags, lines, answers } = textsOf(bytes.toString().replace(/^\uFEFF/, ''));
  const amount = (tag: string, text: string | undefined): Decimal => {
    const value = text === undefined ? undefined : parseDecimal(text);
    if (value === undefined || value.startsWith('-')) throw new UnreadableFile(`its ${tag} is no amount`);
    return value;
  };
  const sum = (name: keyof typeof SUMS, usual?: Decimal) => amount(SUMS[name], tags.get(`gTot/${SUMS[name]}`) ?? usual);
  const facts = Object.entries(FACTS).flatMap(([name, path]) => {
    const text = tags.get(path);
    return text === undefined ? [] : [[name, text]];
  });
  const rates = [...Map.groupBy(lines, ({ dTasaITBMS }) => dTasaITBMS ?? '00')].map(([code, group]) => ({
    rate: ITBMS_RATES.find((one) => one.code === code)?.percent ?? code,
    base: add('0', ...group.map(({ dPrItem }) => amount('dPrItem', dPrItem))),
    itbms: add('0', ...group.map(({ dValITBMS }) => amount('dValITBMS', dValITBMS ?? '0'))),
  }));
  const protocol = tags.get('dProtAut');
  return {
    facts: {
      ...(Object.fromEntries(facts) as { cufe: string }),
      ...(protocol === undefined ? {} : { protocol }),
      rates: rates.toSorted((one, other) => compare(one.rate, other.rate)),
      remarks: answers.filter(({ code }) => code !== AUTHORIZED).map(({ code, text }) => `${text} (${code})`),
    },
    sums: { net: sum('net'), itbms: sum('itbms'), isc: sum('isc', '0'), total: sum('total') },
    lines,
  };
}

interface Texts {
  tags: Map<string, string>;
  lines: CertifiedLine[];
  answers: { code: string; text: string }[];
}

/** Texts of the tags without tags inside, by parent and name. */
function textsOf(xml: string): Texts {
  const walk = xmlWalker({
    mostTags: MOST_TAGS,
    mostDepth: MOST_DEPTH,
    fail: (message) => new UnreadableFile(message),
  });
  const found: Texts = { tags: new Map(), lines: [], answers: [] };
  const names: string[] = [];
  let [text, documents] = ['', 0];
  let line: Partial<Record<string, string>> | undefined;
  walk(xml, {
    open(name) {
      names.push(name);
      text = '';
      if (name === 'rFE') documents += 1;
      if (name === 'gItem') line = {};
    },
    text: (more) => (text += more),
    close(name) {
      names.pop();
      const value = text.trim();
      text = '';
      if (name === 'gItem') line = void found.lines.push(line as CertifiedLine);
      else if (line && (LINE as readonly string[]).includes(name)) line[name] ??= value;
      else if (line) return;
      else if (name === 'dCodRes') found.answers.push({ code: value, text: '' });
      else if (name === 'dMsgRes' && found.answers.length > 0) found.answers.at(-1)!.text = value;
      else if (value !== '') found.tags.getOrInsert(name === 'dProtAut' ? name : `${names.at(-1)}/${name}`, value);
    },
  });
  if (documents !== 1) throw new UnreadableFile(documents === 0 ? 'it has no rFE' : 'it has more than one rFE');
  if (!found.tags.has(FACTS.cufe)) throw new UnreadableFile('it names no CUFE');
  return found;
}

export interface OwnFacts extends CertifiedSums {
  cufe: string | null;
  number: string | undefined;
  point: string | undefined;
  /** The day that was sent; the one of the CUFE stands before it. */
  day: string | undefined;
  receiverRuc: string | undefined;
}

export interface Difference {
  field: CertifiedField;
  certified: string;
  ours: string;
}

/** The gravest first. What the file does not say is no difference. */
export function differencesOf({ facts, sums }: CertifiedFile, ours: OwnFacts): Difference[] {
  const texts: [CertifiedField, string | undefined, string | null | undefined][] = [
    ['CUFE', facts.cufe, ours.cufe],
    ['NUMBER', placed(facts.number, facts.point), placed(ours.number, ours.point)],
    ['ISSUE_DATE', facts.issuedAt?.slice(0, 10), parseCufe(ours.cufe ?? '')?.issueDate ?? ours.day],
    ['RECEIVER', facts.receiverRuc, ours.receiverRuc],
  ];
  const amounts: [CertifiedField, keyof CertifiedSums][] = [
    ['TOTAL', 'total'],
    ['NET', 'net'],
    ['ITBMS', 'itbms'],
    ['ISC', 'isc'],
  ];
  return [
    ...texts.flatMap(([field, certified, own]) =>
      certified === undefined || own == null || certified === own ? [] : [{ field, certified, ours: own }],
    ),
    ...amounts.flatMap(([field, name]) =>
      isACent(subtract(sums[name], ours[name])) ? [{ field, certified: sums[name], ours: ours[name] }] : [],
    ),
  ];
}

function isACent(difference: Decimal): boolean {
  return compare(difference.replace('-', ''), '0.01') >= 0;
}

/** Number at its billing point, whatever zeros they begin with. */
function placed(number: string | undefined, point: string | undefined): string | undefined {
  return number && `${(point ?? '').replace(/^0+/, '')}-${number.replace(/^0+/, '')}`;
}
