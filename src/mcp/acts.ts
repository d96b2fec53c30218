// Acts of assistants as operations: arguments by the schema, and what is told of an act before and after it.
import { getNamedType, isObjectType, type GraphQLField } from 'graphql';
import { schema } from '../api/schema.ts';
import { badInput } from '../platform/errors.ts';
import { ACTS_OF_ASSISTANTS } from '../tenancy/index.ts';
import { argumentSchema, declared, isRequired, type JsonSchema, type Operation } from '../verbs/index.ts';

const SUMS = 'subtotal tax total';
const FINDINGS = 'findings { severity field message }';
const FILED = `mode legalStatus submissionState documentType ${SUMS} ${FINDINGS}`;

/** By type, what is told: lines, totals, tax, warnings, deadlines, and whom it reaches. */
const TOLD: Readonly<Record<string, string>> = {
  Order: `id status dueDate client { id name email } ${SUMS} lines { item { sku name } quantity unitPrice discount total }`,
  Invoice: `id ${FILED} invoiceStatus dueDate paid balance retention { code amount } client { id name ruc emails } lines { description quantity unitPrice tax total }`,
  Credit: `id ${FILED} creditStatus reason invoice { id number balance client { name emails } } lines { item { sku } quantity total }`,
  DebitNote: `id ${FILED} debitStatus reason client { name emails }`,
  GenericCredit: `id ${FILED} reason client { name emails }`,
  Payment: 'id amount method paidAt invoice { id number balance client { name } }',
  PurchaseOrder: 'id status supplier { id name } lines { item { sku name } quantity quantityReceived unitCost }',
  SupplierInvoice: 'id supplier { name }',
  Item: 'id sku name unitPrice taxRate inventory { onHand available reorderLevel }',
  Client: 'id name ruc dv emails telephone archivedAt',
  Supplier: 'id name ruc archivedAt',
  InventoryLog: 'id item { sku name } movementType quantityChange newQuantity',
  StockAdjustment: 'id quantityChange movements { item { sku } quantityChange newQuantity }',
  StockReservation: 'id quantity status',
  PriceList: 'id name',
};

export interface Act extends Operation {
  field: GraphQLField<unknown, unknown>;
  /** All but the key, which is the plan's id. */
  args: GraphQLField<unknown, unknown>['args'];
}

const acts = new Map<string, Act>();

export function actOf(name: string): Act {
  const field = ACTS_OF_ASSISTANTS.includes(name) ? schema.getMutationType()!.getFields()[name] : undefined;
  if (!field) throw badInput('There is no act {act}; the tool describe lists them', { act: name.slice(0, 60) });
  const kept = acts.get(name);
  if (kept) return kept;
  const args = field.args.filter((one) => one.name !== 'idempotencyKey');
  const inputs = args.map((one) => `${one.name}: $${one.name}`).join(', ');
  const act = {
    name,
    field,
    args,
    text: `mutation ${name}(${args.map(declared).join(', ')}) { ${name}(${inputs}) { ${selectionOf(field)} } }`,
  };
  acts.set(name, act);
  return act;
}

function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (TOLD[named.name]) return TOLD[named.name]!;
  return isObjectType(named) && 'id' in named.getFields() ? 'id' : '__typename';
}

export function schemaOf({ args }: Act): JsonSchema {
  const required = args.filter(isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map((one) => [one.name, argumentSchema(one)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
