// folio office and billing-point: where a tenant issues its documents.
import {
  createBillingPoint,
  createOffice,
  findOfficeByCode,
  listOffices,
  pointsOf,
  updateBillingPoint,
  updateOffice,
  type BillingPoint,
  type Office,
  type OfficeInput,
} from '../catalog/index.ts';
import { parseDecimal } from '../platform/decimal.ts';
import { inTenant, type TenantDb } from '../tenancy/index.ts';
import { CommandError, required, UsageError, type Answer, type Command, type Input } from './command.ts';
import { recordCommand } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const OFFICE_OPTIONS = ['name', 'pac-office-id', 'address', 'corregimiento', 'coordinates', 'telephone', 'main'];
const OFFICE_USAGE =
  '[--pac-office-id ID] [--address TEXT] [--corregimiento CODE]\n' +
  '         [--coordinates LAT,LONG] [--telephone NUMBER] [--main yes]';
const OFFICE_DETAILS = [
  '  --code CODE            the branch code, four characters: 0000 is the head office',
  '  --pac-office-id ID     what the PAC calls it; sent with each document that is issued there',
  '  --corregimiento CODE   province, district and corregimiento, such as 8-8-11',
  '  --coordinates L,L      degrees, negative to the south and to the west, such as 8.98,-79.52',
  '  --main yes             what names no office belongs to this one from now on',
].join('\n');

export const officeListCommand: Command = {
  words: 'office list',
  summary: 'shows the offices of a tenant with their billing points',
  usage: '--tenant ID',
  options: ['tenant'],
  positionals: 0,
  run: (input) => forTenant(input, async (db) => ({ offices: await listOffices(db), points: true })),
};

export const officeCreateCommand: Command = {
  words: 'office create',
  summary: 'makes an office of a tenant',
  usage: `--tenant ID --code CODE --name NAME ${OFFICE_USAGE}`,
  details: `${OFFICE_DETAILS}\n\nNext: folio billing-point create, since an office without one issues nothing of its own.`,
  options: ['tenant', 'code', ...OFFICE_OPTIONS],
  positionals: 0,
  run: (input) => {
    const asked = { ...officeAsked(input.options), code: required(input.options, 'code') };
    required(input.options, 'name');
    return forTenant(input, async (db) => {
      const office = await createOffice(db, asked);
      await recordCommand(db, officeCreateCommand.words, [office.id]);
      return { offices: [office] };
    });
  },
};

export const officeUpdateCommand: Command = {
  words: 'office update',
  summary: 'changes an office; what is left out stays as it is',
  usage: `--tenant ID --office CODE [--code CODE] [--name NAME] ${OFFICE_USAGE}`,
  details: `  --office CODE          which one, by the code that it has\n${OFFICE_DETAILS}\n\nAn empty value, such as --telephone '', takes it away. The code stays once numbers that bear it have been given.`,
  options: ['tenant', 'office', 'code', ...OFFICE_OPTIONS],
  positionals: 0,
  run: (input) => {
    const asked = { ...officeAsked(input.options), code: input.options['code'] };
    const code = required(input.options, 'office');
    return forTenant(input, async (db) => {
      const office = await updateOffice(db, (await findOfficeByCode(db, code)).id, asked);
      await recordCommand(db, officeUpdateCommand.words, [office.id]);
      return { offices: [office] };
    });
  },
};

export const billingPointListCommand: Command = {
  words: 'billing-point list',
  summary: 'shows the billing points of a tenant',
  usage: '--tenant ID [--office CODE]',
  options: ['tenant', 'office'],
  positionals: 0,
  run: (input) => {
    const code = input.options['office'];
    return forTenant(input, async (db) => {
      const offices = code === undefined ? await listOffices(db) : [await findOfficeByCode(db, code)];
      return { offices, points: true };
    });
  },
};

