// Name of a document at The Factory HKA, which gives no ids: its branch, billing point, type, number and kind of issue.
import { parseCufe } from '../../fiscal/cufe.ts';
import type { DocumentKey } from '../face.ts';

export interface Name extends Omit<DocumentKey, 'issuedAt'> {
  issueType: string;
  /** All of it in one word, which is the document's id for us. */
  id: string;
}

export function nameOf(key: Omit<Name, 'id'>): Name {
  const { branch, billingPoint, documentType, number, issueType } = key;
  return {
    branch,
    billingPoint,
    documentType,
    number,
    issueType,
    id: [branch, billingPoint, documentType, number, issueType].join('-'),
  };
}

const ID =
  /^(?<branch>[0-9A-Za-z]{4})-(?<billingPoint>\d{3})-(?<documentType>\d{2})-(?<number>\d{10})-(?<issueType>\d{2})$/;

/** Null for what is no such id. */
export function readName(id: string): Name | null {
  const parts = ID.exec(id)?.groups;
  return parts ? nameOf(parts as unknown as Name) : null;
}

/** Name by a CUFE, which has all of it; null for what is none. */
export function nameIn(cufe: string): Name | null {
  const parts = parseCufe(cufe);
  if (parts === null) return null;
  const { branchCode: branch, documentNumber: number, ...rest } = parts;
  return nameOf({ ...rest, branch, number });
}

/** As every method of the PAC wants it. */
export function dataOf({ branch, billingPoint, documentType, number, issueType }: Name) {
  return {
    codigoSucursalEmisor: branch,
    numeroDocumentoFiscal: number,
    puntoFacturacionFiscal: billingPoint,
    tipoDocumento: documentType,
    tipoEmision: issueType,
  };
}
