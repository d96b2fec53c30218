// Public face of the verbs, which REST and the tools of assistants are built on.
export { VERBS } from './verbs.ts';
export { answerIn, answerSchema, bodySchema, variablesOf } from './verb.ts';
export type { Verb } from './verb.ts';
export { runOperation } from './run-operation.ts';
export type { Asker, Operation } from './run-operation.ts';
export { argumentSchema, isRequired, jsonSchemaOf } from './json-schema.ts';
export type { JsonSchema, Named } from './json-schema.ts';
