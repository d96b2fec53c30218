// A reason to end a connection, with the last word that its client gets.

export class Farewell extends Error {
  /** PostgreSQL's code (SQLSTATE) for it. */
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

export const shuttingDown = (): Farewell => new Farewell('57P01', 'the embedded database is shutting down');
