/** Mails that could not be sent at first, while the states of their reports changed. */
import { describe, expect, it } from 'vitest';
import * as objects from '#runs/store/objects.ts';
import type { ContactMailOutcome } from '#watch/contacts/facts.ts';
import type { ReportState } from '#watch/contacts/late-and-failed-reports.ts';
import { aContact, aMoment, factSummary, factsOf } from '../../support/builders/a-contact.ts';
import { aReportState } from '../../support/builders/a-report-state.ts';

const failing = (project: string, message?: string) =>
  aReportState({
    project,
    state: 'failing',
    failure: { kind: message === undefined ? 'retryable' : 'curable', message: message ?? 'It failed.' },
  });
const curable = (project: string) => failing(project, 'The key was refused.');
const done = (project: string) => aReportState({ project, state: 'done' });

const refused = { kind: 'refused', cause: 'curable', reason: 'Sending is paused.' } as const;
const answers = {
  replaced: refused,
  failed: { kind: 'failed', reason: 'No such address.' },
  'perhaps-sent': 'lost',
  pending: 'lost',
} as const;

/** A contact whose first mails have these outcomes; all later ones are sent. */
function aContactWhoseMailsAre(...outcomes: readonly ContactMailOutcome[]) {
  const contact = aContact();
  return {
    ...contact,
    /** Runs a check and returns its mails, such as `late: a b`. */
    check: async (time: string, reports: readonly ReportState[]) => {
      contact.at(time);
      const outcome = outcomes[objects.contactMail.in(await contact.log()).length];
      if (outcome !== undefined && outcome !== 'sent') contact.mailer.answers.push(answers[outcome]);
      const { tried } = await contact.tell(factsOf(reports, aMoment(time)));
      contact.mailer.answers.splice(0);
      return tried.map(({ facts }) => factSummary(facts));
    },
  };
}

describe('a mail that was not sent', () => {
  it('is written again, with a new number, for the reports that are still late', async () => {
    const { check, log, subjects } = aContactWhoseMailsAre('replaced', 'replaced');
    expect(await check('15:00', [failing('a'), failing('b')])).toEqual(['late: a b']);
    expect(await check('16:00', [done('a'), failing('b')])).toEqual(['late: b']);
    expect(await check('16:10', [done('a'), failing('b')])).toEqual(['late: b']);
    expect(objects.contactMail.in(await log()).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(await subjects()).toEqual([expect.stringMatching(/^Late: Riverside Tower, .*\)$/)]);
    expect((await subjects()).join()).not.toContain('(resent)');
  });

  it('is replaced at the next check, not an hour later', async () => {
    const { check } = aContactWhoseMailsAre('replaced');
    expect(await check('15:00', [failing('a')])).toEqual(['late: a']);
    expect(await check('15:10', [failing('a')])).toEqual(['late: a']);
  });

  it('is replaced by a mail marked as resent if the first may have arrived', async () => {
    const { check, subjects } = aContactWhoseMailsAre('perhaps-sent');
    await check('15:00', [failing('a'), failing('b')]);
    expect(await check('16:00', [done('a'), failing('b')])).toEqual(['late: b']);
    expect((await subjects()).map((subject) => subject?.endsWith('(resent)'))).toEqual([false, true]);
  });

  it('is replaced by a mail marked as resent even if another unsent mail came between', async () => {
    const { check, subjects } = aContactWhoseMailsAre('perhaps-sent', 'replaced');
    await check('15:00', [failing('a')]);
    expect(await check('16:00', [failing('a')])).toEqual(['late: a']);
    expect(await check('16:10', [failing('a')])).toEqual(['late: a']);
    expect((await subjects()).map((subject) => subject?.endsWith('(resent)'))).toEqual([false, true]);
  });

  it('is replaced by an unmarked mail if it was about other reports', async () => {
    const { check, subjects } = aContactWhoseMailsAre('perhaps-sent');
    await check('15:00', [failing('a')]);
    expect(await check('16:00', [done('a'), failing('b')])).toEqual(['late: b']);
    expect((await subjects()).map((subject) => subject?.endsWith('(resent)'))).toEqual([false, false]);
  });

  it.each<[ContactMailOutcome, string, readonly string[]]>([
    ['sent', '16:00', ['delivered: a']],
    ['perhaps-sent', '16:00', ['delivered: a']],
    ['replaced', '16:00', []],
    ['failed', '16:00', []],
    ['pending', '15:30', []],
  ])(
    'is not followed by "Delivered after all" unless it may have arrived: %s, at %s',
    async (outcome, time, expected) => {
      const { check } = aContactWhoseMailsAre(outcome);
      await check('15:00', [failing('a')]);
      expect(await check(time, [done('a')])).toEqual(expected);
    },
  );

  it('is followed by "Delivered after all" if an earlier mail was sent', async () => {
    const { check } = aContactWhoseMailsAre('sent', 'replaced');
    expect(await check('14:10', [curable('a')])).toEqual(['act: a']);
    expect(await check('14:20', [failing('a', 'The sender is not verified.')])).toEqual(['act: a']);
    expect(await check('15:10', [done('a')])).toEqual(['delivered: a']);
  });

  it('is followed by "Delivered after all" if an earlier mail may have arrived', async () => {
    const { check } = aContactWhoseMailsAre('perhaps-sent', 'replaced');
    await check('15:00', [failing('a')]);
    await check('16:00', [failing('a')]);
    expect(await check('16:10', [done('a')])).toEqual(['delivered: a']);
  });

  it('is followed by a "Late" mail once its cause no longer needs a person', async () => {
    const { check } = aContactWhoseMailsAre('replaced');
    expect(await check('15:00', [curable('a')])).toEqual(['act: a']);
    expect(await check('15:10', [failing('a')])).toEqual(['late: a']);
  });

  it('is replaced after the deadline by a mail about the reports that are still missing', async () => {
    const { check } = aContactWhoseMailsAre('replaced');
    expect(await check('2026-11-21T14:15', [failing('a'), failing('b')])).toEqual(['over: a b']);
    expect(await check('2026-11-21T14:25', [done('a'), failing('b')])).toEqual(['over: b']);
  });

  it('is resolved before the next mail, even if no fact holds by then', async () => {
    const { check, log } = aContactWhoseMailsAre('perhaps-sent');
    await check('15:00', [failing('a')]);
    expect(await check('15:20', [done('a')])).toEqual([]);
    expect(await check('15:40', [done('a')])).toEqual(['delivered: a']);
    expect((await log()).filter((key) => key.endsWith('/failed.json'))).toHaveLength(1);
  });
});
