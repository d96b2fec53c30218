// The client of Folio's API: what a program imports.
export { createClient, type ClientOptions, type Folio } from './client.ts';
export type { Document } from './document.ts';
export { FolioError, type Problem } from './error.ts';
export { isEvent, type EventsOptions, type FolioEvent } from './events.ts';
export type { Answer, Selection } from './selection.ts';
export { verifyWebhook, type WebhookEvent } from './webhook.ts';
export type * from './api.ts';
