// A stranger's text as it may be stored and shown: nothing in it acts on a terminal or turns the direction of what follows.

/** Control and format characters, and separators of lines and paragraphs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Each is replaced by one visible character, so that no text grows by it. Lines and tabs stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => ('\t\n\r'.includes(found) ? found : visible(found.codePointAt(0)!)));
}

/** For what stands inside a sentence or a line of output. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/[\t\n\r]+/g, ' '));
}

/** The first characters, as UTF-16 counts them, and never half of one: no database stores that. */
export function cut(text: string, most: number): string {
  return text.slice(0, (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most);
}

/** The picture of a C0 control where there is one. */
function visible(code: number): string {
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\uFFFD';
}
