/** Runs when a schedule fires: writes the manifest of what is due, then queues a job for each report. */
import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock } from './base/system.ts';
import { readConfigurationBundle } from './cloud/bundled-configuration.ts';
import { handleDispatchEvent } from './cloud/dispatch-event.ts';
import { createLog, withRequestIdInLog } from './cloud/log.ts';
import { readVariables } from './cloud/read-variables.ts';
import { openQueue } from './cloud/sqs-queue.ts';
import { dispatchVariablesSchema } from './cloud/variables.ts';

const world = once(async () => {
  const variables = readVariables(dispatchVariablesSchema, process.env);
  const { configuration } = await readConfigurationBundle(variables);
  return {
    configuration,
    store: openArchive(variables.ARCHIVE_BUCKET),
    queue: openQueue(variables.QUEUE_URL),
    log: createLog(process.env),
    clock: systemClock,
  };
});

export const handler = withRequestIdInLog(async (event: unknown) => {
  return handleDispatchEvent(event, await world());
});
