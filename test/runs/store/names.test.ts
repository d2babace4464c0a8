import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { keySegments } from '#archive/object-key.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import {
  requestedRunId,
  runIdFromText,
  runIdSchema,
  runPrefix,
  scheduledRunId,
  shortKeySafeText,
} from '#runs/store/names.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { aResolvedReport } from '../../support/builders/a-delivery.ts';

const address = runObjectKeyValuesOf(aResolvedReport());

describe('a run id', () => {
  it.each([
    ['2026-11-20T14:00:00Z', '2026-11-20T14-00-00Z'],
    ['2026-11-21T01:00:00+11:00', '2026-11-20T14-00-00Z'],
    ['2026-11-20T14:00:00.250Z', '2026-11-20T14-00-00_25Z'],
  ])('due at %s is named %s', (instant, name) => {
    expect(scheduledRunId(Temporal.Instant.from(instant))).toBe(name);
  });

  it.each([
    ['7f3a-b2', 'run-7f3a-b2'],
    ['Monday', 'run-_4donday'],
    ['../../etc', 'run-_2e_2e_2f_2e_2e_2fetc'],
    ['a_2f', 'run-a_5f2f'],
    ['lundi matin é', 'run-lundi_20matin_20_c3_a9'],
  ])('requested as %j is named %s', (id, name) => {
    expect(requestedRunId(id)).toBe(name);
  });

  it.each(['', 'x'.repeat(121), 'é'.repeat(21), '\ud800'])('cannot be requested as %j', (id) => {
    expect(() => requestedRunId(id)).toThrow(/cannot name a run: use 1 to 120/);
  });

  it('differs from every other on any file system, and all its keys can be stored', () => {
    const id = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(id, id, (one, other) => {
        const [first, second] = [requestedRunId(one), requestedRunId(other)];
        expect(first === second).toBe(one === other);
        expect(first).toBe(first.toLowerCase());
        expect(runIdSchema.parse(first)).toBe(first);
        keySegments(runPrefix({ ...address, runId: first }).slice(0, -1));
      }),
    );
  });
});

describe('a message’s part of a key', () => {
  it('is the id itself if that is short, and ends in a digest if it is long', () => {
    expect(shortKeySafeText('s1')).toBe('s1');
    expect(shortKeySafeText('f47ac10b-58cc-4372-a567-0e02b2c3d479')).toBe(
      'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    );
    const long = shortKeySafeText(`${'é'.repeat(40)}1`);
    expect(long).toMatch(/^(_c3_a9)+__[0-9a-f]{24}$/);
    expect(long).not.toBe(shortKeySafeText(`${'é'.repeat(40)}2`));
    expect(long.length).toBeLessThanOrEqual(80);
  });
});

describe('the run id that a request names', () => {
  it('may be one from an answer', () => {
    const first = runIdFromText('7F3a');
    expect(first).toBe('run-7_463a');
    expect(runIdFromText(first)).toBe(first);
    expect(runIdFromText('2026-11-20T14-00-00Z')).toBe('2026-11-20T14-00-00Z');
  });

  it.each(['run-a_', 'run-a__b', 'run-A'])(
    'is encoded from a name like %s, which only resembles a run id',
    (text) => {
      expect(runIdFromText(text)).toBe(requestedRunId(text));
    },
  );
});
