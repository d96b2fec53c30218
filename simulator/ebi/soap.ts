/** SOAP 1.1 as WCF speaks it: an envelope read into plain fields, and fields written into one. */

interface Node {
  name: string;
  children: Node[];
  text: string;
}

const TOKEN = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*?)?(\/?)>|([^<]+)|<\?[^>]*\?>|<!--[^]*?-->/y;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, digits: string, name: string) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(digits)),
  );

/** Undefined for what is no well-formed XML; a document type is none of it. */
function nodeOf(xml: string): Node | undefined {
  const root: Node = { name: '', children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const [, closes, name, isEmpty, text] = TOKEN.exec(xml) ?? [];
    if (TOKEN.lastIndex <= at) return undefined;
    const inner = open.at(-1)!;
    if (text !== undefined) inner.text += plain(text);
    else if (closes) {
      if (open.pop()!.name !== name || open.length === 0) return undefined;
    } else if (name !== undefined) {
      const node: Node = { name, children: [], text: '' };
      inner.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return open.length === 1 ? root : undefined;
}

/** A list is told by its name, and names its entries in a way of its own. */
function valueOf({ name, children, text }: Node): unknown {
  if (name.startsWith('lista')) return children.map(valueOf);
  if (children.length === 0) return text.trim();
  return Object.fromEntries(children.map((child) => [child.name, valueOf(child)]));
}

/** The call in the body of an envelope, by its method. */
export function readEnvelope(xml: string): { method: string; fields: Record<string, unknown> } | undefined {
  const envelope = nodeOf(xml.replace(/^\uFEFF/, ''))?.children.find(({ name }) => name === 'Envelope');
  const call = envelope?.children.find(({ name }) => name === 'Body')?.children[0];
  if (!call) return undefined;
  const fields = valueOf(call);
  return { method: call.name, fields: typeof fields === 'object' ? (fields as Record<string, unknown>) : {} };
}

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

function written(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const isNested = typeof value === 'object' && value !== null;
      const inside = isNested
        ? written(value as Record<string, unknown>)
        : escaped(typeof value === 'string' ? value : JSON.stringify(value));
      return `<a:${name}>${inside}</a:${name}>`;
    })
    .join('');
}

export function writeEnvelope(method: string, fields: Record<string, unknown>): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><${method}Response xmlns="http://tempuri.org/"><${method}Result xmlns:a="http://schemas.datacontract.org/2004/07/Services.Response">${written(fields)}</${method}Result></${method}Response></s:Body></s:Envelope>`;
}
