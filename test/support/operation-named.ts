// One question or act of the API by its name and what is read of it: `operationNamed('createOrder { id total }', { clientId, lines })`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isObjectType } from 'graphql';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8'));
const questions = schema.getQueryType()!.getFields();
const acts = schema.getMutationType()!.getFields();

export interface NamedOperation {
  name: string;
  text: string;
  variables: object;
}

/** Each argument is a variable of its type; of one that takes an `input` and no more, its fields are given. A name alone reads the id. */
export function operationNamed(asked: string, given: object = {}): NamedOperation {
  const [, name, fields] = /^(\w+)(?: (\{[^]*\}))?$/.exec(asked) as unknown as [string, string, string | undefined];
  const { args, type } = (acts[name] ?? questions[name])!;
  const variables = args.length === 1 && args[0]!.name === 'input' ? { input: given } : given;
  const unknown = Object.keys(variables).filter((one) => !args.some((arg) => arg.name === one));
  if (unknown.length > 0) throw new Error(`${name} takes no ${unknown.join(', ')}`);
  const taken = args.filter((arg) => arg.name in variables);
  const declared = taken.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = taken.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const answered = getNamedType(type);
  const read = fields ?? (isObjectType(answered) ? ('id' in answered.getFields() ? '{ id }' : '{ __typename }') : '');
  const kind = name in acts ? 'mutation' : 'query';
  const text = `${kind}${declared && ` (${declared})`} { ${name}${passed && `(${passed})`} ${read} }`;
  return { name, text, variables };
}
