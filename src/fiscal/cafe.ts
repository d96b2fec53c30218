// The printed page of a document (CAFE): in which format it is made and how it reaches the receiver, as data.

/** Source: integrations of Alanube Panamá, information.cafe; mark H. NONE: no page is made, or none is handed over. */
export const CAFE_FORMATS = { NONE: 1, TILL_ROLL: 2, LETTER: 3 } as const;
export const CAFE_DELIVERIES = { NONE: 1, PAPER: 2, ELECTRONIC: 3 } as const;

export type CafeFormat = keyof typeof CAFE_FORMATS;
export type CafeDelivery = keyof typeof CAFE_DELIVERIES;

export interface Cafe {
  format: CafeFormat;
  delivery: CafeDelivery;
}

export const USUAL_CAFE: Cafe = { format: 'LETTER', delivery: 'ELECTRONIC' };

/** Choice of the printed page; an omitted part takes the next default. */
export interface CafeChoice {
  format?: CafeFormat | null | undefined;
  delivery?: CafeDelivery | null | undefined;
}

/** The first that says something, for each of the two. */
export function chosenCafe(...choices: readonly (CafeChoice | null | undefined)[]): Cafe {
  const all = [...choices, USUAL_CAFE];
  return {
    format: all.find((choice) => choice?.format != null)!.format!,
    delivery: all.find((choice) => choice?.delivery != null)!.delivery!,
  };
}

/** As the PAC is sent it. */
export function cafeCodes({ format, delivery }: Cafe) {
  return { format: CAFE_FORMATS[format], delivery: CAFE_DELIVERIES[delivery] };
}
