// Names of the columns of an import in people's files, with an example of each.
import type { Language } from '../../texts/say.ts';

interface Heading {
  es: string;
  en: string;
  /** Other words of spreadsheets for it, as `plain` reads them. */
  also?: string;
  example: string;
}

export const EXAMPLE = 'EJEMPLO';

/** By the column's name. */
export const HEADINGS: Readonly<Record<string, Heading>> = {
  sku: {
    ...{ es: 'Código', en: 'SKU', example: EXAMPLE },
    also: 'codigosku codigodearticulo codigoarticulo codigodeproducto codigoproducto cod referencia ref clave item code',
  },
  name: {
    ...{ es: 'Nombre', en: 'Name', example: 'Café molido, 250 g' },
    also: 'descripcion nombreorazonsocial razonsocial articulo producto cliente proveedor nombrecompleto description',
  },
  unitPrice: {
    ...{ es: 'Precio', en: 'Price', example: '4.75' },
    also: 'precioventa preciodeventa preciounitario preciosinitbms pvp precio1 venta',
  },
  taxRate: { es: 'ITBMS %', en: 'ITBMS %', also: 'itbms impuesto tasa tasaitbms iva tax', example: '7' },
  kind: { es: 'Tipo', en: 'Kind', also: 'tipodearticulo clase', example: 'Bien' },
  unit: { es: 'Unidad', en: 'Unit', also: 'unidaddemedida medida um und', example: 'und' },
  cpbs: { es: 'Código CPBS', en: 'CPBS', also: 'codigocpbs', example: '' },
  category: { es: 'Categoría', en: 'Category', also: 'familia departamento grupo linea', example: 'Abarrotes' },
  trackingMode: { es: 'Lotes o series', en: 'Lots or serials', also: 'seguimiento lotes', example: '' },
  reorderLevel: {
    es: 'Punto de reorden',
    en: 'Reorder level',
    also: 'minimo existenciaminima stockminimo',
    example: '20',
  },
  reorderQuantity: { es: 'Cantidad por orden', en: 'Reorder quantity', also: 'cantidadareordenar', example: '' },
  leadTime: { es: 'Días de entrega', en: 'Lead time', also: 'diasdeespera plazodeentrega', example: '' },
  barcode: { es: 'Código de barras', en: 'Barcode', also: 'codigobarras codbarras codigobarra ean upc', example: '' },
  code: {
    ...{ es: 'Código', en: 'Code', example: EXAMPLE },
    also: 'codigodecliente codigocliente codigodeproveedor codigoproveedor cod id numero',
  },
  receiverType: {
    ...{ es: 'Tipo de receptor', en: 'Receiver type', example: 'Contribuyente' },
    also: 'tipodecliente tipodecontribuyente',
  },
  ruc: { es: 'RUC', en: 'RUC', also: 'cedulaoruc ruccedula cedula identificacion', example: '155596713-2-2015' },
  email: { es: 'Correo', en: 'E-mail', also: 'correoelectronico mail', example: 'compras@elsol.example' },
  telephone: { es: 'Teléfono', en: 'Telephone', also: 'tel celular movil phone', example: '236-0000' },
  country: { es: 'País', en: 'Country', example: '' },
  line: { es: 'Dirección', en: 'Address', also: 'direccioncompleta domicilio', example: '' },
  corregimientoCode: { es: 'Código de corregimiento', en: 'Corregimiento code', also: 'codigoubicacion', example: '' },
  province: { es: 'Provincia', en: 'Province', example: '' },
  district: { es: 'Distrito', en: 'District', example: '' },
  corregimiento: { es: 'Corregimiento', en: 'Corregimiento', example: '' },
  number: {
    ...{ es: 'Factura', en: 'Invoice', example: EXAMPLE },
    also: 'numero nfactura nofactura numerodefactura numerofactura documento numerodedocumento',
  },
  client: {
    es: 'Código del cliente',
    en: 'Client code',
    also: 'codigocliente codigodecliente cliente',
    example: 'C-001',
  },
  day: { es: 'Fecha', en: 'Day', also: 'fechadeemision fechaemision fechafactura emision date', example: '2026-03-01' },
  total: { es: 'Total', en: 'Total', also: 'monto importe totalfactura montototal', example: '535.00' },
  dueDay: {
    es: 'Vence',
    en: 'Due',
    also: 'vencimiento fechadevencimiento fechavencimiento duedate',
    example: '2026-03-31',
  },
  balance: { es: 'Saldo', en: 'Balance', also: 'pendiente saldopendiente adeudado', example: '100.00' },
  quantity: {
    ...{ es: 'Existencia', en: 'Quantity', example: '120' },
    also: 'existencias cantidad stock inventario saldo disponible existenciaactual enmano',
  },
  location: { es: 'Ubicación', en: 'Location', also: 'bodega almacen deposito codigodeubicacion', example: '' },
  unitCost: { es: 'Costo', en: 'Cost', also: 'costounitario costopromedio ultimocosto', example: '2.80' },
  lotNumber: { es: 'Lote', en: 'Lot', also: 'numerodelote', example: '' },
};

export const headingOf = (column: string, language: Language): string => HEADINGS[column]![language];

/** Letters and digits alone, without accents or case. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** A heading for each column that one of them is called by; none is taken twice. */
export function guessHeadings(columns: readonly string[], headings: readonly string[]): Record<string, string> {
  const free = new Set(headings.filter((heading) => plain(heading) !== ''));
  const found: Record<string, string> = {};
  const take = (column: string, names: readonly string[]): void => {
    const heading = found[column] ?? [...free].find((one) => names.includes(plain(one)));
    if (heading === undefined) return;
    found[column] = heading;
    free.delete(heading);
  };
  // Names of its own come before what else may be meant.
  for (const column of columns) take(column, [plain(column), ...own(column)]);
  for (const column of columns) take(column, (HEADINGS[column]?.also ?? '').split(' '));
  return found;
}

const own = (column: string): string[] => {
  const { es, en } = HEADINGS[column]!;
  return [plain(es), plain(en)];
};
