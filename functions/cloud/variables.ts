import * as z from 'zod/mini';
import { requiredVariableSchema } from './read-variables.ts';

const archive = { ARCHIVE_BUCKET: requiredVariableSchema };
const configured = {
  CONFIGURATION_FILE: requiredVariableSchema,
  LAMBDA_TASK_ROOT: z._default(requiredVariableSchema, '.'),
};
const mailing = {
  AWS_REGION: requiredVariableSchema,
  CONFIGURATION_SET: z.optional(requiredVariableSchema),
  ALLOWED_DOMAINS: z.optional(
    z.pipe(
      requiredVariableSchema,
      z.transform((text) => text.split(',')),
    ),
  ),
};
const notifying = {
  ...mailing,
  REPORT_FUNCTION: requiredVariableSchema,
};
const queueing = { QUEUE_URL: z.url('must be an address (URL)') };

export const dispatchVariablesSchema = z.object({ ...archive, ...configured, ...queueing });
export const reportVariablesSchema = z.object({
  ...archive,
  ...configured,
  ...mailing,
  ...queueing,
  READ_API_FUNCTION: z.optional(requiredVariableSchema),
  READ_API_URL: z.optional(z.url('must be an address (URL)')),
  LINK_SECRET: requiredVariableSchema,
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
export const reconcileVariablesSchema = z.object({
  ...archive,
  ...configured,
  ...queueing,
  ...notifying,
  SCHEDULES: z.enum(['on', 'off'], 'must be on or off'),
});
export const importVariablesSchema = z.object({
  ...archive,
  ...configured,
  AWS_REGION: requiredVariableSchema,
  ALARM_ADDRESS: z.optional(requiredVariableSchema),
});
export const eventsVariablesSchema = z.object(archive);
export const deadLetterVariablesSchema = z.object({ ...archive, ...queueing });
