// docs/api.md and the examples of the reference are what the limits say and the service answers; API=write npm test -- --only test/api writes both.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fieldsOf, operationOf } from './support/every-field.ts';
import { EXAMPLES, type Example } from '../site/reference.ts';
import { printApiPage } from './support/api-page.ts';
import { tellStory } from './support/api-story.ts';
import { quietWorld, type TestTenant } from './support/world.ts';

const API_PAGE = join(import.meta.dirname, '../docs/api.md');
const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

/** The least role whose request is not FORBIDDEN. */
async function leastRoles(shop: TestTenant): Promise<Map<string, string>> {
  const roles = new Map<string, string>();
  for (const kind of ['query', 'mutation'] as const) {
    for (const field of fieldsOf(kind)) {
      const { text, variables } = operationOf(kind, field, () => UNKNOWN_ID);
      for (const role of ['viewer', 'operator', 'admin'] as const) {
        const { errors } = await shop.ask(text, variables, role);
        if (errors?.[0]?.extensions.code === 'FORBIDDEN') continue;
        if (role !== 'viewer') roles.set(field.name, `role ${role}`);
        break;
      }
    }
  }
  return roles;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STORY_DAY = Date.UTC(2026, 2, 2);

/**
 * Ids, days and instants of any run become those of one: Monday the second of March 2026, and ids that count up. An example
 * that asks for a `day` asks for the Monday before.
 */
function asOfOneRun(examples: readonly Example[], companyId: string, begun: number): Example[] {
  const shiftOfRun = STORY_DAY - Math.floor((begun - 5 * HOUR_MS) / DAY_MS) * DAY_MS;
  const shiftOf = ({ variables }: Example): number => {
    const { day } = (variables ?? {}) as { day?: string };
    return day === undefined ? shiftOfRun : STORY_DAY - 7 * DAY_MS - Date.parse(day);
  };
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    if (!ids.has(id)) ids.set(id, `019caf00-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id)!;
  };
  const instantOf = (text: string, shift: number): string => {
    const at = Date.parse(text);
    const hours = Math.round((at - begun) / HOUR_MS);
    // Times within hours of the run; a time of day that an example names stays.
    if (Math.abs(at - begun - hours * HOUR_MS) < 10 * 60_000 && hours >= 0 && hours <= 12)
      return new Date(STORY_DAY + (15 + hours) * HOUR_MS).toISOString();
    return at < begun - 400 * DAY_MS ? text : new Date(at + shift).toISOString();
  };
  return examples.map((example) => {
    const shift = shiftOf(example);
    const text = JSON.stringify({ variables: example.variables, data: example.data })
      .replaceAll(companyId, 'company-1')
      .replaceAll(/01[0-9a-hjkmnp-tv-z]{24}/gi, '01KC0000000000000000000001')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, idOf)
      // As an act has it: by the clock of the database.
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+\+00:00"/g, '"2026-03-01T17:04:05.123456+00:00"')
      .replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (_all, instant: string) => `"${instantOf(instant, shift)}"`)
      .replaceAll(
        /"(\d{4}-\d\d-\d\d)"/g,
        (_all, day: string) => `"${new Date(Date.parse(day) + shift).toISOString().slice(0, 10)}"`,
      );
    return { ...example, ...(JSON.parse(text) as Pick<Example, 'variables' | 'data'>) };
  });
}

const told = (async () => {
  const here = await quietWorld();
  const shop = await here.tenant({ name: 'Librería El Cangrejo' });
  const begun = here.clock.now().getTime();
  const examples = await tellStory(here, shop);
  return { examples: asOfOneRun(examples, shop.companyId, begun), roles: await leastRoles(shop) };
})();

test('every operation that is not deprecated has an example; if not, it wants a step in test/support/api-story.ts', async () => {
  const { examples } = await told;
  const shown = new Set(examples.map((example) => example.operation));
  const operations = [...fieldsOf('query'), ...fieldsOf('mutation')].filter((field) => field.deprecationReason == null);
  assert.deepEqual(
    operations.map((field) => field.name).filter((name) => !shown.has(name)),
    [],
  );
});

/** One line for each example, so that a change of one is a change of a line. */
function printExamples({ examples, roles }: Awaited<typeof told>): string {
  const lines = examples.map((example) => JSON.stringify(example));
  return `{"roles":${JSON.stringify(Object.fromEntries(roles))},\n"examples":[\n${lines.join(',\n')}\n]}\n`;
}

test('docs/api.md and the examples are up to date, their answers included; if not, API=write npm test -- --only test/api', async () => {
  const pages = { [API_PAGE]: printApiPage(), [EXAMPLES]: printExamples(await told) };
  for (const [file, page] of Object.entries(pages)) {
    if (process.env['API'] === 'write') await writeFile(file, page);
    const [kept, wanted] = [(await readFile(file, 'utf8')).split('\n'), page.split('\n')];
    const at = wanted.findIndex((line, index) => line !== kept[index]);
    assert.deepEqual(kept.slice(at - 2, at + 3), wanted.slice(at - 2, at + 3), `${file} from line ${at + 1} on`);
    assert.equal(kept.length, wanted.length, file);
  }
});
