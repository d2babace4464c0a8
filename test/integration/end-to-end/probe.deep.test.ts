import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256Of } from '#base/digest.ts';
import { guardedFetch } from '#planning/client/guarded-fetch.ts';
import { listen } from '#planning-server/http/listen.ts';
import { keyCreationObject } from '#planning-server/keys/objects.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import type { ProbeReport } from '#probe/probe-service.ts';
import { aCountedProject } from '../../support/builders/a-counted-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { masterKey } from '../../support/planning/planning-service.ts';
import { askedAt, probeOurService, serviceOver } from '../../support/planning/probe-our-service.ts';
import { keptStack } from '../runtime/kept-stack.ts';
import { aCloud, type Cloud } from './a-cloud.ts';
import { smallSiteConfiguration } from './small-site.ts';

const stack = await keptStack();
const project = aCountedProject();

let cloud: Cloud;
let report: ProbeReport;
beforeAll(async () => {
  cloud = await aCloud({
    stack,
    projects: [],
    configuration: (_, readApiUrl) => smallSiteConfiguration(readApiUrl),
    clock: askedAt.toString(),
    sendEvents: 'delivered',
  });
  const archive = createMemoryStore();
  await writeVersion(archive, project, aVersionOrigin());
  await keyCreationObject.create(
    archive,
    { id: '0123456789ab' },
    {
      name: 'master',
      projects: '*',
      sha256: sha256Of(masterKey),
      created: '2026-11-01T00:00:00Z',
      createdBy: 'engineer',
      expires: '2027-11-01T00:00:00Z',
    },
  );
  for (const [key, bytes] of archive.objects) {
    await cloud.store().putOnce(key, bytes, 'application/octet-stream');
  }
  report = await probeOurService({ baseUrl: cloud.readApi.url, fetch: guardedFetch });
}, 120_000);
afterAll(() => cloud?.[Symbol.asyncDispose]());

it('no answer of the function read-api differs from the contract', () => {
  expect(report.stopped).toBeUndefined();
  expect(report.rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
});

it('the function read-api answers like the same service on loopback', async () => {
  const service = serviceOver(aPlanningStore([project]));
  const server = await listen({ fetch: (request) => service(request) }, { port: 0, host: '127.0.0.1' });
  const atHome = await probeOurService({ baseUrl: server.url, fetch: guardedFetch });
  await server.close();
  expect(report.rows).toEqual(atHome.rows);
});
