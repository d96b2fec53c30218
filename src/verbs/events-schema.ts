// JSON Schema of the events, as a webhook's body, the stream and the feed of the client have them: printed from the catalogue.
import { EVENT_TYPES, type EventFacts } from '../events/index.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';

let made: (JsonSchema & { $defs: Record<string, JsonSchema> }) | undefined;

/** The schema of any event of the catalogue; in `$defs` that of each type by its name. */
export function eventsSchema(): NonNullable<typeof made> {
  const types = Object.entries<EventFacts>(EVENT_TYPES);
  return (made ??= {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Events of Folio',
    description: 'Later releases add types, and fields of data.',
    oneOf: types.map(([type]) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(types.map(([type, facts]) => [type, eventSchema(type, facts)])),
  });
}

function eventSchema(type: string, { when, readBy, fields }: EventFacts): JsonSchema {
  const named = Object.entries(fields);
  const required = named.filter(([, one]) => one.endsWith('!')).map(([name]) => name);
  return {
    description: `${when[0]}. Read by ${readBy.join(', else ')}.`,
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: { ...jsonSchemaOf('UUID!'), description: 'Of the event: the same at each repetition.' },
      type: { const: type },
      timestamp: jsonSchemaOf('DateTime!'),
      data: {
        type: 'object',
        required,
        properties: Object.fromEntries(named.map(([name, one]) => [name, fieldSchema(one)])),
      },
    },
  };
}

/** Several types are written as `CreditStatus|DebitStatus!`. */
function fieldSchema(type: string): JsonSchema {
  const [first, ...others] = type
    .replace(/!$/, '')
    .split('|')
    .map((one) => jsonSchemaOf(`${one}!`));
  return others.length === 0 ? first! : { anyOf: [first, ...others] };
}
