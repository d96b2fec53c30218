// Commands that are operations of the API: folio run, office, billing-point, contingency, session and webhook.
import { parseDecimal } from '../platform/decimal.ts';
import { notFound } from '../platform/errors.ts';
import { verbOf, VERBS, type Verb } from '../verbs/index.ts';
import { asOperator, type Ask } from './as-operator.ts';
import { command, CommandError, UsageError, type Call, type Command, type Input } from './command.ts';
import { readInput } from './secret-input.ts';

const CONTINGENCY = 'id reason explanation startedAt startedBy endedAt endedBy';
const SESSION = 'id userName roles createdAt usedAt endsAt';
const ENDPOINT = 'id url types isEnabled disabledReason disabledAt failingSince';
const POINT = 'id code name isFirst';
const OFFICE = `id code name isMain pacOfficeId address corregimientoCode coordinates { latitude longitude } telephone`;
const OFFICES = verbOf(['GET /', 'offices', `${OFFICE} billingPoints { ${POINT} }`]);
const POINT_OF = `${POINT} office { id code }`;

interface Fields {
  [field: string]: string | null;
}

interface Point {
  id: string;
  code: string;
  name: string | null;
  isFirst: boolean;
}

interface Office extends Point {
  isMain: boolean;
  billingPoints?: Point[];
}

type Named = (args: Call, ask: Ask) => object | Promise<object>;

/** `line` of a record; `instead` where there is none, for a list. */
function operation(words: string, verb: Verb, named: Named, line: (record: never) => string, instead = ''): Command {
  return command(words, (args) =>
    asOperator(args, async (ask) => {
      const answer = await ask<{ records?: never[] }>(verb, await named(args, ask));
      const { records } = answer;
      if (!records) return { json: answer, text: line(answer as never) };
      const json = words === 'webhook list' ? records : { [verb.field.name]: records };
      return { json, text: records.map(line).join('\n') || instead };
    }),
  );
}

export const operations: readonly Command[] = [
  command('run', async (args) => {
    const [name = ''] = args.positionals;
    const verb = VERBS.find((one) => one.name === name);
    if (!verb)
      throw new CommandError(`There is no operation ${name}; there are ${VERBS.map((one) => one.name).join(', ')}.`);
    const named = await inputOf(args);
    const json = await asOperator(args, (ask) => ask(verb, named));
    return { json, text: JSON.stringify(json, undefined, 2) };
  }),
  operation(
    'contingency start',
    verbOf(['POST /', 'startContingency', CONTINGENCY]),
    ({ options: { reason, since: startedAt, explanation } }) => ({ reason, startedAt, explanation }),
    (record: Fields) => `A contingency is open since ${record['startedAt']}: ${record['reason']}`,
  ),
  operation(
    'contingency end',
    verbOf(['POST /', 'endContingency', CONTINGENCY]),
    ({ options: { explanation } }) => ({ explanation }),
    (record: Fields) => `The contingency ended at ${record['endedAt']}; what was made in it is sent.`,
  ),
  operation(
    'contingency show',
    verbOf(['GET /', 'contingencies', CONTINGENCY]),
    () => ({}),
    (record: Fields) => `${record['startedAt']}  ${record['endedAt'] ?? 'open'.padEnd(24)}  ${record['reason']}`,
    'There was none.',
  ),
  operation(
    'session list',
    verbOf(['GET /', 'sessions', SESSION]),
    () => ({}),
    (record: Fields) =>
      `${record['id']}  used ${record['usedAt']}  until ${record['endsAt']}  ${record['roles']}  ${record['userName']}`,
    'No sessions.',
  ),
  operation(
    'session end',
    verbOf(['POST /', 'endSession', SESSION]),
    ({ positionals: [id] }) => ({ sessionId: id!.toLowerCase() }),
    (record: Fields) => `The session of ${record['userName']} has ended.`,
  ),
  operation(
    'webhook list',
    verbOf(['GET /', 'webhookEndpoints', ENDPOINT]),
    () => ({}),
    endpointLine,
    'There are none.',
  ),
  operation(
    'webhook enable',
    verbOf(['POST /', 'updateWebhookEndpoint', ENDPOINT]),
    ({ options: { endpoint } }) => ({ endpointId: endpoint!.toLowerCase(), isEnabled: true }),
    endpointLine,
  ),
  operation('office list', OFFICES, () => ({}), officeLines),
  operation('office create', verbOf(['POST /', 'createOffice', OFFICE]), officeAsked, officeLines),
  operation(
    'office update',
    verbOf(['PATCH /{officeId}', 'updateOffice', OFFICE]),
    async (args, ask) => ({ ...officeAsked(args), officeId: (await officeOf(ask, args)).id }),
    officeLines,
  ),
  command('billing-point list', (args) =>
    asOperator(args, async (ask) => {
      const isOne = args.options['office'] !== undefined;
      const offices = isOne ? [await officeOf(ask, args)] : (await ask<{ records: Office[] }>(OFFICES, {})).records;
      return { json: { offices }, text: offices.map(officeLines).join('\n') };
    }),
  ),
  operation(
    'billing-point create',
    verbOf(['POST /', 'createBillingPoint', POINT_OF]),
    async (args, ask) => {
      const { code, name } = args.options;
      return { officeId: (await officeOf(ask, args)).id, code, name };
    },
    pointOfLine,
  ),
  operation(
    'billing-point update',
    verbOf(['POST /', 'updateBillingPoint', POINT_OF]),
    async (args, ask) => {
      const { office, point, code, name } = args.options;
      const found = (await officeOf(ask, args)).billingPoints!.find((one) => one.code === point);
      if (found === undefined) throw new CommandError(`The office ${office} has no billing point ${point}.`);
      return { billingPointId: found.id, code, name };
    },
    pointOfLine,
  ),
];

