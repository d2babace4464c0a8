import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import * as objects from '#runs/store/objects.ts';
import { startAws } from '../support/aws/start-aws.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const me = `${userInfo().username}@${hostname()}`;

async function aMailedArchive() {
  const out = join(await temporaryDirectory(), 'mails');
  const store = createDirectoryStore(out);
  await markArchiveAsSendingMail(store);
  return { out, store };
}

describe('stop', () => {
  it('prints the resulting state: since when, and by whom', async () => {
    const { out } = await aMailedArchive();
    const first = JSON.parse((await callCli(['stop', '--out', out, '--json'])).stdout);
    expect(first).toEqual({ archive: out, mail: 'stopped', since: expect.any(String), by: me });
    const { code, stdout } = await callCli(['stop', '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toContain(`was stopped at ${first.since.slice(0, 19)}Z by ${me}.\nWithin a minute`);
    const resumed = JSON.parse((await callCli(['stop', '--resume', '--out', out, '--json'])).stdout);
    expect(resumed).toMatchObject({ mail: 'goes on', by: me });
  });

  it('fails if another person stops mail while it is being resumed', async () => {
    const bucket = 'lookahead-uk-archivebucket1a2b3c4d-5e6f';
    let isContested = false;
    const aws = await startAws({
      buckets: [bucket],
      permits: (_, { operation, key }) => {
        const held = aws.state.buckets.get(bucket);
        const rival = held?.get('stops/000001.json');
        if (isContested && operation === 'PutObject' && rival) held?.set(key, rival);
        return true;
      },
    });
    onTestFinished(aws.close);
    const call = (...words: string[]) =>
      callCli(['stop', '--bucket', bucket, ...words], { env: aws.environment });
    await call();
    isContested = true;
    const resumed = await call('--resume');
    expect(resumed.code).toBe(1);
    expect(resumed.stdout).toMatch(/was stopped at .* by .*\nWithin a minute/);
    expect(resumed.stderr).toContain('Mail does not go on');
  });

  it('is refused for a folder from which nothing is mailed, and names the folders from which reports are', async () => {
    const { out } = await aMailedArchive();
    const above = join(out, '..');
    for (const words of [['--out', 'out'], ['--out', '.', '--resume'], []]) {
      const { code, stdout, stderr } = await callCli(['stop', ...words], { cwd: above });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`reports are mailed from ${out}`);
    }
  });
});

describe('status', () => {
  it('begins with the stop of all mail, since when and by whom', async () => {
    const { out, store } = await aMailedArchive();
    expect((await callCli(['status', '--out', out, '--json'])).stdout).toBe('');
    await callCli(['stop', '--out', out]);
    const { stdout } = await callCli(['status', '--out', out]);
    expect(stdout).toMatch(/^All mail was stopped at \S+Z by .*\n\nNothing was due/);
    expect(stdout).toContain(`by ${me}: nothing is mailed until`);
    const status = JSON.parse((await callCli(['status', '--out', out, '--json'])).stdout);
    expect(status).toEqual({ mail: 'stopped', since: expect.any(String), by: me });

    await store.putOnce('stops/000002.json', Buffer.from('{'), 'application/json');
    expect((await callCli(['status', '--out', out])).stdout).toMatch(
      /^Nothing is mailed, .*stops\/000002\.json/,
    );
  });

  it('shows a stop that was resumed in the shown time: from when to when and by whom', async () => {
    const { out, store } = await aMailedArchive();
    const put = (number: number, became: 'stopped' | 'resumed', time: string) => {
      const at = Temporal.Instant.from(time);
      return objects.mailStopOrResume.create(store, { number }, { became, at, by: `ana-${number}@site` });
    };
    await put(1, 'stopped', '2026-10-01T08:00:00Z');
    await put(2, 'resumed', '2026-10-01T09:00:00Z');
    await put(3, 'stopped', '2026-11-18T08:00:00Z');
    await put(4, 'resumed', '2026-11-20T14:30:00Z');
    const status = (since: string, ...words: string[]) =>
      callCli(['status', '--out', out, '--since', since, ...words]).then(({ stdout }) => stdout);
    expect(await status('2026-11-19')).toBe(
      'All mail was stopped at 2026-11-18T08:00:00Z by ana-3@site, and resumed at 2026-11-20T14:30:00Z by ana-4@site.\n\nNothing was due since Thu 19 Nov 2026.\n',
    );
    expect(JSON.parse(await status('2026-11-19', '--json'))).toEqual({
      mail: 'resumed',
      stopped: { became: 'stopped', at: '2026-11-18T08:00:00Z', by: 'ana-3@site' },
      resumed: { became: 'resumed', at: '2026-11-20T14:30:00Z', by: 'ana-4@site' },
    });
    expect(await status('2026-11-22')).not.toContain('All mail');
    expect((await status('2026-09-30')).match(/All mail was stopped/g)).toHaveLength(2);
  });
});
