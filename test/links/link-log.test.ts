import { expect, it } from 'vitest';
import { createFailedLinkLogger } from '#links/link-log.ts';
import { recordingLog } from '../support/a-world.ts';

it('refused links are logged in at most one line a minute, with their number since the previous line', () => {
  const log = recordingLog();
  let at = 0;
  const refused = createFailedLinkLogger('links refused', { log, now: () => ({ epochMilliseconds: at }) });
  for (at = 0; at <= 180_000; at += 100) refused();
  expect(log.lines.map(({ message, fields }) => [message, fields['links']])).toEqual([
    ['links refused', 1],
    ['links refused', 600],
    ['links refused', 600],
    ['links refused', 600],
  ]);
});
