// Continuous work of the worker for webhooks.
import type { JobHandler } from '../jobs/index.ts';
import { deliverWebhooks, type WebhooksContext } from './deliver.ts';

export function webhooksJobs(context: WebhooksContext): JobHandler[] {
  return [deliverWebhooks(context)];
}
