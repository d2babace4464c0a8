import { expect, test } from 'vitest';
import { limitRequests, limitsOfRequests } from '../../functions/pages/limit-requests.ts';
import { aClock } from '../support/builders/a-delivery.ts';

/** How many of these reads are allowed. */
function allowed(mayRead: (link: string) => boolean, links: readonly string[]): number {
  return links.filter((link) => mayRead(link)).length;
}

const times = (count: number, link: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => link(index));

test('a link is read 240 times in a minute, and no other link waits for it', () => {
  const clock = aClock();
  const mayRead = limitRequests(limitsOfRequests.read, clock.now);
  expect(
    allowed(
      mayRead,
      times(300, () => 'one'),
    ),
  ).toBe(240);
  expect(mayRead('other')).toBe(true);
  clock.advance({ milliseconds: 59_999 });
  expect(mayRead('one')).toBe(false);
  clock.advance({ milliseconds: 1 });
  expect(mayRead('one')).toBe(true);
});

test('all links together are read 2,400 times in a minute', () => {
  const clock = aClock();
  const mayRead = limitRequests(limitsOfRequests.read, clock.now);
  expect(
    allowed(
      mayRead,
      times(3_000, (index) => `link ${index}`),
    ),
  ).toBe(2_400);
  clock.advance({ minutes: 1 });
  expect(mayRead('link 0')).toBe(true);
});

test('a form is sent 20 times in a minute from one link', () => {
  const maySend = limitRequests(limitsOfRequests.send, aClock().now);
  expect(
    allowed(
      maySend,
      times(30, () => 'one'),
    ),
  ).toBe(20);
  expect(maySend('other')).toBe(true);
});
