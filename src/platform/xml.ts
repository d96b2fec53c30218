// Walks through XML: names without their prefix; a document type is refused, so there are no entities but those of every XML; tags and
// depth are bounded.
import { Parser } from 'saxen';

export interface XmlHandler {
  open?(name: string, attributes: Record<string, string>, decode: (text: string) => string): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface XmlBounds {
  /** Bound on the tags of all that one walker reads. */
  mostTags: number;
  mostDepth: number;
  /** The error that is thrown, by its message. */
  fail(message: string): Error;
}

export type WalkXml = (xml: string, handler: XmlHandler) => void;

export function xmlWalker({ mostTags, mostDepth, fail }: XmlBounds): WalkXml {
  let tags = 0;
  return (xml, { open, text, close }) => {
    const parser = new Parser();
    const bare = (name: string) => name.slice(name.indexOf(':') + 1);
    let depth = 0;
    parser.on('openTag', (name, attributes, decode) => {
      if ((tags += 1) > mostTags) throw fail(`it has more than ${mostTags} tags`);
      if ((depth += 1) > mostDepth) throw fail(`its tags are nested more than ${mostDepth} deep`);
      open?.(bare(name), attributes(), decode);
    });
    parser.on('text', (value, decode) => text?.(decode(value)));
    parser.on('cdata', (value) => text?.(value));
    parser.on('closeTag', (name) => {
      depth -= 1;
      close?.(bare(name));
    });
    parser.on('attention', () => {
      throw fail('it has a document type');
    });
    parser.on('error', (error) => {
      throw fail(error.message);
    });
    parser.parse(xml);
  };
}
