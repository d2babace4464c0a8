import * as z from 'zod/mini';
import { requiredVariable } from './read-variables.ts';

const archive = { ARCHIVE_BUCKET: requiredVariable };
const configured = {
  CONFIGURATION_FILE: requiredVariable,
  LAMBDA_TASK_ROOT: z._default(requiredVariable, '.'),
};
const mailing = {
  AWS_REGION: requiredVariable,
  CONFIGURATION_SET: z.optional(requiredVariable),
  ALLOWED_DOMAINS: z.optional(
    z.pipe(
      requiredVariable,
      z.transform((text) => text.split(',')),
    ),
  ),
};
const notifying = {
  ...mailing,
  REPORT_FUNCTION: requiredVariable,
};
const queueing = { QUEUE_URL: z.url('must be an address (URL)') };

export const dispatchVariables = z.object({ ...archive, ...configured, ...queueing });
export const reportVariables = z.object({
  ...archive,
  ...configured,
  ...mailing,
  ...queueing,
  READ_API_FUNCTION: z.optional(requiredVariable),
  READ_API_URL: z.optional(z.url('must be an address (URL)')),
  LINK_SECRET: requiredVariable,
  LINK_BASE_URL: z.url('must be an address (URL)'),
  MAX_CONCURRENCY: z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')),
  LINK_DAYS: z.coerce
    .number('must be a number')
    .check(z.gte(1, 'must be at least 1'), z.lte(3_650, 'must be at most 3650')),
  /** Memory of the function in MB, set by Lambda. */
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: z._default(
    z.coerce.number('must be a number').check(z.gte(128, 'must be at least 128')),
    1_024,
  ),
});
export const reconcileVariables = z.object({
  ...archive,
  ...configured,
  ...queueing,
  ...notifying,
  SCHEDULES: z.enum(['on', 'off'], 'must be on or off'),
});
export const importVariables = z.object({
  ...archive,
  ...configured,
  AWS_REGION: requiredVariable,
  ALARM_ADDRESS: z.optional(requiredVariable),
});
export const eventsVariables = z.object(archive);
export const deadLetterVariables = z.object({ ...archive, ...queueing });
