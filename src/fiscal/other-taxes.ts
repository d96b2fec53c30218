// Taxes and charges beside ITBMS and ISC that a line may bear (OTI), by the code that fiscal documents have for them.
// Documented: The Factory HKA, method Enviar, listaItemOTI (felwiki.thefactoryhka.com.pa). Rates change by law; one that is given wins.

interface OtherTax {
  code: string;
  name: string;
  /** In per cent of the net; none where the tax is an amount. */
  percent?: string;
}

export const OTHER_TAXES: readonly OtherTax[] = [
  { code: '01', name: 'SUME 911' },
  { code: '02', name: 'Tasa de portabilidad numérica' },
  { code: '03', name: 'Impuesto sobre seguros', percent: '5' },
  { code: '04', name: 'Impuesto sobre seguros de autos (ATTT)', percent: '1' },
  { code: '05', name: 'Tasa de salida de aeropuerto (FZ)' },
  { code: '06', name: 'Cargo por incentivo al desarrollo aeroportuario (F3)' },
  { code: '07', name: 'Cargo por seguridad aeroportuaria (AH)' },
  { code: '08', name: 'Otros cargos (XT)' },
  { code: '09', name: 'Combustible (YQ)' },
  { code: '10', name: 'FECI' },
  { code: '11', name: 'Intereses' },
];

export const OTHER_TAX_CODES: readonly string[] = OTHER_TAXES.map(({ code }) => code);

export function usualPercent(code: string): string | undefined {
  return OTHER_TAXES.find((tax) => tax.code === code)?.percent;
}
