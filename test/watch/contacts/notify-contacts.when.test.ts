/** When facts about reports are sent, and in how many mails, over several checks. */
import { describe, expect, it } from 'vitest';
import { dispatchIdSchema } from '#runs/store/names.ts';
import type { ReportState } from '#watch/contacts/late-and-failed-reports.ts';
import { aContact, aMoment, factSummary, factsOf, instant } from '../../support/builders/a-contact.ts';
import {
  curable,
  done,
  failing,
  keyRefused,
  rejected,
  stopped,
  waiting,
} from '../../support/builders/a-report-state.ts';

type Check = readonly [time: string, reports: readonly ReportState[]];

/** Returns the mails of each check, such as `late: a b`. All mails are sent. */
async function checks(...steps: readonly Check[]): Promise<readonly (readonly string[])[]> {
  const contact = aContact();
  const told: (readonly string[])[] = [];
  for (const [time, reports] of steps) {
    contact.at(time);
    const { tried } = await contact.tell(factsOf(reports, aMoment(time)));
    expect(tried.map(({ outcome }) => outcome)).toEqual(tried.map(() => 'sent'));
    told.push(tried.map(({ facts }) => factSummary(facts)));
  }
  expect(contact.mailer.taken).toHaveLength(told.flat().length);
  return told;
}

describe('a contact', () => {
  it('gets one mail with all facts, worst first', async () => {
    const over = { deliverBy: instant('14:30') };
    const reports = [
      failing('a'),
      failing('b', over),
      curable('c'),
      done('d', { failedMessages: [rejected] }),
    ];
    expect(await checks(['15:00', reports], ['15:10', reports])).toEqual([
      ['act: c · over: b · late: a · unsent: d'],
      [],
    ]);
  });

  it('gets no second mail about a fact', async () => {
    expect(
      await checks(
        ['14:10', [curable('a'), failing('b')]],
        ['14:20', [curable('a'), failing('b')]],
        ['15:00', [curable('a'), failing('b')]],
        ['15:10', [curable('a'), failing('b')]],
        ['16:10', [curable('a'), failing('b')]],
        ['2026-11-21T14:15', [curable('a'), failing('b')]],
        ['2026-11-21T14:25', [curable('a'), failing('b')]],
        ['2026-11-21T15:25', [curable('a'), failing('b')]],
      ),
    ).toEqual([['act: a'], [], [], ['late: b'], [], ['over: a b'], [], []]);
  });

  it('is notified of another report with the same cause an hour after the first', async () => {
    const both = [curable('a'), curable('b')];
    expect(await checks(['14:10', [curable('a'), failing('b')]], ['15:00', both], ['15:10', both])).toEqual([
      ['act: a'],
      [],
      ['act: b'],
    ]);
  });

  it('is notified at each deadline of reports with different deadlines', async () => {
    const until = { deliverBy: instant('20:00') };
    const reports = [failing('a', until), failing('b')];
    expect(await checks(['15:00', reports], ['20:15', reports], ['2026-11-21T14:15', reports])).toEqual([
      ['late: a b'],
      ['over: a'],
      ['over: b'],
    ]);
  });

  it('is notified at once of a report that is given up, and of further ones an hour later', async () => {
    const both = [stopped('a'), stopped('b'), failing('c')];
    expect(
      await checks(
        ['14:30', [stopped('a'), failing('b'), failing('c')]],
        ['14:40', both],
        ['15:29', both],
        ['15:30', both],
        ['2026-11-21T14:15', both],
        ['2026-11-21T14:25', both],
      ),
    ).toEqual([['over: a'], [], [], ['over: b · late: c'], ['over: c'], []]);
  });

  it('is notified of old programmes half an hour after the report was due, or an hour after the last mail', async () => {
    const old = (project: string) =>
      done(project, {
        dataProblem: { name: '1f3a5b7c', text: 'Programme of 1 Nov: 19 days old.', isUnread: false },
      });
    const both = [old('a'), old('b')];
    expect(
      await checks(['14:10', [old('a'), failing('b')]], ['14:29', both], ['14:30', both], ['15:30', both]),
    ).toEqual([[], [], ['old: a b'], []]);
    expect(
      await checks(['15:00', [old('a'), failing('b')]], ['15:10', both], ['16:00', both], ['17:00', both]),
    ).toEqual([['late: b · old: a'], [], ['old: b · delivered: b'], []]);
  });
});

