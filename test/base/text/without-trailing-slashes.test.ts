import process from 'node:process';
import { expect, it } from 'vitest';
import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';

it.each([
  ['/gb/v1', '/gb/v1'],
  ['/gb/v1//', '/gb/v1'],
  ['///', ''],
  ['', ''],
])('%s without trailing slashes is %s', (text, bare) => {
  expect(withoutTrailingSlashes(text)).toBe(bare);
});

it('a text with a megabyte of slashes before its end is checked in less than half a second', () => {
  const before = process.threadCpuUsage();
  expect(withoutTrailingSlashes(`${'/'.repeat(1_000_000)}x`)).toHaveLength(1_000_001);
  const { user } = process.threadCpuUsage(before);
  expect(user).toBeLessThan(500_000);
});
