import { expect, it } from 'vitest';
import { markResent } from '#mail/subject.ts';

it('the subject of a resent copy is marked only once', () => {
  expect(markResent('Lookahead, issue 2')).toBe('Lookahead, issue 2 (resent)');
  expect(markResent(markResent('Lookahead, issue 2'))).toBe('Lookahead, issue 2 (resent)');
});
