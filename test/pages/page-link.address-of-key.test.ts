import { expect, test } from 'vitest';
import { addressOfKey, keyOfPage } from '../../functions/pages/page-link.ts';

test.each(['riverside/weekly', 'pages/pages'])('the key of a page has its address: %s', (report) => {
  const windowAt = `issues/${report}/2026-11-23_2026-11-29/`;
  const address = { windowAt, first: '2026-11-23', last: '2026-11-29', run: 'run-1', message: 'everyone' };
  const key = `${windowAt}run-1/pages/everyone.json.gz`;
  expect(keyOfPage(address)).toBe(key);
  expect(addressOfKey(key)).toEqual(address);
});

test('any other key has none', () => {
  expect(() => addressOfKey('issues/a/weekly/2026-11-23_2026-11-29/run-1/issue.json')).toThrow(RangeError);
});
