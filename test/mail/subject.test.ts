import { expect, it } from 'vitest';
import { resentSubject } from '#mail/subject.ts';

it('the subject of a resent copy is marked only once', () => {
  expect(resentSubject('Lookahead, issue 2')).toBe('Lookahead, issue 2 (resent)');
  expect(resentSubject(resentSubject('Lookahead, issue 2'))).toBe('Lookahead, issue 2 (resent)');
});
