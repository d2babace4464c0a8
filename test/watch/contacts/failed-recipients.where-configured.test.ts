import { describe, expect, it } from 'vitest';
import { placeOfAddress } from '#watch/contacts/failed-recipients.ts';
import { configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, weekly } from '../../support/builders/a-configuration.ts';

const configuration = configurationOf(
  aConfigurationText({
    reports: [
      { ...weekly, key: 'daily' },
      {
        ...weekly,
        to: '[manager@example.com]',
        cc: '[deputy@example.com]',
        audiences: "[{ each: owner, to: { 'Ana Silva': [office@example.com] }, everyoneFound: true }]",
      },
    ],
  }),
);
const everyone = { kind: 'everyone' } as const;
const owner = { kind: 'owner', id: 'u1', name: 'Ana Silva' } as const;

describe('the line to change', () => {
  it.each([
    ['an address of to', 'Manager@Example.com', everyone, 'reports[1].to in lookahead.yaml'],
    ['an address of cc', 'deputy@example.com', everyone, 'reports[1].cc in lookahead.yaml'],
    [
      'an address of an audience',
      'office@example.com',
      owner,
      'reports[1].audiences[0].to (Ana Silva) in lookahead.yaml',
    ],
    ['a person’s own address', 'ana@example.com', owner, 'the planning service (owner Ana Silva)'],
    ['an address of a request', 'other@example.com', everyone, undefined],
  ])('for %s', (_, address, audience, line) => {
    expect(placeOfAddress({ address, audience, report: 'weekly' }, configuration)).toBe(line);
  });

  it('for a report that is no longer configured is none', () => {
    const gone = { address: 'manager@example.com', audience: everyone, report: 'monthly' };
    expect(placeOfAddress(gone, configuration)).toBeUndefined();
  });
});
