import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatConfigurationBundle, readConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { schemaDigest } from '#config/schema-digest.ts';
import { configurationOf } from '../support/a-world.ts';
import { aConfigurationText } from '../support/builders/a-configuration.ts';
import { deep } from '../support/deep-checks.ts';

async function bundleWith(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'lookahead.json'), content);
  return { folder, variables: { CONFIGURATION_FILE: 'lookahead.json', LAMBDA_TASK_ROOT: folder } };
}

describe('the configuration of a deployed function', () => {
  it('is read from the folder of its code, which also has the logos', async () => {
    const bundled = configurationOf(aConfigurationText());
    const { folder, variables } = await bundleWith(formatConfigurationBundle(bundled));
    const { configuration, configurationFolder } = await readConfigurationBundle(variables);
    expect(configuration).toEqual(bundled);
    expect(configurationFolder).toBe(folder);
  });

  it('is refused if another release wrote it, with the file and what to do', async () => {
    const bundle = formatConfigurationBundle(configurationOf(aConfigurationText()));
    const { folder, variables } = await bundleWith(bundle.replace(schemaDigest, '0123456789abcdef'));
    await expect(readConfigurationBundle(variables)).rejects.toThrow(
      `The configuration ${folder}/lookahead.json cannot be used (another release wrote it)`,
    );
    await expect(readConfigurationBundle(variables)).rejects.toThrow('deploy the stack again');
  });

  it('is refused if it has another form', async () => {
    const { variables } = await bundleWith('{"from":"lookahead@example.com","projects":[],"reports":[]}');
    await expect(readConfigurationBundle(variables)).rejects.toThrow('(it has another form)');
  });

  it.runIf(deep)(
    'is read in less than 100 ms of processor time if it has 5,000 projects and as many reports',
    async () => {
      const { projects, reports, ...rest } = configurationOf(aConfigurationText());
      const times = <Value>(values: readonly Value[], make: (value: Value, index: number) => Value) =>
        values.flatMap((value) => Array.from({ length: 5_000 }, (_, index) => make(value, index)));
      const bundle = formatConfigurationBundle({
        ...rest,
        projects: times(projects, (project, index) => ({ ...project, key: `site-${index}` })),
        reports: times(reports, (report, index) => ({
          ...report,
          key: `weekly-${index}`,
          projects: [`site-${index}`],
        })),
      });
      const { variables } = await bundleWith(bundle);
      const used: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const before = process.threadCpuUsage();
        const { configuration } = await readConfigurationBundle(variables);
        const { user, system } = process.threadCpuUsage(before);
        expect(configuration.projects).toHaveLength(5_000);
        used.push((user + system) / 1_000);
      }
      process.stdout.write(
        `bundled configuration of ${bundle.length} bytes: ${used.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
      );
      // Only the first run is like a cold start.
      expect(used[0]).toBeLessThan(100);
    },
  );

  it('is refused if it is not JSON', async () => {
    const { variables } = await bundleWith('from: lookahead@example.com');
    await expect(readConfigurationBundle(variables)).rejects.toMatchObject({ name: 'BundleError' });
  });
});
