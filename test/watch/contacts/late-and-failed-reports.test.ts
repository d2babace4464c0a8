import { describe, expect, it } from 'vitest';
import { serviceDownReason } from '#queue/outage.ts';
import { idOfReportInDispatch } from '#runs/store/names.ts';
import type { ContactMailOutcome, FactKind } from '#watch/contacts/facts.ts';
import type { ReportFactContext, ReportState } from '#watch/contacts/late-and-failed-reports.ts';
import { aMoment, factSummary, factsOf, instant } from '../../support/builders/a-contact.ts';
import {
  crash,
  curable,
  done,
  failing,
  keyRefused,
  noAnswer,
  rejected,
  stopped,
  waiting,
} from '../../support/builders/a-report-state.ts';

const old = { name: '1f3a5b7c', text: 'Programme of 1 Nov: 19 days old.', isUnread: false };

/** The facts that hold about these reports. @param told outcomes of earlier mails, by id of the fact */
function holding(
  reports: readonly ReportState[],
  moment: ReportFactContext,
  told: ReadonlyMap<string, ContactMailOutcome> = new Map(),
) {
  return factsOf(reports, moment).filter(({ holds }) => holds?.(told) ?? true);
}

const kindsOf = (...of: Parameters<typeof holding>) => holding(...of).map(({ kind }) => kind);

describe('a contact', () => {
  const hour = '15:00';
  const deadline = '2026-11-21T14:00';
  const over = '2026-11-21T14:15';
  it.each<[string, string, ReportState, FactKind | undefined]>([
    ['a report that waits for its turn', '14:59', waiting('a'), undefined],
    ['a report that has waited an hour for its turn', hour, waiting('a'), 'late'],
    ['a report that has failed for 59 minutes', '14:59', failing('a'), undefined],
    ['a report that has failed for an hour', hour, failing('a'), 'late'],
    ['a report with a cause that a person has to fix', '14:01', curable('a'), 'act'],
    ['a report with a cause that a person has to fix, an hour later', hour, curable('a'), 'act'],
    ['a report that is done', deadline, done('a'), undefined],
    ['a report that still fails just before its last attempt', '2026-11-21T13:49', failing('a'), 'late'],
    ['a report whose last attempt is due', '2026-11-21T13:50', failing('a'), undefined],
    ['a report with a cause to fix whose last attempt is due', '2026-11-21T13:50', curable('a'), undefined],
    ['a report whose last attempt may still be running', '2026-11-21T14:14', failing('a'), undefined],
    ['a report that was not delivered by its deadline', over, failing('a'), 'over'],
    ['a report without any attempt by its deadline', over, waiting('a'), 'over'],
    ['a report with a cause that nobody fixed by its deadline', over, curable('a'), 'over'],
    ['a report that was done by its deadline', over, done('a'), undefined],
    ['a report on which the function crashes', '14:59', failing('a', { failure: crash }), undefined],
    ['a report that was given up', '14:30', stopped('a'), 'over'],
    ['a report that was given up, hours later', '16:00', stopped('a'), 'over'],
    [
      'a report that became due just now, hours after its time',
      '16:00',
      waiting('a', { isNewlyDue: true }),
      undefined,
    ],
    [
      'a report with a message that may have arrived, after its deadline',
      over,
      failing('a', { mayHaveBeenSent: true }),
      'perhaps',
    ],
    [
      'a message that was held back because it may have arrived',
      '14:01',
      done('a', { failedMessages: [{ ...rejected, cause: 'held' }] }),
      'held',
    ],
    ['a message that will never be accepted', '14:01', done('a', { failedMessages: [rejected] }), 'unsent'],
    ['an old programme', '14:01', done('a', { dataProblem: old }), 'old'],
    [
      'tasks that could not be read',
      '14:01',
      done('a', { dataProblem: { ...old, isUnread: true } }),
      'unread',
    ],
    ['an old programme of a failing report', '14:01', failing('a', { dataProblem: old }), undefined],
    ['a request that has failed for an hour', hour, failing('a', { request: {} }), undefined],
    [
      'a request with a cause that a person has to fix',
      hour,
      failing('a', { request: {}, failure: keyRefused }),
      'act',
    ],
    ['a request that was not delivered by its deadline', over, failing('a', { request: {} }), 'over'],
  ])('is notified only if needed of %s, at %s', (_, time, report, kind) => {
    expect(kindsOf([report], aMoment(time))).toEqual(kind === undefined ? [] : [kind]);
  });

  it('is notified of their own reports only', () => {
    const other = { contact: 'other@example.com' };
    const facts = holding([failing('a'), failing('b'), failing('c', other)], aMoment(hour));
    const own = Map.groupBy(facts, ({ to }) => to);
    expect([...own].map(([to, some]) => [to, factSummary(some)])).toEqual([
      ['planner@example.com', 'late: a b'],
      ['other@example.com', 'late: c'],
    ]);
  });

  it.each<[ContactMailOutcome | undefined, readonly FactKind[]]>([
    [undefined, ['late']],
    ['sent', []],
    ['pending', []],
    ['failed', []],
    ['replaced', ['late']],
    ['perhaps-sent', ['late']],
  ])(
    'gets a "Late" mail or none about a report that needs a person, depending on what became of the mail that asked them to act: %s',
    (outcome, kinds) => {
      const report = failing('a');
      const told = new Map(outcome && [[`act:${idOfReportInDispatch(report)}`, outcome]]);
      expect(kindsOf([report], aMoment(hour), told)).toEqual(kinds);
    },
  );

  it('is notified once of a cause to fix, even if its numbers and quotations differ', () => {
    const idOf = (message: string) =>
      holding([failing('a', { failure: { kind: 'curable', message } })], aMoment(hour)).map(({ id }) => id);
    const one = idOf('Tasks answered 401 after 3 tries: "bad key".');
    expect(one).toEqual([expect.stringMatching(/^act:2026-11-20T14-00-00Z-1f3a5b7c\/a_weekly:[0-9a-f]{8}$/)]);
    expect(idOf('Tasks answered 403 after 4 tries: "no key".')).toEqual(one);
    expect(idOf('The sender is not verified.')).not.toEqual(one);
  });

  it('is not notified of late reports while a stop explains them', () => {
    const held = aMoment(hour, { isHeldByStop: true });
    expect(kindsOf([failing('a')], held)).toEqual([]);
    expect(kindsOf([curable('a')], held)).toEqual(['act']);
    expect(kindsOf([failing('a')], aMoment(over, { isHeldByStop: true }))).toEqual(['over']);
  });

  it.each<[string, string, FactKind]>([
    ['restored when it was due', '2026-11-20T14:00', 'perhaps'],
    ['restored just before it was due', '2026-11-20T13:59', 'over'],
  ])(
    'is asked to check a report only if the archive was restored after it was due: %s',
    (_, restored, kind) => {
      const moment = aMoment(over, { restoredAt: instant(restored) });
      expect(kindsOf([failing('a')], moment)).toEqual([kind]);
    },
  );
});

