// SOAP 1.1 as the service speaks it: a call written into an envelope, and the fields of an answer read from one.
// Names and namespaces: public clients of EBI and of The Factory HKA, whose manual leaves them out.
import { xmlWalker } from '../../platform/xml.ts';
import { storableJson, type Json } from '../json.ts';

/** By the method, the namespace of the fields inside its arguments. */
const SPACES: Readonly<Record<string, string>> = { Enviar: 'ObjComprobante.v1_0', ConsultarRucDV: 'ApiRest' };
const USUAL_SPACE = 'Model';
/** By the list, the name of its entries. */
export const ENTRIES: Readonly<Record<string, string>> = {
  listaItems: 'item',
  listaItemOTI: 'oti',
  listaDocsFiscalReferenciados: 'docFiscalReferenciado',
  listaFormaPago: 'formaPago',
  listaPagoPlazo: 'pagoPlazo',
  listaTotalOTI: 'totalOti',
};
const MOST_TAGS = 1_000;
const MOST_DEPTH = 12;

export function writeEnvelope(method: string, args: object): string {
  const space = `http://schemas.datacontract.org/2004/07/Services.${SPACES[method] ?? USUAL_SPACE}`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/" xmlns:ser="${space}"><soap:Body>${element(`tem:${method}`, written(args, 'tem'))}</soap:Body></soap:Envelope>`;
}

const element = (name: string, inside: string): string => `<${name}>${inside}</${name}>`;

function written(fields: object, prefix: string): string {
  const entries = Object.entries(fields as Record<string, string | object>);
  return entries.map(([name, value]) => element(`${prefix}:${name}`, inside(name, value))).join('');
}

function inside(name: string, value: string | object): string {
  if (typeof value === 'string') return escaped(value);
  if (!Array.isArray(value)) return written(value, 'ser');
  return value.map((entry: object) => element(`ser:${ENTRIES[name]!}`, written(entry, 'ser'))).join('');
}

/** Without the characters that no XML may have. */
export function escaped(text: string): string {
  const allowed = text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return allowed.replaceAll(/[&<>\r]/g, (one) => `&#${one.charCodeAt(0)};`);
}

interface Node {
  name: string;
  children: Node[];
  text: string;
}

class Unreadable extends Error {}

/** Fields of the result in an envelope; undefined for what is none, a fault too. */
export function readEnvelope(xml: string): Json | undefined {
  try {
    return storableJson(valueOf(resultIn(xml)));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function resultIn(xml: string): Node {
  const walk = xmlWalker({ mostTags: MOST_TAGS, mostDepth: MOST_DEPTH, fail: (message) => new Unreadable(message) });
  const root: Node = { name: '', children: [], text: '' };
  const open = [root];
  walk(xml.replace(/^\uFEFF/, ''), {
    open(name) {
      const node = { name, children: [], text: '' };
      open.at(-1)!.children.push(node);
      open.push(node);
    },
    text: (more) => void (open.at(-1)!.text += more),
    close: () => void open.pop(),
  });
  const steps = [/^Envelope$/, /^Body$/, /Response$/, /Result$/];
  const result = steps.reduce<Node | undefined>((node, step) => node && onlyChild(node, step), root);
  const names = result?.children.map(({ name }) => name) ?? [];
  // A field that stands there twice would be two answers.
  if (open.length !== 1 || !result || new Set(names).size < names.length) throw new Unreadable('it has no result');
  return result;
}

function onlyChild({ children }: Node, name: RegExp): Node | undefined {
  const named = children.filter((child) => name.test(child.name));
  return named.length === 1 ? named[0] : undefined;
}

function valueOf({ children, text }: Node): unknown {
  return children.length === 0
    ? text.trim()
    : Object.fromEntries(children.map((child) => [child.name, valueOf(child)]));
}
