import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import {
  contactAddressDigest,
  contactMailNameTemplate,
  contactMailPrefixesAndName,
  messagePrefix,
  prefixOfRunName,
  type RunObjectKeyValues,
  requestedRunId,
  runName,
  runPrefix,
  startOfUtcDate,
  utcDate,
} from '#runs/store/names.ts';
import { aResolvedReport, runId, windowAfter } from '../../support/builders/a-delivery.ts';

const run: RunObjectKeyValues = {
  project: 'riverside',
  report: 'weekly',
  window: windowAfter('2026-11-20'),
  runId: runId('2026-11-20T14:00:00Z'),
};
const contactMail = { date: '2026-11-20', contact: contactAddressDigest('planner@example.com'), n: 12 };

describe('the prefix of a run', () => {
  it('contains report, window and run id, and each message has its own', () => {
    const address = runObjectKeyValuesOf(aResolvedReport());
    const prefix = runPrefix(address);
    expect(prefix).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/');
    expect(messagePrefix(prefix, 'everyone')).toBe(`${prefix}mail/everyone/`);
    expect(runName(address)).toBe('riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z');
  });
});

describe('the name of a run in a message tag', () => {
  it.each([
    run,
    { ...run, testRun: 'test' },
    { ...run, testRun: 'preview', runId: requestedRunId('Über/42__x') },
    { ...run, project: 'test', report: 'contact', runId: requestedRunId('contact__x') },
  ] as const)('leads back to its prefix: %#', (address) => {
    expect(prefixOfRunName(runName(address))).toBe(runPrefix(address));
  });

  it('leads back to the prefix of a mail to a contact', () => {
    const name = contactMailNameTemplate.key(contactMail);
    expect(name).toBe(`contact__2026-11-20__${contactMail.contact}__12`);
    expect(prefixOfRunName(name)).toBe(contactMailPrefixesAndName(contactMail).prefix);
  });

  it.each([
    '',
    'riverside',
    'a__b__c__d',
    'contact__x__y__1',
    'contact__2026-11-20__1f3a5b7c1f3a5b7c__0',
    'contact__2026-11-20__1f3a5b7c1f3a5b7c__01',
    'contact__2026-11-20__1f3a5b7c__1',
    `${contactMailNameTemplate.key(contactMail)}__b`,
    'notice__2026-11-20T14-00-00Z-1f3a5b7c__late_1f3a5b7c',
    `${runName(run)}/..`,
    `../${runName(run)}`,
  ])('is not accepted if no run can have it: %j', (name) => {
    expect(prefixOfRunName(name)).toBeUndefined();
  });
});

describe('the key of a contact', () => {
  it('is the same however the address is written, belongs to nobody else, and shows no address', () => {
    const key = contactAddressDigest('planner@example.com');
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(contactAddressDigest('Planner@Example.com')).toBe(key);
    expect(contactAddressDigest('other@example.com')).not.toBe(key);
  });
});

it('the date in a key is the UTC date', () => {
  const evening = Temporal.Instant.from('2026-11-20T23:30:00-05:00');
  expect(utcDate(evening)).toBe('2026-11-21');
  expect(startOfUtcDate('2026-11-21')).toEqual(Temporal.Instant.from('2026-11-21T00:00:00Z'));
});