describe('the cause of a late report', () => {
  it.each<[string, ReportState, string]>([
    ['its last failure', failing('a'), noAnswer.message],
    ['a service that is down', waiting('a', { isServiceDown: true }), serviceDownReason],
    ['that it waits for its turn', waiting('a'), 'No attempt has failed; it is still waiting for its turn.'],
    [
      'a stop that has ended',
      failing('a', {
        failure: { ...noAnswer, message: 'All mail was stopped; `stop --resume` ends the stop.' },
      }),
      'All mail was stopped, and has been resumed since.',
    ],
  ])('is %s', (_, report, why) => {
    const [fact] = holding([report], aMoment('15:00'));
    expect(fact?.text.why).toBe(why);
  });
});

describe('while the queue is draining', () => {
  const draining = (time: string) => aMoment(time, { isDraining: true });

  it.each([
    ['waits for its turn', waiting('a')],
    ['failed once and waits for its turn again', failing('a')],
  ])('a report that %s is late after two hours instead of one', (_, report) => {
    expect(factSummary(holding([report], draining('15:59')))).toBe('');
    expect(factSummary(holding([report], draining('16:00')))).toBe('late: a');
  });

  it('a report on which the function crashes is late after an hour', () => {
    const reports = [waiting('a'), failing('b', { failure: crash })];
    expect(factSummary(holding(reports, draining('15:00')))).toBe('late: b');
  });

  it('a report stays late if an unsent mail called it late', () => {
    const told = new Map([[`late:${idOfReportInDispatch(waiting('a'))}`, 'replaced' as const]]);
    expect(factSummary(holding([waiting('a'), waiting('b')], draining('15:10'), told))).toBe('late: a');
  });

  it('a contact who has to act is notified at once', () => {
    expect(factSummary(holding([curable('a')], draining('14:01')))).toBe('act: a');
  });
});

describe('the fact that a report was delivered after all', () => {
  const told = (kind: 'act' | 'late', outcome: ContactMailOutcome) =>
    new Map([[`${kind}:${idOfReportInDispatch(done('a'))}`, outcome]]);

  it.each<[ContactMailOutcome, boolean]>([
    ['sent', true],
    ['perhaps-sent', true],
    ['replaced', false],
    ['failed', false],
    ['pending', false],
  ])('is reported or not after an earlier mail that was %s: %s', (outcome, expected) => {
    const kinds = expected ? ['delivered'] : [];
    expect(kindsOf([done('a')], aMoment('16:00'), told('late', outcome))).toEqual(kinds);
    expect(kindsOf([done('a')], aMoment('16:00'), told('act', outcome))).toEqual(kinds);
  });

  it('waits for the contact’s other reports of the dispatch, and for no others', () => {
    const isTold = (other: ReportState) =>
      kindsOf([done('a'), other], aMoment('14:30'), told('act', 'sent')).includes('delivered');
    expect(isTold(failing('b'))).toBe(false);
    expect(isTold(waiting('b'))).toBe(false);
    expect(isTold(failing('b', { deliverBy: instant('14:15') }))).toBe(true);
    expect(isTold(stopped('b'))).toBe(true);
    expect(isTold(failing('b', { contact: 'other@example.com' }))).toBe(true);
  });

  it('is not reported if no mail called the report late', () => {
    expect(kindsOf([done('a')], aMoment('16:00'))).toEqual([]);
  });
});
