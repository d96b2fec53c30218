// Types of the parts of the parser that we use; it comes without any.
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      listen: (
        name: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
        isEmpty: boolean,
      ) => void,
    ): this;
    on(event: 'text', listen: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata' | 'closeTag' | 'attention', listen: (text: string) => void): this;
    on(event: 'error', listen: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
