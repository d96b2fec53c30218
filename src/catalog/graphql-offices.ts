// Offices, billing points and locations in the contract.
import { builder, inputType, objectType, type ObjectType } from '../graphql/builder.ts';
import { allByKey, oneById } from '../graphql/lookup.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ARCHIVED, archivedAt, ARCHIVED_IN_LIST, listed } from '../graphql/archived.ts';
import { ownWords, ownWordsArgs } from '../graphql/own-words.ts';
import { byExternalId } from './graphql-external-ids.ts';
import type { BillingPoint } from './billing-points.ts';
import {
  createLocation,
  findLocation,
  listLocations,
  locationsOfOffices,
  updateLocation,
  type Location,
} from './locations.ts';
import type { Coordinates } from './office.ts';
import {
  createBillingPoint,
  createOffice,
  findBillingPoint,
  findOffice,
  listOffices,
  pointsOf,
  updateBillingPoint,
  updateOffice,
  type Office,
} from './offices.ts';
import { columns, columnsOrNull, recordOf } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';

const officeById = oneById('Office', 'offices');
export const billingPointById = oneById('Billing point', 'billing_points');
const pointsOfOffice = allByKey(pointsOf, (point) => point.office_id);
const locationsOfOffice = allByKey(locationsOfOffices, (location) => location.office_id);

export const locationById = oneById('Location', 'locations');

const CoordinatesType = objectType<Coordinates>('Coordinates', (t) => columns(t, 'Decimal', 'latitude', 'longitude'));

// They point at each other.
const OfficeType: ObjectType<Office> = objectType<Office>('Office', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'code', 'name'),
  ...columnsOrNull(t, 'String', 'pac_office_id', 'address', 'telephone', 'corregimiento_code'),
  coordinates: t.field({
    type: CoordinatesType,
    nullable: true,
    resolve: ({ latitude, longitude }) => (latitude === null || longitude === null ? null : { latitude, longitude }),
  }),
  isMain: t.exposeBoolean('is_main', { description: 'To it belongs whatever names no office.' }),
  billingPoints: t.field({
    type: [BillingPointType],
    args: { archived: t.arg.boolean(ARCHIVED_IN_LIST) },
    resolve: async (office, { archived }, { load }) => listed(await load(pointsOfOffice, office.id), archived),
  }),
  locations: t.field({
    type: [LocationType],
    args: { archived: t.arg.boolean(ARCHIVED_IN_LIST) },
    resolve: async (office, { archived }, { load }) => listed(await load(locationsOfOffice, office.id), archived),
  }),
}));

export const BillingPointType = objectType<BillingPoint>('BillingPoint', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  code: t.exposeString('code', { description: 'Three digits; of its office.' }),
  name: t.exposeString('name', { nullable: true }),
  ...columns(t, 'Boolean', 'is_first'),
  ...archivedAt(t),
  office: recordOf(t, OfficeType, officeById, 'office_id'),
}));

export const LocationType = objectType<Location>('Location', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'name', 'code'),
  isDefault: t.exposeBoolean('is_default'),
  office: recordOf(t, OfficeType, officeById, 'office_id'),
  ...archivedAt(t),
  ...ownWords(t),
}));

const CoordinatesInput = inputType('CoordinatesInput', (t) => ({
  latitude: t.field({ type: 'Decimal', required: true }),
  longitude: t.field({ type: 'Decimal', required: true }),
}));

const OfficeInput = requestInput('OfficeInput', (t) => ({
  code: t.string({ description: 'The branch code: four characters, 0000 for the head office.' }),
  pacOfficeId: t.string({ description: "The PAC's id of the office; sent with each document issued there." }),
  name: t.string(),
  address: t.string(),
  corregimientoCode: t.string({ description: 'Such as 8-8-11.' }),
  coordinates: t.field({ type: CoordinatesInput }),
  telephone: t.string(),
  isMain: t.boolean({ description: 'Another office that is the main one ceases to be it.' }),
}));

builder.queryFields((t) => ({
  offices: t.field({
    type: [OfficeType],
    description: 'The main one first, then by code.',
    resolve: (_, _args, { inTenant }) => inTenant((db) => listOffices(db)),
  }),
  locationByExternalId: byExternalId(t, LocationType, 'locations', findLocation),
  locations: t.field({
    type: [LocationType],
    args: { archived: t.arg.boolean(ARCHIVED_IN_LIST) },
    resolve: async (_, { archived }, { inTenant }) => listed(await inTenant(listLocations), archived),
  }),
}));

const LOCATION = { type: LocationType, role: 'operator', answer: findLocation } as const;
const BILLING_POINT = { type: BillingPointType, role: 'admin', answer: findBillingPoint } as const;
const OFFICE = { type: OfficeType, role: 'admin', answer: findOffice } as const;

builder.mutationFields((t) => ({
  createOffice: mutation(t, {
    ...OFFICE,
    args: { input: t.arg({ type: OfficeInput, required: true }) },
    write: (db, { input }) => createOffice(db, input),
  }),
  updateOffice: mutation(t, {
    ...OFFICE,
    args: { officeId: t.arg(ID), input: t.arg({ type: OfficeInput, required: true }) },
    write: (db, { officeId, input }) => updateOffice(db, officeId, input),
  }),
  createBillingPoint: mutation(t, {
    ...BILLING_POINT,
    args: { officeId: t.arg(ID), code: t.arg.string({ required: true }), name: t.arg.string() },
    write: (db, point) => createBillingPoint(db, point),
  }),
  updateBillingPoint: mutation(t, {
    ...BILLING_POINT,
    description:
      'Arguments left out stay as they are; null takes the name away. The code stays once numbers have been given. The first one cannot be archived.',
    args: { billingPointId: t.arg(ID), code: t.arg.string(), name: t.arg.string(), archived: t.arg.boolean(ARCHIVED) },
    write: (db, { billingPointId, ...changes }) => updateBillingPoint(db, billingPointId, changes),
  }),
  createLocation: mutation(t, {
    ...LOCATION,
    description: 'officeId left out: the main office.',
    args: {
      name: t.arg.string({ required: true }),
      code: t.arg.string({ required: true }),
      officeId: t.arg({ type: 'UUID' }),
      ...ownWordsArgs(t),
    },
    write: (db, location) => createLocation(db, location),
  }),
  updateLocation: mutation(t, {
    ...LOCATION,
    description: 'Arguments left out stay as they are. The default one, and one with stock, cannot be archived.',
    args: {
      locationId: t.arg(ID),
      archived: t.arg.boolean(ARCHIVED),
      name: t.arg.string(),
      code: t.arg.string(),
      officeId: t.arg({ type: 'UUID' }),
      ...ownWordsArgs(t),
    },
    write: (db, { locationId, ...changes }) => updateLocation(db, locationId, changes),
  }),
}));
