// Generates an operation for each root field of the schema, so that new fields are covered without a change here.
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
} from 'graphql';
import { schema } from '../../src/api/schema.ts';

export type Kind = 'query' | 'mutation';

export interface Operation {
  name: string;
  text: string;
  variables: Record<string, unknown>;
}

/** The id for an argument or input field, by its name and the root field. */
export type IdFor = (name: string, operation: string) => string | undefined;

export function fieldsOf(kind: Kind): GraphQLField<unknown, unknown>[] {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root!.getFields());
}

/** A cursor need not name a row of the caller, or any row. */
const CURSOR = 'after';

/** The meaning of an argument that is just called `id`, by root field. */
const BARE_IDS: Record<string, string> = {
  act: 'actId',
  adjustment: 'adjustmentId',
  client: 'clientId',
  getItemById: 'itemId',
  invoice: 'invoiceId',
  credit: 'creditId',
  debitNote: 'debitNoteId',
  discardTillSale: 'tillSaleId',
  genericCredit: 'genericCreditId',
  order: 'orderId',
  payment: 'paymentId',
  plan: 'planId',
  purchaseOrder: 'purchaseOrderId',
  revokeApiToken: 'tokenId',
  setExternal: 'clientId',
  openTill: 'tillSessionId',
  moveTillCash: 'tillSessionId',
  countTill: 'tillSessionId',
  tillSession: 'tillSessionId',
  openStockCount: 'stockCountId',
  countStock: 'stockCountId',
  endStockCount: 'stockCountId',
  postStockCount: 'stockCountId',
  discardStockCount: 'stockCountId',
  stockCount: 'stockCountId',
  sendTransfer: 'transferId',
  receiveTransfer: 'transferId',
  closeTransfer: 'transferId',
  transfer: 'transferId',
  supplier: 'supplierId',
  supplierInvoice: 'supplierInvoiceId',
};

/** Fields that accept any record. */
const ANY_IDS: Record<string, string> = { entityId: 'clientId' };

/** Throws for an unknown name: a field that is queried without an id proves nothing. */
export function among(ids: Readonly<Record<string, string>>): IdFor {
  return (name, operation) => {
    // A list of ids is called by the plural of what each of them is.
    const id = ids[name === 'id' ? (BARE_IDS[operation] ?? name) : (ANY_IDS[name] ?? name.replace(/Ids$/, 'Id'))];
    if (id === undefined) throw new Error(`nothing is known by the name ${name} for ${operation}`);
    return id;
  };
}

/** An operation with an id wherever one is taken, the minimum of other required arguments, and `more`. */
export function operationOf(
  kind: Kind,
  field: GraphQLField<unknown, unknown>,
  idFor: IdFor,
  more: Record<string, unknown> = {},
): Operation {
  const variables: Record<string, unknown> = { ...more };
  // Arguments with a default keep it: an offset of 1 would hide the only row.
  for (const arg of field.args.filter(({ name, defaultValue }) => defaultValue === undefined && name !== CURSOR)) {
    const value = valueOf(arg.name, arg.type, field.name, idFor);
    if (value !== undefined && !(arg.name in more)) variables[arg.name] = value;
  }
  const given = field.args.filter((arg) => arg.name in variables);
  const declared = given.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const text = `${kind}${declared && ` (${declared})`} { ${field.name}${passed && `(${passed})`} ${selectionOf(field.type)} }`;
  return { name: field.name, text, variables };
}

/** Whether the arguments of the field take an id, at any depth. */
export function takesId(field: GraphQLField<unknown, unknown>): boolean {
  return field.args.some((arg) => arg.name !== CURSOR && holdsId(arg.type));
}

function holdsId(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (named.name === 'UUID') return true;
  return isInputObjectType(named) && Object.values(named.getFields()).some((field) => holdsId(field.type));
}

function valueOf(name: string, type: GraphQLInputType, operation: string, idFor: IdFor, isRequired = false): unknown {
  if (isNonNullType(type)) return valueOf(name, type.ofType, operation, idFor, true) ?? example(name, type.ofType);
  if (isListType(type)) {
    const entry = valueOf(
      name,
      isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType,
      operation,
      idFor,
      isRequired,
    );
    return entry === undefined ? undefined : [entry];
  }
  if (isInputObjectType(type)) {
    if (!isRequired && !holdsId(type)) return undefined;
    const entries = Object.values(type.getFields())
      .map((field) => [field.name, valueOf(field.name, field.type, operation, idFor)] as const)
      .filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries);
  }
  return type.name === 'UUID' ? idFor(name, operation) : undefined;
}

/** A value for a required argument that is no id. */
function example(name: string, type: GraphQLInputType): unknown {
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isListType(type)) return [];
  const named = getNamedType(type).name;
  if (named === 'Int') return name === 'year' ? 2026 : 1;
  if (named === 'Boolean') return true;
  if (named === 'Decimal') return name === 'taxRate' ? '7' : '1';
  if (named === 'Date') return '2026-03-01';
  if (named === 'DateTime') return '2026-03-01T17:04:05.123Z';
  if (named === 'UUID') throw new Error(`no id was given for ${name}`);
  if (name === 'series') return 'FAC';
  if (name === 'currency') return 'USD';
  if (name === 'unit') return 'unit';
  return `A ${name} of fifteen characters or more`;
}

const DEPTH = 3;

function selectionOf(type: GraphQLOutputType, depth = DEPTH): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const fields = Object.values(named.getFields())
    .filter((field) => depth > 1 || isLeafType(getNamedType(field.type)))
    .map((field) => `${field.name} ${selectionOf(field.type, depth - 1)}`);
  return `{ ${fields.join(' ')} }`;
}
