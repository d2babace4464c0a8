import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeBundle } from '../../../infra/write-bundle.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { deployFunction } from './lambda-function.ts';

const rooms = resolve(import.meta.dirname, '../../../functions');

it('a bug in a deployed function is logged with the file and line of its source', async () => {
  const folder = await temporaryDirectory();
  const entry = join(folder, 'functions/failing.ts');
  await mkdir(join(folder, 'functions'));
  await writeFile(
    entry,
    `import { withErrorsLogged } from '${rooms}/base/log.ts';
import { createLogWithoutMetrics, withRequestIdInLog } from '${rooms}/cloud/log.ts';

const nothing: { name?: { first: string } } = {};
const work = async () => {
  console.log(nothing.name!.first);
};
export const handler = withRequestIdInLog(() => withErrorsLogged(createLogWithoutMetrics({}), 'failed', work));
`,
  );
  const code = join(folder, 'bundle');
  await writeBundle(entry, code);
  const deployed = { name: 'failing', code, handler: 'index.handler', environment: {}, memoryMB: 512 };
  const made = deployFunction({ ...deployed, timeoutSeconds: 60 }, () => ({ environment: {} }));
  onTestFinished(() => made.retire());
  expect(await made.invoke({})).toMatchObject({ kind: 'error', errorType: 'TypeError' });
  const line = made
    .log()
    .split('\n')
    .find((printed) => printed.includes('"message":"failed"'));
  expect(line).toMatch(/"stack":"TypeError: [^"]+ at \w+ \(functions\/failing\.ts:6:\d+\)/);
  expect(line).not.toContain('bundle/index.mjs');
});
