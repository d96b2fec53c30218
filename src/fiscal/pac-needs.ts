// Facts that a PAC refuses a document without, and others do not: data of its profile, which the rules of receivers and types read.

export interface PacNeeds {
  /** Least characters of the address of a taxpayer and of the State; left out where they need none. */
  readonly addressLength?: number;
  /** A document that goes abroad has the data of the export, whatever its type. */
  readonly exportData?: true;
}
