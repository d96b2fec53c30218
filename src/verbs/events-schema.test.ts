// The schema of events: read by a validator of others, and true of what the documentation shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { schema } from '../api/schema.ts';
import { EVENT_TYPES } from '../events/index.ts';
import { eventsSchema } from './events-schema.ts';

const ajv = new Ajv2020({ strict: true });
(formats as unknown as (one: Ajv2020) => void)(ajv);
const isEvent = ajv.compile(eventsSchema());

test('each example of an event in the documentation is one', () => {
  const pages = ['events', 'webhooks', 'es/events', 'es/webhooks'].map((page) =>
    readFileSync(join(import.meta.dirname, `../../docs/${page}.md`), 'utf8'),
  );
  const shown = pages.flatMap((page) => [...page.matchAll(/^```json\n([^]*?)```/gm)]).map(([, text]) => text!);
  assert.ok(shown.length >= 4);
  for (const text of shown) {
    const one = JSON.parse(text.replaceAll(/"[\da-f-]*…"/g, '"018f6f3a-0000-7000-8000-000000000000"')) as {
      type: string;
      data: object;
    };
    assert.ok(isEvent(one), `${text} ${JSON.stringify(isEvent.errors)}`);
    assert.equal(isEvent({ ...one, type: `${one.type}x` }), false);
    assert.equal(isEvent({ ...one, data: {} }), false);
  }
});

test('an event is read by queries that there are', () => {
  const queries = schema.getQueryType()!.getFields();
  for (const [type, { readBy }] of Object.entries(EVENT_TYPES)) {
    for (const query of readBy) assert.ok(query in queries, `${type}: ${query}`);
  }
});

test('a field is absent where it says nothing, and never null', () => {
  assert.doesNotMatch(JSON.stringify(eventsSchema()), /"null"/);
});
