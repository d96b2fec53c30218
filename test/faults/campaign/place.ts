// A document's number as the PAC counts: of a type and a billing point. The points of a run are all called differently.
export function placeOf(number: { documentType: string; billingPoint: string; numeration: string }): string {
  return `${number.documentType} ${number.billingPoint} ${number.numeration}`;
}
