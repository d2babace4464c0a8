/** Compares what was due with what was done, every ten minutes, and makes up for what is missing. */
import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock, systemRandomSource } from './base/system.ts';
import { readConfigurationBundle } from './cloud/bundled-configuration.ts';
import { createLog, withRequestIdInLog } from './cloud/log.ts';
import { openMailer, openSendPacer } from './cloud/mail-service.ts';
import { readVariables } from './cloud/read-variables.ts';
import { handleReconcileEvent } from './cloud/reconcile-event.ts';
import { openQueue } from './cloud/sqs-queue.ts';
import { reconcileVariablesSchema } from './cloud/variables.ts';
import { cloudSendAgainFormatter } from './watch/send-again-command.ts';

const world = once(async () => {
  const variables = readVariables(reconcileVariablesSchema, process.env);
  const { configuration } = await readConfigurationBundle(variables);
  const log = createLog(process.env);
  const store = openArchive(variables.ARCHIVE_BUCKET);
  return {
    configuration,
    store,
    mailer: openMailer(variables, { store, clock: systemClock }),
    queue: openQueue(variables.QUEUE_URL),
    schedules: variables.SCHEDULES,
    awsRegion: variables.AWS_REGION,
    sendAgain: cloudSendAgainFormatter({ name: variables.REPORT_FUNCTION, region: variables.AWS_REGION }),
    log,
    // One worker's share is enough: there are many mails to contacts only while reports are not sent.
    pace: openSendPacer(1, log),
    clock: systemClock,
    chance: systemRandomSource,
  };
});

export const handler = withRequestIdInLog(async (event: unknown, by) =>
  handleReconcileEvent(event, await world(), by),
);
