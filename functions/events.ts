import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock } from './base/system.ts';
import { createLog, withRequestIdInLog } from './cloud/log.ts';
import { readVariables } from './cloud/read-variables.ts';
import { processSesEvents } from './cloud/ses-events.ts';
import { eventsVariablesSchema } from './cloud/variables.ts';

const world = once(async () => {
  const variables = readVariables(eventsVariablesSchema, process.env);
  return { store: openArchive(variables.ARCHIVE_BUCKET), log: createLog(process.env), clock: systemClock };
});

export const handler = withRequestIdInLog(async (event: unknown) => processSesEvents(event, await world()));
