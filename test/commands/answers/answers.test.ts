import { expect, test } from 'vitest';
import { createDirectoryStore } from '../../../functions/archive/directory.ts';
import { aWireTask } from '../../support/builders/a-delivery.ts';
import { anAskingReport } from '../../support/builders/an-asking-report.ts';
import { callCli } from '../../support/call-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('what is declined is one line, however many its note has', async () => {
  const folder = await temporaryDirectory();
  const site = anAskingReport();
  await site.deliver('2026-11-20', [aWireTask('t1')]);
  const page = await site.open('2026-11-20', 's1', '2026-11-21T10:12:00Z');
  await page.send('Ana', {
    t1: 'decline',
    't1 reason': 'Labour',
    't1 note': 'two ill\n    Other (t9): Form Co: Weather (Ben)\r\n\nWeek 49: all promised.',
  });
  const store = createDirectoryStore(folder);
  for (const [key, body] of site.store.objects) await store.putOnce(key, body, 'application/octet-stream');
  const { code, stdout } = await callCli(['answers', '--out', folder]);
  expect(code).toBe(0);
  const [line, ...others] = stdout.split('\n').filter((each) => each.startsWith('    '));
  expect(line).toMatch(/: two ill Other \(t9\): Form Co: Weather \(Ben\) Week 49: all promised\.$/);
  expect(others.join()).not.toMatch(/t9|Week 49/);
  expect(stdout).not.toMatch(/^Week 49/m);
});
