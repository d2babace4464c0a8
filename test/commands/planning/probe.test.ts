/** Checks that each option of `probe` has its effect. */
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callCli } from '../../support/call-cli.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';
import { shared } from '../../support/shared.ts';

const reportSchema = z.object({
  region: z.string(),
  projectId: z.string(),
  timeZone: z.string(),
  stopped: z.string(),
});

const env = { PLANNING_API_KEY: 'the-key', PLANNING_CLIENT_ID: 'id', PLANNING_CLIENT_SECRET: 'secret' };

/** Probes a service that answers once, and then asks the client to wait for an hour. */
async function stoppedEarly(...words: readonly string[]) {
  const times: number[] = [];
  await using service = await startScriptedServer();
  service.otherwise(() => {
    times.push(performance.now());
    return times.length === 1
      ? { json: { paging: { next: null }, results: [] } }
      : { status: 429, headers: { 'retry-after': '3600' }, json: { message: 'later' } };
  });
  const { code, stdout, stderr } = await callCli(['probe', service.url, ...words], { env });
  const [first = 0, second = 0] = times;
  return { code, stdout, stderr, paths: service.requests.map(({ path }) => path), pause: second - first };
}

const inJson = shared(async () => {
  const words = ['--project', 'au/harbour', '--time-zone', 'Australia/Perth', '--pause', '250', '--json'];
  const { stdout, ...rest } = await stoppedEarly(...words);
  return { ...rest, report: reportSchema.parse(JSON.parse(stdout)) };
});

it.each<
  [option: string, does: string, look: (seen: Awaited<ReturnType<typeof inJson>>) => unknown, seen: unknown]
>([
  [
    '--project',
    'selects the project of the requests',
    ({ paths }) => paths[0],
    '/au/v1/projects/harbour/tasks',
  ],
  ['--project', 'is reported', ({ report }) => [report.region, report.projectId], ['au', 'harbour']],
  ['--time-zone', 'is reported', ({ report }) => report.timeZone, 'Australia/Perth'],
  // A timer may fire a millisecond early.
  ['--pause', 'passes between two requests', ({ pause }) => pause >= 249, true],
  ['--json', 'shows no progress', ({ stderr }) => stderr, expect.stringMatching(/^Stopped early: .*\n$/)],
  ['an early stop', 'fails the command', ({ code }) => code, 1],
])('probe, %s: %s', async (_option, _does, look, seen) => {
  expect(look(await inJson())).toEqual(seen);
});

it('probe shows what it checks, and the number of checks', async () => {
  const { stderr } = await stoppedEarly('--project', 'au/harbour', '--pause', '0');
  expect(stderr).toMatch(/^1 of (\d+): .+\n2 of \1: .+\n/);
});

it("probe reads dates in the region's time zone by default", async () => {
  const { stdout } = await stoppedEarly('--project', 'au/harbour', '--pause', '0', '--json');
  expect(reportSchema.parse(JSON.parse(stdout)).timeZone).toBe('Australia/Sydney');
});

it('probe names the key that is refused', async () => {
  await using service = await startScriptedServer();
  service.otherwise(() => ({ status: 401, json: { message: 'no' } }));
  const { code, stderr } = await callCli(['probe', service.url, '--project', 'au/harbour'], { env });
  expect(stderr).toMatch(/\nStopped early: .*401.*the environment variable PLANNING_API_KEY/);
  expect(service.requests).toHaveLength(1);
  expect(code).toBe(1);
});

it('probe reports that a service is not the Planning Read API, and ends with code 1', async () => {
  await using service = await startScriptedServer();
  service.otherwise(() => ({ body: '<html>Log in</html>' }));
  const { code, stdout, stderr } = await callCli(
    ['probe', service.url, '--project', 'au/harbour', '--pause', '0'],
    { env },
  );
  expect(stdout.match(/with an HTML page/g)).toHaveLength(7);
  expect(stdout).toMatch(/\n· \d\d other checks could not be read: see access\.key\n/);
  expect(stderr).toContain('No check holds: this is not the Planning Read API, or it does not work.');
  expect(code).toBe(1);
});
