import { openArchive } from '../archive/open-archive.ts';
import { bundledConfiguration } from './bundled-configuration.ts';
import { importVariables } from './environment.ts';
import type { ImportServices } from './import-file.ts';
import { createStepLog } from './log.ts';
import { openMailer } from './mail-service.ts';
import { type Environment, readVariables } from './read-variables.ts';

/** The services of the import function in the cloud. */
export async function importServices(
  environment: Environment,
  clock: Pick<ImportServices, 'now' | 'drawId'>,
): Promise<ImportServices> {
  const variables = readVariables(importVariables, environment);
  const { configuration } = await bundledConfiguration(variables);
  return {
    configuration,
    store: openArchive(variables.ARCHIVE_BUCKET),
    place: `s3://${variables.ARCHIVE_BUCKET}`,
    mailer: openMailer(variables),
    log: createStepLog(),
    ...clock,
  };
}
