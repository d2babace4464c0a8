import { describe, expect, it } from 'vitest';
import { addressSourceText } from '#watch/contacts/failed-recipients.ts';
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

describe('the place to correct', () => {
  it.each([
    ['an address in to', 'Manager@Example.com', everyone, 'reports[1].to in lookahead.yaml'],
    ['an address in cc', 'deputy@example.com', everyone, 'reports[1].cc in lookahead.yaml'],
    [
      'an address in an audience',
      'office@example.com',
      owner,
      'reports[1].audiences[0].to (Ana Silva) in lookahead.yaml',
    ],
    [
      'an owner’s address from the planning service',
      'ana@example.com',
      owner,
      'the planning service (owner Ana Silva)',
    ],
    ['no line for an address from a request', 'other@example.com', everyone, undefined],
  ])('%s is named', (_, address, audience, line) => {
    expect(addressSourceText({ address, audience, report: 'weekly' }, configuration)).toBe(line);
  });

  it('is unknown for an address of a report that is no longer configured', () => {
    const gone = { address: 'manager@example.com', audience: everyone, report: 'monthly' };
    expect(addressSourceText(gone, configuration)).toBeUndefined();
  });
});