describe('a contact of several dispatches', () => {
  const dispatch = (hour: string) => ({
    dispatchId: dispatchIdSchema.parse(`2026-11-20T${hour}-00-00Z-1f3a5b7c`),
    due: instant(`${hour}:00`),
    deliverBy: instant(`2026-11-21T${hour}:00`),
  });
  const [first, second] = [dispatch('14'), dispatch('15')];

  it('is notified of their reports in one mail', async () => {
    const reports = [failing('a', first), failing('b', second)];
    expect(await checks(['2026-11-23T09:00', reports])).toEqual([['over: a b']]);
  });

  it('is notified of later reports an hour after the first mail', async () => {
    const reports = [failing('a', first), failing('b', { ...second, due: instant('14:20') })];
    expect(
      await checks(['15:00', reports], ['15:20', reports], ['15:59', reports], ['16:00', reports]),
    ).toEqual([['late: a'], [], [], ['late: b']]);
  });

  it('gets another mail at once if another cause has to be fixed', async () => {
    const other = {
      ...second,
      failure: { kind: 'curable', message: 'The sender is not verified.' },
    } as const;
    const same = { ...second, failure: keyRefused };
    expect(await checks(['14:10', [curable('a')]], ['14:20', [curable('a'), failing('b', other)]])).toEqual([
      ['act: a'],
      ['act: b'],
    ]);
    expect(
      await checks(
        ['14:10', [curable('a')]],
        ['14:20', [curable('a'), failing('b', same)]],
        ['15:10', [curable('a'), failing('b', same)]],
      ),
    ).toEqual([['act: a'], [], ['act: b']]);
  });

  it('does not wait because of a mail that was sent while the clock was ahead', async () => {
    const reports = [failing('a', first), failing('b', { ...second, due: instant('14:20') })];
    const ahead: Check = ['2026-11-20T15:00', [failing('a', first)]];
    const contact = aContact();
    contact.at('2026-11-21T15:00');
    await contact.tell(factsOf(ahead[1], aMoment('15:00')));
    contact.at('16:00');
    const { tried } = await contact.tell(factsOf(reports, aMoment('16:00')));
    expect(tried.map(({ facts }) => factSummary(facts))).toEqual(['late: b']);
  });
});

describe('the fact that a report was delivered after all', () => {
  it('is sent once all late reports are done, an hour after the last mail', async () => {
    const all = [done('a'), done('b'), done('c')];
    expect(
      await checks(
        ['14:10', [curable('a'), failing('b'), done('c')]],
        ['15:10', [curable('a'), failing('b'), done('c')]],
        ['16:10', [done('a'), failing('b'), done('c')]],
        ['17:10', all],
        ['18:10', all],
      ),
    ).toEqual([['act: a'], ['late: b'], [], ['delivered: a b'], []]);
  });

  it('waits for the other report, even if that is not late yet, so that one mail is about both', async () => {
    expect(
      await checks(
        ['14:10', [curable('a'), failing('b')]],
        ['14:30', [done('a'), failing('b')]],
        ['15:10', [done('a'), failing('b')]],
        ['16:00', [done('a'), done('b')]],
        ['16:10', [done('a'), done('b')]],
      ),
    ).toEqual([['act: a'], [], ['late: b'], [], ['delivered: a b']]);
  });

  it('is sent in the mail about a report that was not delivered', async () => {
    expect(
      await checks(
        ['15:00', [failing('a'), failing('b')]],
        ['16:00', [done('a'), failing('b')]],
        ['2026-11-21T14:15', [done('a'), failing('b')]],
      ),
    ).toEqual([['late: a b'], [], ['over: b · delivered: a']]);
  });

  it('is not sent for a report that no mail called late', async () => {
    expect(await checks(['14:50', [done('a')]], ['16:00', [done('a')]])).toEqual([[], []]);
  });
});

describe('messages that were not sent', () => {
  const withFailed = (project: string) => done(project, { failedMessages: [rejected] });

  it('are reported half an hour after the report was due', async () => {
    const reports = [withFailed('a'), done('b')];
    expect(
      await checks(['14:10', [withFailed('a'), waiting('b')]], ['14:29', reports], ['14:30', reports]),
    ).toEqual([[], [], ['unsent: a']]);
  });

  it('are reported with other facts, and further ones an hour later', async () => {
    const all = [withFailed('a'), withFailed('b'), withFailed('c')];
    expect(
      await checks(
        ['15:00', [withFailed('a'), failing('b'), failing('c')]],
        ['15:30', [withFailed('a'), withFailed('b'), failing('c')]],
        ['16:00', [withFailed('a'), withFailed('b'), failing('c')]],
        ['17:00', all],
        ['18:00', all],
      ),
    ).toEqual([['late: b c · unsent: a'], [], ['unsent: b'], ['unsent: c'], []]);
  });
});
