/** Mistakes that the compiler refuses in the table of objects and in its use. */

import { Temporal } from 'temporal-polyfill';
import { expect, expectTypeOf, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import * as objects from '#runs/store/objects.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';

const weekly = { dispatchId, project: 'riverside', report: 'weekly' };

it('a key needs each parameter of its template, in its type', () => {
  const { key } = objects.failedAttempt;
  expect(key({ ...weekly, n: 3 })).toBe(`attempts/${dispatchId}/riverside_weekly/failed-3.json`);
  // @ts-expect-error The number is missing.
  expect(() => key(weekly)).toThrow(RangeError);
  // @ts-expect-error The number is text.
  key({ ...weekly, n: '3' });
  // @ts-expect-error The id of a dispatch is not just any text.
  key({ ...weekly, n: 3, dispatchId: '2026-11-20T14-00-00Z-1f3a5b7c' });
  // @ts-expect-error There is no such parameter.
  key({ ...weekly, n: 3, attempt: 3 });
});

it('a listing takes some of the parameters, and no others', () => {
  expect(objects.failedAttempt.under({ dispatchId })).toBe(`attempts/${dispatchId}/`);
  // @ts-expect-error There is no such parameter.
  expect(objects.failedAttempt.under({ run: 'issues/' })).toBe('attempts/');
});

it('an object has the content of its schema', () => {
  const at = Temporal.Instant.from('2026-11-20T14:00:00Z');
  const settle = (store: ObjectStore) => ({
    right: () => objects.dispatchSettled.create(store, { dispatchId }, { at }),
    // @ts-expect-error The time is text.
    text: () => objects.dispatchSettled.create(store, { dispatchId }, { at: at.toString() }),
    // @ts-expect-error The time is missing.
    nothing: () => objects.dispatchSettled.create(store, { dispatchId }, {}),
  });
  expectTypeOf(settle).returns.toHaveProperty('right');
  expectTypeOf<ContentOf<typeof objects.failedAttempt>>().toEqualTypeOf<objects.FailedAttempt>();
  expectTypeOf(objects.issueNumber.read).returns.resolves.toEqualTypeOf<
    ContentOf<typeof objects.issueNumber> | undefined
  >();
});
