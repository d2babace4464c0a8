import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { systemClock, systemRandomSource } from '#base/system.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createMachineWorld, openMachineArchive } from '#machine/machine-world.ts';
import { verifyPageLink } from '#pages/page-link.ts';
import { configurationOf, recordingLog } from '../support/a-world.ts';
import { aConfigurationText, riverside } from '../support/builders/a-configuration.ts';
import { planningOnLoopback, siteKey } from '../support/planning/planning-on-loopback.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('the archive of a machine signs pages with the secret that its server checks', async () => {
  const now = () => Temporal.Instant.from('2026-11-20T14:00:00Z');
  const archive = await temporaryDirectory();
  const store = await openMachineArchive(
    { archive, url: 'https://links.example.com', linkDays: 30 },
    { now },
  );
  const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/pages/everyone.json.gz';
  const link = new URL(await store.signPage(key, 'wall'));
  const secret = await readOrCreateLinkSecret(store);
  expect(link.origin).toBe('https://links.example.com');
  expect(verifyPageLink(link.searchParams, { secrets: { current: secret() }, now: now() })?.kind).toBe(
    'wall',
  );
});

const settings = { url: 'https://links.example.com', linkDays: 3, workerMemoryMB: 300 };

it('a link to a workbook works for the configured days', async () => {
  const now = () => Temporal.Instant.from('2026-11-20T14:00:00Z');
  const archive = await temporaryDirectory();
  const store = await openMachineArchive({ ...settings, archive }, { now });
  const link = new URL(await store.link('issues/riverside/weekly/w/r/Tower.xlsx'));
  expect(link.searchParams.get('expires')).toBe(String(Date.parse('2026-11-23T14:00:00Z') / 1_000));
});

async function aMachineWorld(changes: Partial<typeof settings>) {
  const planning = await planningOnLoopback();
  const configuration = configurationOf(
    aConfigurationText({ projects: [{ ...riverside, baseUrl: planning.url }] }),
  );
  const own = { ...settings, ...changes, archive: await temporaryDirectory(), configurationFile: 'x.yaml' };
  const store = await openMachineArchive(own, systemClock);
  const parts = { configuration, store, log: recordingLog(), clock: systemClock, chance: systemRandomSource };
  const world = createMachineWorld(own, { PLANNING_API_KEY: siteKey }, parts);
  const read = async () => {
    const [project] = configuration.projects;
    const connected = project && (await world.connect(project));
    return connected?.({}).tasks({});
  };
  return { world, read };
}

it('a worker refuses answers of the planning service that exceed its memory, and names the setting to raise', async () => {
  const { read } = await aMachineWorld({ workerMemoryMB: 1 / 256 });
  await expect(read()).rejects.toThrow(
    /larger than there is memory for.*raise deployment\.machine\.workerMemoryMB in lookahead\.yaml/,
  );
  const { read: readAll } = await aMachineWorld({});
  expect((await readAll())?.items).toHaveLength(3);
});

it('messages have no week page if only this machine can open its link', async () => {
  const { world } = await aMachineWorld({ url: 'http://localhost:8080' });
  expect(world.signPage).toBeUndefined();
});
