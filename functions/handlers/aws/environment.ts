/**
 * What the functions are told by their environment. `report` also takes QUEUE_URL, to bring a job later without
 * using up its retries; without it, such a job fails and comes back in the queue's own time. `reconcile` and
 * `dead-letter` take REPORT_FUNCTION, the name in the command that sends a report again.
 */
import * as z from 'zod/mini';
import { name } from './read-variables.ts';

const archive = { ARCHIVE_BUCKET: name };
const configured = { CONFIGURATION_FILE: name, LAMBDA_TASK_ROOT: z._default(name, '.') };
const mailing = { CONFIGURATION_SET: z.optional(name) };
const telling = { ...mailing, REPORT_FUNCTION: z.optional(name) };
const queueing = { QUEUE_URL: z.url('is not set, or no address') };

export const dispatchVariables = z.object({ ...archive, ...configured, ...queueing });
export const reportVariables = z.object({
  ...archive,
  ...configured,
  ...mailing,
  QUEUE_URL: z.optional(z.url('is no address')),
  LINK_SECRET: name,
  LINK_BASE_URL: z.url('is not set, or no address'),
  LINK_DAYS: z._default(
    z.coerce.number('is no number').check(z.gte(1, 'is less than 1'), z.lte(3_650, 'is more than 3650')),
    30,
  ),
  /** MB; Lambda's own. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z._default(
    z.coerce.number('is no number').check(z.gte(128, 'is less than 128')),
    1_024,
  ),
});
export const reconcileVariables = z.object({ ...archive, ...configured, ...queueing, ...telling });
export const deadLetterVariables = z.object({ ...archive, ...configured, ...telling });
