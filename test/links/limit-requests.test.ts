import { expect, it } from 'vitest';
import { createRequestLimiter, maxLinkRequestsPerMinute } from '#links/limit-requests.ts';
import { aClock } from '../support/builders/a-delivery.ts';

const { read, send } = maxLinkRequestsPerMinute;

/** A limit, and a function that counts how many of n requests it allows. */
function aLimit(limits: Parameters<typeof createRequestLimiter>[0]) {
  const clock = aClock();
  const may = createRequestLimiter(limits, clock.now);
  const allowed = (
    count: number,
    of: (index: number) => { readonly link?: string; readonly reader?: string },
  ) =>
    Array.from({ length: count }, (_, index) => ({ link: 'one', reader: 'site', ...of(index) })).filter(may)
      .length;
  return { clock, may, allowed };
}

it.each([
  ['read 240 times', read, 240],
  ['sent 20 times', send, 20],
])(
  'a link can be %s in a minute, by all readers together, and other links are not affected',
  (_, limits, times) => {
    const { clock, may, allowed } = aLimit(limits);
    expect(allowed(times + 60, (index) => ({ reader: `reader ${index}` }))).toBe(times);
    expect(may({ link: 'other', reader: 'reader 0' })).toBe(true);
    clock.advance({ milliseconds: 59_999 });
    expect(may({ link: 'one', reader: 'site' })).toBe(false);
    clock.advance({ milliseconds: 1 });
    expect(may({ link: 'one', reader: 'site' })).toBe(true);
  },
);

it.each([
  ['reads 1,200', read, 1_200],
  ['sends 120', send, 120],
])(
  'a reader %s times in a minute at most, over all links, and other readers are not affected',
  (_, limits, times) => {
    const { may, allowed } = aLimit(limits);
    expect(allowed(times + 60, (index) => ({ link: `link ${index}` }))).toBe(times);
    expect(may({ link: 'link 0', reader: 'another site' })).toBe(true);
  },
);

it('all readers together read 6,000 times in a minute at most', () => {
  const { clock, may, allowed } = aLimit(read);
  expect(allowed(7_000, (index) => ({ link: `link ${index}`, reader: `reader ${index}` }))).toBe(6_000);
  clock.advance({ minutes: 1 });
  expect(may({ link: 'link 0', reader: 'reader 0' })).toBe(true);
});

it('a refused request does not count', () => {
  const { may, allowed } = aLimit({ link: 2, reader: 4, all: 6 });
  expect(allowed(100, () => ({}))).toBe(2);
  expect(allowed(100, () => ({ link: 'two' }))).toBe(2);
  // Refused because of the reader's limit, so it does not count for the link, which others can still use.
  expect(may({ link: 'three', reader: 'site' })).toBe(false);
  expect(allowed(100, () => ({ link: 'three', reader: 'other' }))).toBe(2);
  expect(may({ link: 'four', reader: 'another' })).toBe(false);
});

it.each([{ seconds: -1 }, { hours: -3 }])('a clock that is set back (%j) begins a new minute', (change) => {
  const { clock, allowed } = aLimit(read);
  allowed(300, () => ({}));
  clock.advance(change);
  expect(allowed(300, () => ({}))).toBe(240);
});
