/** A file was put under inbox/ of the archive: it becomes the next version of its project. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { checkSqlite } from './cloud/check-sqlite.ts';

const now = () => Temporal.Now.instant();
const loaded = once(async () => {
  checkSqlite(process.getBuiltinModule);
  // They load node:sqlite, so they may not be loaded before the check.
  const [{ importFile }, { importServices }] = await Promise.all([
    import('./cloud/import-file.ts'),
    import('./cloud/import-services.ts'),
  ]);
  return { importFile, services: await importServices(process.env, { now, drawId: randomUUID }) };
});

export async function handler(event: unknown) {
  const { importFile, services } = await loaded();
  return importFile(event, services);
}
