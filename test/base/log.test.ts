import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { withoutAddresses } from '#base/log.ts';

describe('a log line', () => {
  it.each([
    ['SES refused <a.b@example.com>, and c@example.com.', 'SES refused <(address)>, and (address)'],
    ['to "x+y@site.example.com":', 'to "(address)":'],
    ['a@b@c', '(address)'],
    ['@example.com and user@ are none', '@example.com and user@ are none'],
  ])('has every address replaced in: %s', (text, logged) => {
    expect(withoutAddresses(text)).toBe(logged);
  });

  it.each([
    ['one long word', 'a'.repeat(1_000_000)],
    ['words and signs', 'word@'.repeat(200_000)],
  ])('of a megabyte, %s, has its addresses replaced in less than half a second', (_, text) => {
    const before = process.threadCpuUsage();
    expect(withoutAddresses(text).length).toBeLessThanOrEqual(2_000);
    const { user } = process.threadCpuUsage(before);
    expect(user).toBeLessThan(500_000);
  });
});
