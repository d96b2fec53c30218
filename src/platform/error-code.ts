// Failures that are told apart by their code: of the system, of the network or of the database.
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Catches a failure that is expected, by its code; any other is thrown on. */
export function expecting(code: string): (error: unknown) => undefined {
  return (error) => {
    if (codeOf(error) !== code) throw error;
  };
}
