import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configurationSchema } from '../../functions/config/configuration.ts';
import { configurationJson, loadConfiguration } from '../../functions/config/load-configuration.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const text = `from: lookahead@example.com
projects:
  - &gb
    key: bridge
    name: Bridge
    region: gb
    projectId: p-1
    timeZone: Europe/London
    baseUrl: https://planning.example.com
    apiKey: { secret: lookahead/planning }
  - <<: *gb
    key: tunnel
    projectId: '0042'
reports:
  - key: weekly
    name: Weekly
    when: { cron: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
`;

describe('the configuration that functions carry', () => {
  test('equals the file, with anchors and merge keys resolved', async () => {
    const file = join(await temporaryDirectory(), 'lookahead.yaml');
    await writeFile(file, text);
    const carried = configurationSchema.parse(JSON.parse(configurationJson(text)));
    expect(carried).toEqual(await loadConfiguration(file));
    expect(carried.projects.map(({ key, projectId, name }) => [key, projectId, name])).toEqual([
      ['bridge', 'p-1', 'Bridge'],
      ['tunnel', '0042', 'Bridge'],
    ]);
  });
});
