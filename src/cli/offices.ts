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
import type { TenantDb } from '../tenancy/index.ts';
import { command, CommandError, shown, UsageError, type Answer, type Input } from './command.ts';
import { askTenant, changeTenant } from './with-tenant.ts';

export const officeListCommand = command('office list', (args) =>
  askTenant(args, async (db) => withPoints(db, await listOffices(db))),
);

export const officeCreateCommand = command('office create', async (args) => {
  const wanted = officeAsked(args.options);
  return answer([await changeTenant(args, (db) => createOffice(db, wanted), idOf)]);
});

export const officeUpdateCommand = command('office update', async (args) => {
  const wanted = officeAsked(args.options);
  const change = async (db: TenantDb) => updateOffice(db, (await officeOf(db, args)).id, wanted);
  return answer([await changeTenant(args, change, idOf)]);
});

export const billingPointListCommand = command('billing-point list', (args) =>
  askTenant(args, async (db) => {
    const isOne = args.options['office'] !== undefined;
    return withPoints(db, isOne ? [await officeOf(db, args)] : await listOffices(db));
  }),
);

export const billingPointCreateCommand = command('billing-point create', async (args) => {
  const { code, name } = args.options;
  const change = async (db: TenantDb) => {
    const { id: officeId } = await officeOf(db, args);
    const point = await createBillingPoint(db, { officeId, code: code!, name });
    return { office: await officeOf(db, args), point };
  };
  const { office, point } = await changeTenant(args, change, (made) => idOf(made.point));
  return answer([office], [point]);
});

export const billingPointUpdateCommand = command('billing-point update', async (args) => {
  const { office: at, point: present, code, name } = args.options;
  const change = async (db: TenantDb) => {
    const office = await officeOf(db, args);
    const found = (await pointsOf(db, [office.id])).find((one) => one.code === present);
    if (found === undefined) throw new CommandError(`The office ${at} has no billing point ${present}.`);
    return { office, point: await updateBillingPoint(db, found.id, { code, name }) };
  };
  const { office, point } = await changeTenant(args, change, (changed) => idOf(changed.point));
  return answer([office], [point]);
});

const idOf = ({ id }: { id: string }): string[] => [id];

function officeOf(db: TenantDb, { options }: Input): Promise<Office> {
  return findOfficeByCode(db, options['office']!);
}

async function withPoints(db: TenantDb, offices: Office[]): Promise<Answer> {
  return answer(offices, await pointsOf(db, offices.flatMap(idOf)));
}

/** Without `points` nothing is said of them. */
function answer(offices: readonly Office[], points?: readonly BillingPoint[]): Answer {
  const ofOffice = ({ id }: Office) => points?.filter((point) => point.office_id === id);
  const json = offices.map((office) => ({
    ...shown(office, 'id', 'code', 'name', 'is_main', 'pac_office_id', 'address', 'corregimiento_code'),
    ...shown(office, 'latitude', 'longitude', 'telephone'),
    billingPoints: ofOffice(office)?.map((point) => shown(point, 'id', 'code', 'name', 'is_first')),
  }));
  const lines = offices.flatMap((office) => [
    `${office.id}  ${office.code}  ${office.name}${office.is_main ? '  (main)' : ''}`,
    ...(ofOffice(office) ?? []).map(
      ({ id, code, name, is_first }) => `${id}    ${office.code}-${code}  ${name ?? ''}${is_first ? '  (first)' : ''}`,
    ),
  ]);
  return { json: { offices: json }, text: lines.join('\n') };
}

function officeAsked(options: Input['options']): OfficeInput {
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

function coordinatesOf(text: string): OfficeInput['coordinates'] {
  if (text.trim() === '') return null;
  const [latitude, longitude, ...more] = text.split(',').map((part) => parseDecimal(part.trim()));
  if (latitude === undefined || longitude === undefined || more.length > 0) {
    throw new UsageError('--coordinates must be two numbers of degrees, such as 8.98,-79.52.');
  }
  return { latitude, longitude };
}
