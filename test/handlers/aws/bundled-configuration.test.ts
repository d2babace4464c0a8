import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { configurationJson } from '../../../functions/config/load-configuration.ts';
import { bundledConfiguration } from '../../../functions/handlers/aws/bundled-configuration.ts';
import { aConfigurationText } from '../../support/builders/a-configuration.ts';

async function bundleWith(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'lookahead.json'), content);
  return { folder, variables: { CONFIGURATION_FILE: 'lookahead.json', LAMBDA_TASK_ROOT: folder } };
}

describe('the configuration of a deployed function', () => {
  test('is read from beside its code, with the folder that logos are in', async () => {
    const { folder, variables } = await bundleWith(configurationJson(aConfigurationText()));
    const { configuration, configurationFolder } = await bundledConfiguration(variables);
    expect(configuration.projects).not.toEqual([]);
    expect(configurationFolder).toBe(folder);
  });

  test('is refused where it does not fit, naming the property and what to do', async () => {
    const { folder, variables } = await bundleWith(
      '{"from":"lookahead@example.com","projects":7,"reports":[]}',
    );
    await expect(bundledConfiguration(variables)).rejects.toThrow(
      `The configuration ${folder}/lookahead.json cannot be used (projects: `,
    );
    await expect(bundledConfiguration(variables)).rejects.toThrow('deploy the stack again');
  });

  test('is refused where it is not JSON', async () => {
    const { variables } = await bundleWith('from: lookahead@example.com');
    await expect(bundledConfiguration(variables)).rejects.toMatchObject({ name: 'BundleError' });
  });
});
