import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodePage, encodePage } from '#pages/stored-page.ts';
import { aPage } from '../support/pages/a-page.ts';

const page = aPage({
  tasks: [
    { id: 'A1', start: '2026-11-23', finish: '2026-11-26', owner: 'Ana Silva', location: 'Level 1' },
    { id: 'A2', name: '🏗️ Beton „gießen“', start: '2026-11-24', milestone: true },
  ],
  previousKey: 'issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/pages/everyone.json.gz',
});

it('a stored page is decoded unchanged, and encoded to the same bytes each time', () => {
  expect(decodePage(encodePage(page))).toEqual(page);
  expect(encodePage(structuredClone(page))).toEqual(encodePage(page));
});

it.each<[string, Uint8Array]>([
  ['empty', new Uint8Array()],
  ['not compressed', gunzipSync(encodePage(page))],
  ['truncated', encodePage(page).subarray(0, -9)],
  ['changed in the middle', encodePage(page).map((byte, at) => (at === 100 ? byte ^ 0xff : byte))],
  ['not JSON', gzipSync('{')],
  ['of another format', gzipSync(JSON.stringify({ ...page, format: 1 }))],
  ['without its days', gzipSync(JSON.stringify({ ...page, days: undefined }))],
  ['with a cell before the first', gzipSync(JSON.stringify(page).replace(/"cells":\[\d/, '"cells":[-1'))],
])('a stored page that is %s is undefined', (_, bytes) => {
  expect(decodePage(bytes)).toBeUndefined();
});