export const billingPointCreateCommand: Command = {
  words: 'billing-point create',
  summary: 'makes a billing point of an office, with number series of its own',
  usage: '--tenant ID --office CODE --code CODE [--name NAME]',
  details: '  --code CODE   three digits, and not 000, as the DGI knows the till',
  options: ['tenant', 'office', 'code', 'name'],
  positionals: 0,
  run: (input) => {
    const { name } = input.options;
    const [office, code] = [required(input.options, 'office'), required(input.options, 'code')];
    return forTenant(input, async (db) => {
      const { id: officeId } = await findOfficeByCode(db, office);
      const point = await createBillingPoint(db, { officeId, code, name });
      await recordCommand(db, billingPointCreateCommand.words, [point.id]);
      return { offices: [await findOfficeByCode(db, office)], points: point.id };
    });
  },
};

export const billingPointUpdateCommand: Command = {
  words: 'billing-point update',
  summary: 'corrects the code of a billing point that has issued nothing yet, or its name',
  usage: '--tenant ID --office CODE --point CODE [--code CODE] [--name NAME]',
  options: ['tenant', 'office', 'point', 'code', 'name'],
  positionals: 0,
  run: (input) => {
    const { code, name } = input.options;
    const [office, at] = [required(input.options, 'office'), required(input.options, 'point')];
    return forTenant(input, async (db) => {
      const found = await findOfficeByCode(db, office);
      const present = (await pointsOf(db, [found.id])).find((point) => point.code === at);
      if (present === undefined) throw new CommandError(`The office ${office} has no billing point ${at}.`);
      const point = await updateBillingPoint(db, present.id, { code, name });
      await recordCommand(db, billingPointUpdateCommand.words, [point.id]);
      return { offices: [found], points: point.id };
    });
  },
};

/** What a command is about; `points`: with all of them, or with the one of this id. */
interface Shown {
  offices: Office[];
  points?: true | string;
}

async function forTenant({ config, options }: Input, work: (db: TenantDb) => Promise<Shown>): Promise<Answer> {
  const id = tenantId(options);
  return withDatabase(config, async (database) =>
    inTenant(database, await tenantWith(database, id), async (db) => {
      const { offices, points } = await work(db);
      const ofOffices = points === undefined ? [] : await pointsOf(db, ids(offices));
      return answer(
        offices,
        ofOffices.filter((point) => points === true || point.id === points),
        points !== undefined,
      );
    }),
  );
}

function ids(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}

function answer(offices: readonly Office[], points: readonly BillingPoint[], withPoints: boolean): Answer {
  const shown = offices.map((office) => ({
    ...{ id: office.id, code: office.code, name: office.name, isMain: office.is_main },
    ...{ pacOfficeId: office.pac_office_id, address: office.address, corregimientoCode: office.corregimiento_code },
    ...{ latitude: office.latitude, longitude: office.longitude, telephone: office.telephone },
    ...(withPoints && {
      billingPoints: points
        .filter((point) => point.office_id === office.id)
        .map(({ id, code, name, is_first }) => ({ id, code, name, isFirst: is_first })),
    }),
  }));
  const lines = shown.flatMap(({ billingPoints = [], ...office }) => [
    `${office.id}  ${office.code}  ${office.name}${office.isMain ? '  (main)' : ''}`,
    ...billingPoints.map(
      (point) => `${point.id}    ${office.code}-${point.code}  ${point.name ?? ''}${point.isFirst ? '  (first)' : ''}`,
    ),
  ]);
  return { json: { offices: shown }, text: lines.join('\n') };
}

function officeAsked(options: Input['options']): OfficeInput {
  const { name, address, telephone, coordinates, main } = options;
  if (main !== undefined && main !== 'yes') {
    throw new UsageError('--main takes yes; another office that becomes the main one ends it.');
  }
  return {
    ...{ name, address, telephone, pacOfficeId: options['pac-office-id'], corregimientoCode: options['corregimiento'] },
    coordinates: coordinates === undefined ? undefined : coordinatesOf(coordinates),
    isMain: main === 'yes' ? true : undefined,
  };
}

function coordinatesOf(text: string): OfficeInput['coordinates'] {
  if (text.trim() === '') return null;
  const [latitude, longitude, ...more] = text.split(',').map((part) => parseDecimal(part.trim()));
  if (latitude === undefined || longitude === undefined || more.length > 0) {
    throw new UsageError('--coordinates must be two numbers of degrees, such as 8.98,-79.52.');
  }
  return { latitude, longitude };
}
