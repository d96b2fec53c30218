// Output of graphql-codegen's client preset for a schema and documents (codegen.mjs SCHEMA OPERATIONS FOLDER [MODE]), without any setting but the mode.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, parse, printSchema } from 'graphql';

const [schemaFile, operationsFile, folder, documentMode] = process.argv.slice(2);
const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
const rawSDL = readFileSync(operationsFile, 'utf8');
const files = await preset.buildGeneratesSection({
  baseOutputDir: `${folder}/`,
  schema: parse(printSchema(schema)),
  schemaAst: schema,
  documents: [{ location: operationsFile, document: parse(rawSDL), rawSDL }],
  config: documentMode === undefined ? {} : { documentMode },
  plugins: [],
  pluginMap: {},
  presetConfig: {},
});
mkdirSync(folder, { recursive: true });
for (const file of files) writeFileSync(join(folder, file.filename.slice(folder.length + 1)), await codegen(file));
