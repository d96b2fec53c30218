// Type of an invoice, and the parts of its order that break the type's rules.
import type { Item } from '../catalog/index.ts';
import { rulesOf, USUAL_TYPE, type DocumentType } from '../fiscal/document-types.ts';
import type { ExportData } from '../fiscal/export.ts';
import { badInput, sentence, type Sentence } from '../platform/errors.ts';
import { readExportData, type ExportAsked } from './payload/exportation.ts';

export interface TypeAsked {
  /** Left out: a sale within Panama. */
  documentType?: DocumentType | null | undefined;
  /** Terms of delivery, currency and port of what goes abroad. */
  export?: ExportAsked | null | undefined;
}

export interface InvoiceType {
  type: DocumentType;
  exportData: ExportData | null;
}

export function readInvoiceType({ documentType, export: exportInput }: TypeAsked): InvoiceType {
  const type = documentType ?? USUAL_TYPE.INVOICE;
  const { kind, name } = rulesOf(type);
  if (kind !== 'INVOICE')
    throw badInput('{field} must be a type of invoice; {name} is a note', { field: 'documentType', name });
  return { type, exportData: readExportData(exportInput) };
}

/** A document that moves no goods sells services, so that there is nothing to bring back either. */
export function problemOfGoods(type: DocumentType, items: ReadonlyMap<string, Item>): Sentence | undefined {
  if (rulesOf(type).stock === 'LEAVES') return undefined;
  const goods = [...items.values()].find(({ kind }) => kind !== 'SERVICE');
  return (
    goods && sentence('A document of type {type} moves no goods, and {sku} is no service', { type, sku: goods.sku })
  );
}
