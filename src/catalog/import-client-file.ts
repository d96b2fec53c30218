// Imports clients from a table: found again by the code that the file calls them, created when they are new.
import { RECEIVER_TYPES, type ReceiverType } from '../fiscal/receiver.ts';
import { oneOf } from '../platform/errors.ts';
import type { LineImport } from '../requests/index.ts';
import { addressOf, type Client, type ClientChanges } from './party.ts';
import { MAX_LENGTH, requiredCode } from './text.ts';
import { CLIENTS } from './upsert-clients.ts';
import { byCode, upsertRows, type Upsert } from './upsert-rows.ts';

const ADDRESS = ['line', 'corregimientoCode', 'province', 'district', 'corregimiento'] as const;
const COLUMNS = {
  required: ['code', 'name'],
  optional: ['receiverType', 'ruc', 'email', 'telephone', 'country', ...ADDRESS],
} as const;

type Cells = Record<(typeof COLUMNS.required)[number] | (typeof COLUMNS.optional)[number], string>;
interface ClientLine {
  code: string;
  cells: Cells;
}

export const clientImport: LineImport<keyof Cells, ClientLine> = {
  columns: COLUMNS,
  read: (cells) => ({ code: requiredCode('code', cells.code, MAX_LENGTH.code), cells }),
  unique: ({ code }) => ({ code }),
  write: (db, lines) => upsertRows(db, lines, BY_CODE),
  linesPerTransaction: 1000,
};

const BY_CODE: Upsert<ClientLine, Client> = {
  ...CLIENTS,
  ...byCode('clients', 'external_code'),
  columns: [...CLIENTS.columns, 'external_code'],
  read: ({ code, cells }, client) => ({
    ...CLIENTS.read({ ...changesOf(cells, client) }, client),
    external_code: code,
  }),
};

/** An empty cell says nothing. */
function changesOf(cells: Cells, existing: Client | undefined): ClientChanges {
  const filled = (column: keyof Cells) => (cells[column].trim() === '' ? undefined : cells[column]);
  const address = Object.fromEntries(
    ADDRESS.flatMap((part) => (filled(part) === undefined ? [] : [[part, filled(part)]])),
  );
  const hasAddress = Object.keys(address).length > 0;
  return {
    name: cells.name,
    receiverType: receiverTypeOf(filled('receiverType')),
    ruc: filled('ruc'),
    emails: filled('email')
      ?.trim()
      .split(/[\s,;]+/),
    telephone: filled('telephone'),
    country: filled('country'),
    address: hasAddress ? { ...(existing && addressOf(existing)), ...address } : undefined,
  };
}

function receiverTypeOf(text: string | undefined): ReceiverType | undefined {
  return text === undefined ? undefined : oneOf('receiverType', RECEIVER_TYPES, text.trim().toUpperCase(), text);
}
