/**
 * What the functions are told by their environment. `report` also takes QUEUE_URL, to bring a job later without
 * using up its retries; without it, such a job fails and comes back in the queue's own time. `reconcile` and
 * `undelivered` take REPORT_FUNCTION, the name in the command that sends a report again.
 */
import * as z from 'zod';

const name = z.string('is not set').min(1, 'is empty');

const archive = { ARCHIVE_BUCKET: name };
const configured = { CONFIGURATION_FILE: name, LAMBDA_TASK_ROOT: name.default('.') };
const mailing = { CONFIGURATION_SET: name.optional() };
const telling = { ...mailing, REPORT_FUNCTION: name.optional() };
const queueing = { QUEUE_URL: z.url('is not set, or no address') };

export const dispatchVariables = z.object({ ...archive, ...configured, ...queueing });
export const reportVariables = z.object({
  ...archive,
  ...configured,
  ...mailing,
  QUEUE_URL: z.url('is no address').optional(),
  LINK_SECRET: name,
  LINK_BASE_URL: z.url('is not set, or no address'),
  LINK_DAYS: z.coerce
    .number('is no number')
    .min(1, 'is less than 1')
    .max(3_650, 'is more than 3650')
    .default(30),
});
export const reconcileVariables = z.object({ ...archive, ...configured, ...queueing, ...telling });
export const undeliveredVariables = z.object({ ...archive, ...configured, ...telling });
