// Public face of the verbs, which REST and the tools of assistants are built on.
export { VERBS } from './verbs.ts';
export {
  answerIn,
  answerSchema,
  bodySchema,
  declared,
  fieldsOfInput,
  variablesNamed,
  variablesOf,
  verbOf,
} from './verb.ts';
export type { Argument, Verb } from './verb.ts';
export { askerOf, refusalOf, runOperation } from './run-operation.ts';
export type { Asker, Face, Operation } from './run-operation.ts';
export type { HttpRefusal } from '../api/http-refusal.ts';
export { argumentSchema, isRequired, jsonSchemaOf } from './json-schema.ts';
export type { JsonSchema, Named } from './json-schema.ts';
export { eventsSchema } from './events-schema.ts';
