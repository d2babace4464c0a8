/** Imports a file that was put under `inbox/` of the archive as the next version of its project. */
import process from 'node:process';
import { openArchive } from './archive/s3.ts';
import { once } from './base/once.ts';
import { systemClock } from './base/system.ts';
import { readConfigurationBundle } from './cloud/bundled-configuration.ts';
import { requireSqliteInNode } from './cloud/check-sqlite.ts';
import { createLogWithoutMetrics, withRequestIdInLog } from './cloud/log.ts';
import { readVariables } from './cloud/read-variables.ts';
import { importVariablesSchema } from './cloud/variables.ts';

const loaded = once(async () => {
  requireSqliteInNode(process.getBuiltinModule);
  // This loads node:sqlite, so it must follow the check.
  const { importFiles } = await import('./cloud/import-file.ts');
  const variables = readVariables(importVariablesSchema, process.env);
  const { configuration } = await readConfigurationBundle(variables);
  const store = openArchive(variables.ARCHIVE_BUCKET);
  const world = {
    configuration,
    store,
    place: `s3://${variables.ARCHIVE_BUCKET}`,
    awsRegion: variables.AWS_REGION,
    alarmAddress: variables.ALARM_ADDRESS,
    log: createLogWithoutMetrics(process.env),
    clock: systemClock,
  };
  return { importFiles, world };
});

export const handler = withRequestIdInLog(async (event: unknown) => {
  const { importFiles, world } = await loaded();
  return importFiles(event, world);
});
