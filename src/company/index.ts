// Public face of a company: its settings and secrets, its life from the first day to the last, and the tables of its data.
export { createTenant } from './create-tenant.ts';
export { EXPORTED, LEFT_OUT, LEFT_OUT_COLUMNS } from './exported-tables.ts';
export { forgottenPersons, rememberForgotten } from './forgotten-persons.ts';
export { PERSONAL, pseudonymOf, rowsAbout, wordsOf, type Person, type PersonalTable } from './personal-data.ts';
export { flagCredentials, unflagCredentials } from './refused-credentials.ts';
export { closeTenant, documentsUnderWay, resumeTenant, suspendTenant } from './suspend-tenant.ts';
export type { TenantChanges } from './tenant-settings.ts';
export { updateTenant, type PacEnvironments, type TriedAccount } from './update-tenant.ts';
export { changeWebhookSecret, findWebhookTenant, newWebhookSecret, type WebhookTenant } from './webhook-secret.ts';
