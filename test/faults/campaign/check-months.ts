// Every certified document that is not void is in exactly one month, the one that its CUFE names: counted from the payloads that left.
import { clientStatement } from '../../../src/reports/client-statement.ts';
import { fiscalMonth } from '../../../src/reports/index.ts';
import { documentsOn } from '../../../src/reports/month-file.ts';
import { hoursOfDays } from '../../../src/today/read-day.ts';
import { documentsOf, isAccepted, standsAtPac } from './documents.ts';
import type { Evidence } from './evidence.ts';
import { placeOf } from './place.ts';
import { count } from './tally.ts';

interface Stands {
  number: string;
  /** As the payload had it. */
  day: string;
}

/** A day is a text here, and one beside it is found by counting, without a time zone. */
function beside(day: string, days: number): string {
  return new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7) - 1, +day.slice(8, 10) + days))
    .toISOString()
    .slice(0, 10);
}

export async function checkMonths(life: Evidence): Promise<void> {
  const wrong = (where: string, is: string[], should: string[]): void => {
    const [told, wanted] = [is, should].map((list) => list.toSorted().join(' '));
    if (told !== wanted) life.problems.push(`${where} has ${told || 'nothing'}, it should have ${wanted || 'nothing'}`);
  };
  const numbers = new Map((await documentsOf(life)).map(({ place, number }) => [place, number]));
  const standing: Stands[] = [];
  for (const found of life.pac.documents()) {
    if (!isAccepted(life, found) || !standsAtPac(found)) continue;
    const day = found.issueDate.slice(0, 10);
    const number = numbers.get(placeOf(found.submission));
    if (day.replaceAll('-', '') !== found.cufe.slice(32, 40))
      life.problems.push(`the CUFE of ${number} is not of ${day}`);
    // A document that a restore has lost here is looked for elsewhere.
    if (number !== undefined) standing.push({ number, day });
  }
  const on = (isAsked: (day: string) => boolean) =>
    standing.filter(({ day }) => isAsked(day)).map(({ number }) => number);
  const days = new Set(standing.flatMap(({ day }) => [-1, 0, 1].map((one) => beside(day, one))));
  const months = new Set([...days].map((day) => day.slice(0, 7)));
  count(life.tally.actions, `documents in ${new Set(standing.map(({ day }) => day.slice(0, 7))).size} months`);
  for (const month of months) {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const { documents } = await life.ask((db) => fiscalMonth(db, { year, month: number }));
    const told = documents.filter(({ state }) => state === 'COUNTED').reduce((sum, one) => sum + one.count, 0);
    wrong(`the month ${month}`, [`${told} documents`], [`${on((day) => day.startsWith(month)).length} documents`]);
  }
  for (const day of days) {
    const filed = await life.ask((db) => documentsOn(db, day));
    const counted = filed.filter(({ state }) => state === 'COUNTED').map(({ number }) => number);
    wrong(
      `the file of ${day}`,
      counted,
      on((one) => one === day),
    );
  }
  const hours = await life.ask((db) => hoursOfDays(db, [...days], null));
  for (const day of days) {
    const told = hours
      .filter((one) => one.day === day && one.verdict === 'AUTHORIZED')
      .reduce((sum, one) => sum + one.count, 0);
    wrong(`the board of ${day}`, [`${told} documents`], [`${on((one) => one === day).length} documents`]);
  }
  const period = [...days].toSorted();
  if (period.length === 0) return;
  const entries: string[] = [];
  for (const { id } of await life.look<{ id: string }>('select id from clients where tenant_id = $1', [
    life.tenant.id,
  ])) {
    const asked = { clientId: id, from: period[0]!, to: period.at(-1)! };
    const told = await life.ask((db) => clientStatement(db, asked));
    entries.push(
      ...told.entries.filter(({ kind }) => /INVOICE|NOTE/.test(kind)).map((one) => `${one.number} on ${one.day}`),
    );
  }
  const names = new Set(standing.map(({ number }) => number));
  const own = entries.filter((entry) => names.has(entry.split(' ')[0]!));
  wrong(
    'the statement',
    own,
    standing.map(({ number, day }) => `${number} on ${day}`),
  );
}
