// Public face of the webhooks.
export { webhookHosts } from './address.ts';
export { webhookGauges } from './gauges.ts';
export { newEndpointSecret } from './endpoint-secrets.ts';
export { createSender } from './send.ts';
