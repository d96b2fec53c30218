// Field of the contract from which a part of the payload comes: errors are corrected there.

/** The first that fits; `$1` is the place of a line. */
const FIELDS: readonly [path: RegExp, field: string][] = [
  [/^receiver\.(?:ruc|foreign\.number)/, 'client.ruc'],
  [/^receiver\.(?:country|foreign)/, 'client.country'],
  [/^receiver\.type/, 'client.receiverType'],
  [/^receiver\.address/, 'client.address.line'],
  [/^receiver\.location\.(province|district|corregimiento)/, 'client.address.$1'],
  [/^receiver\.location/, 'client.address.corregimientoCode'],
  [/^receiver\.emails/, 'client.emails'],
  [/^receiver\.telephones/, 'client.telephone'],
  [/^receiver\.name/, 'client.name'],
  [/^receiver/, 'client'],
  [/^items\.(\d+)\.prices\.transfer/, 'lines[$1].unitPrice'],
  [/^items\.(\d+)\.prices\.discount/, 'lines[$1].discount'],
  [/^items\.(\d+)\.itbms/, 'lines[$1].taxRate'],
  [/^items\.(\d+)\.(quantity|unit|cpbs|description)/, 'lines[$1].$2'],
  [/^items\.(\d+)\.code/, 'lines[$1].sku'],
  [/^items\.(\d+)/, 'lines[$1]'],
  [/^items/, 'lines'],
  [/^totals/, 'payment'],
  [/^idOffice/, 'office.pacOfficeId'],
  [/^information\.billingPoint/, 'billingPoint.code'],
];

/** Null for what Folio makes by itself. */
export function fieldOf(path: readonly PropertyKey[]): string | null {
  const written = path.join('.');
  for (const [place, field] of FIELDS) {
    const found = place.exec(written);
    if (found) return field.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
  }
  return null;
}
