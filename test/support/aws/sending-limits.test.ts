import { expect, it } from 'vitest';
import { createSendingAccount } from './sending-limits.ts';

it('what was sent a day ago no longer counts, and the rest does', () => {
  let now = 0;
  const account = createSendingAccount({ limits: () => ({ max24HourSend: 20 }), now: () => now });
  const hour = 60 * 60 * 1_000;
  account.take(10);
  now = hour;
  account.take(10);
  expect(() => account.take(1)).toThrow('Daily message quota exceeded');
  now = 24 * hour;
  account.take(10);
  expect(() => account.take(1)).toThrow('Daily message quota exceeded');
  expect(account.quota().sentLast24Hours).toBe(20);
});