async function inputOf(args: Call): Promise<unknown> {
  const file = args.options['input'];
  if (file === undefined) return {};
  try {
    return JSON.parse(await readInput(args, file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}

async function officeOf(ask: Ask, { options: { office: code } }: Input): Promise<Office> {
  const { records } = await ask<{ records: Office[] }>(OFFICES, {});
  const found = records.find((one) => one.code === code);
  if (!found) throw notFound('Office');
  return found;
}

function endpointLine({ id, url, ...endpoint }: Fields): string {
  const failing = endpoint['failingSince'] === null ? 'works' : `fails since ${endpoint['failingSince']}`;
  return `${id}  ${url}  ${endpoint['disabledAt'] === null ? failing : `disabled since ${endpoint['disabledAt']}: ${endpoint['disabledReason']}`}`;
}

function officeLines({ id, code, name, isMain, billingPoints = [] }: Office): string {
  const points = billingPoints.map((point) => pointOfLine({ ...point, office: { code } }));
  return [`${id}  ${code}  ${name}${isMain ? '  (main)' : ''}`, ...points].join('\n');
}

function pointOfLine({ id, code, name, isFirst, office }: Point & { office: { code: string } }): string {
  return `${id}    ${office.code}-${code}  ${name ?? ''}${isFirst ? '  (first)' : ''}`;
}

function officeAsked({ options }: Input): object {
  const { code, name, address, telephone, coordinates, main } = options;
  if (main !== undefined && main !== 'yes') {
    throw new UsageError('--main takes yes; another office that becomes the main one ends it.');
  }
  return {
    ...{ code, name, address, telephone },
    ...{ pacOfficeId: options['pac-office-id'], corregimientoCode: options['corregimiento'] },
    coordinates: coordinates === undefined ? undefined : coordinatesOf(coordinates),
    isMain: main === 'yes' ? true : undefined,
  };
}

function coordinatesOf(text: string): object | null {
  if (text.trim() === '') return null;
  const [latitude, longitude, ...more] = text.split(',').map((part) => parseDecimal(part.trim()));
  if (latitude === undefined || longitude === undefined || more.length > 0) {
    throw new UsageError('--coordinates must be two numbers of degrees, such as 8.98,-79.52.');
  }
  return { latitude, longitude };
}
