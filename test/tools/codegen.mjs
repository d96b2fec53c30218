// What graphql-codegen makes of a schema and a document (codegen.mjs SCHEMA OPERATIONS), as its users call it.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, printSchema } from 'graphql';

const [schemaFile, operationsFile] = process.argv.slice(2);
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const rawSDL = readFileSync(operationsFile, 'utf8');
const text = await codegen({
  filename: 'generated.ts',
  schema: parse(printSchema(schema)),
  documents: [{ location: operationsFile, document: parse(rawSDL), rawSDL }],
  config: {
    documentMode: 'string',
    useTypeImports: true,
    scalars: { UUID: 'string', Decimal: 'string', Date: 'string', DateTime: 'string', JSON: 'unknown' },
  },
  plugins: [{ operations: {} }, { typedDocuments: {} }],
  pluginMap: { operations, typedDocuments },
});
process.stdout.write(text);
