import { expect, it } from 'vitest';
import { countLinksInLog } from '#links/link-log.ts';
import { recordingLog } from '../support/a-world.ts';

it('refused links are a line a minute at most, which says how many there were since the one before', () => {
  const log = recordingLog();
  let at = 0;
  const refused = countLinksInLog('links refused', { log, now: () => ({ epochMilliseconds: at }) });
  for (at = 0; at <= 180_000; at += 100) refused();
  expect(log.lines.map(({ message, fields }) => [message, fields['links']])).toEqual([
    ['links refused', 1],
    ['links refused', 600],
    ['links refused', 600],
    ['links refused', 600],
  ]);
});
