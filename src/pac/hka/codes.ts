// The codes of The Factory HKA, which answers a refusal with HTTP 200: what each says of what was asked.
// Sources: felwiki.thefactoryhka.com.pa and its help desk; where they are silent, public clients of the PAC.

/** `expired`: a new token is got, and the same is asked again. `doubt`: the answer does not say what has become of it. */
export type Meaning = 'done' | 'expired' | 'doubt' | 'taken' | 'notFound' | 'refused' | 'noQuota';

interface Code {
  /** Undefined where it means something in some answers alone. */
  means?: Meaning;
  /** As the PAC describes it. */
  says: string;
  /** Meaning in answers about one thing. */
  of?: Partial<Record<Subject, Meaning>>;
}

export type Subject = 'ruc' | 'void' | 'file';

/** Without the zeros that a code begins with. */
export const CODES: Readonly<Record<string, Code>> = {
  0: { says: 'a file, by the older address', of: { file: 'done' } },
  100: { means: 'expired', says: 'the token is invalid' },
  101: { means: 'doubt', says: 'certificate or transmission' },
  102: { means: 'taken', says: 'the number exists already; of a RUC: it is not registered', of: { ruc: 'notFound' } },
  105: { means: 'notFound', says: 'not found' },
  109: { means: 'refused', says: 'a field is missing, or superfluous' },
  110: { means: 'refused', says: 'the address of the mail is invalid' },
  112: { means: 'refused', says: 'the time to void it is over' },
  115: { means: 'notFound', says: 'the RUC is not found' },
  119: { means: 'noQuota', says: 'no documents are left' },
  180: { means: 'refused', says: 'the document that a note corrects is too old' },
  200: { means: 'done', says: 'done; of a document: authorized by the DGI' },
  201: { means: 'doubt', says: 'error while it was processed' },
  202: { means: 'doubt', says: 'error while the answer of the DGI was received' },
  203: { means: 'refused', says: 'the DGI refuses it; the message has its codes' },
  212: { means: 'expired', says: 'the token has expired' },
  300: { means: 'doubt', says: 'to be sent again' },
  401: { means: 'expired', says: 'the token is invalid' },
  600: { says: 'the void is registered (0600)', of: { void: 'done' } },
};

/** Code of the DGI for a number that it has a document of. */
const TAKEN_AT_DGI = /(^|\D)1513\b/;
const CODE_OF_DGI = /^[1-4]\d{3}$/;

/** Undefined for a code without a description, or without a meaning there, which is no verdict. */
export function meaningOf(code: string, reasons: readonly string[], about?: Subject): Meaning | undefined {
  const bare = code.replace(/^0+(?=\d)/, '');
  const own = about && CODES[bare]?.of?.[about];
  if (own) return own;
  const meaning = CODES[bare]?.means ?? (CODE_OF_DGI.test(bare) ? 'refused' : undefined);
  const isTaken = meaning === 'refused' && [bare, ...reasons].some((text) => TAKEN_AT_DGI.test(text));
  return isTaken ? 'taken' : meaning;
}
