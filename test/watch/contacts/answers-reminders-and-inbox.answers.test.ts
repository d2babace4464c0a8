/** The mail to the contact when answers close. It is sent once, even if a check is killed at any of its effects. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { contactAddressDigest } from '#runs/store/names.ts';
import { inboxResult } from '#runs/store/objects.ts';
import { saveArchiveRestored } from '#runs/store/restored-archive.ts';
import { runId, subjectOf } from '../../support/builders/a-delivery.ts';
import { anAskingReport } from '../../support/builders/an-asking-report.ts';
import { askedTasks, checksOf as checksOfAnswers } from '../../support/builders/checks-of-answers.ts';
import { type Crash, deathsAt } from '../../support/crashing-process.ts';

function checksOf(site: ReturnType<typeof anAskingReport>) {
  const { mailer, ...checks } = checksOfAnswers(site);
  const mails = () =>
    mailer.taken.map(({ raw }) =>
      Buffer.from(raw).toString().replaceAll(/=\r\n/g, '').replaceAll(/\s+/g, ' '),
    );
  return { ...checks, mails, subjects: () => mailer.taken.map(subjectOf) };
}

async function anAskedWeek() {
  const site = anAskingReport();
  await site.deliver('2026-11-20', askedTasks);
  const pile = await site.open('2026-11-20', 's1', '2026-11-21T10:12:00Z');
  await pile.send('Ana Silva', {
    t1: 'promise',
    t2: 'decline',
    't2 reason': 'Materials',
    't2 note': 'No steel',
  });
  return site;
}

const subject =
  'Riverside Tower, Weekly lookahead, week 48: 1 of 3 tasks promised, 1 declined, 1 not answered';

describe('the mail when answers close', () => {
  it('is sent by the next check if the previous one ran out of time', async () => {
    const { check, subjects } = checksOf(await anAskedWeek());
    await check('2026-11-23T07:00:00Z', undefined, 60_000);
    expect(subjects()).toEqual([]);
    await check('2026-11-23T07:10:00Z');
    expect(subjects()).toEqual([subject]);
  });

  it('is sent once, and names declined tasks with reasons and who has not answered', async () => {
    const { check, mails, subjects } = checksOf(await anAskedWeek());
    await check('2026-11-23T06:50:00Z');
    expect(subjects()).toEqual([]);
    await check('2026-11-23T07:00:00Z');
    expect(subjects()).toEqual([subject]);
    const [mail] = mails();
    expect(mail).toContain('Pour slab (t2)');
    expect(mail).toContain('Pile Co: Materials. Planned Tue 24 Nov');
    expect(mail).toContain('No steel');
    expect(mail).toContain('Ana Silva, Sat 21 Nov');
    expect(mail).toContain('Form Co: 1 task');
    for (const at of ['2026-11-23T07:10:00Z', '2026-11-24T07:00:00Z', '2026-11-30T07:00:00Z'])
      await check(at);
    expect(subjects()).toHaveLength(1);
  });

  it('covers two reports that close together, with the tasks of each', async () => {
    const site = await anAskedWeek();
    const { report } = site.jobOn('2026-11-20');
    const other = { ...report, key: 'ahead', name: 'Two weeks ahead' };
    await site.deliver('2026-11-20', askedTasks.slice(2), { report: other });
    const { check, mails } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    await check('2026-11-23T08:10:00Z');
    const [mail, ...others] = mails();
    expect(others).toEqual([]);
    expect(mail).toMatch(/Weekly lookahead, week 48: 1 of 3 tasks promised.*Was declined.*\(t2\)/);
    expect(mail).toMatch(/Two weeks ahead, week 48: 0 of 1 task promised.*Form Co: 1 task/);
  });

  it('contains no other facts, and does not wait for an earlier mail', async () => {
    const site = await anAskedWeek();
    const to = 'planner@example.com';
    const result = { date: '2026-11-23', name: '1f3a5b7c', contact: contactAddressDigest(to) };
    await inboxResult.create(site.store, result, { to, title: 'plan.xer is version 2', lines: [] });
    const { check, subjects } = checksOf(site);
    await check('2026-11-23T06:50:00Z');
    await check('2026-11-23T07:00:00Z');
    await inboxResult.create(
      site.store,
      { ...result, name: '2a4b6c8d' },
      { to, title: 'plan.xer is version 3', lines: [] },
    );
    await check('2026-11-23T07:10:00Z');
    expect(subjects()).toEqual(['plan.xer is version 2', subject, 'plan.xer is version 3']);
  });

  it('is not sent for a report that asks nobody, for a test or for a preview', async () => {
    const site = anAskingReport();
    await site.deliver('2026-11-20', askedTasks, { answers: undefined });
    await site.deliver('2026-11-20', askedTasks, { testRun: 'test' });
    await site.deliver('2026-11-20', askedTasks, { testRun: 'preview' });
    expect([...site.store.objects.keys()].filter((key) => key.startsWith('closings/'))).toEqual([]);
    const { check, subjects } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    expect(subjects()).toEqual([]);
  });

  it('lists late answers separately, even if they change a promise made in time', async () => {
    const site = await anAskedWeek();
    const late = await site.open('2026-11-20', 's1', '2026-11-23T07:00:01Z');
    await late.send('Ana Silva', { t1: 'decline', 't1 reason': 'Labour' });
    await (await site.open('2026-11-20', 's2', '2026-11-23T07:02:00Z')).send('Ben', { t4: 'promise' });
    const { check, mails, subjects } = checksOf(site);
    await check('2026-11-23T07:09:00Z');
    expect(subjects()).toEqual([
      'Riverside Tower, Weekly lookahead, week 48: 0 of 3 tasks promised, 1 declined, 0 not answered, 2 answered late',
    ]);
    const [mail] = mails();
    expect(mail).toMatch(
      /Was declined:.*\(t2\).*Answered late:.*\(t1\): declined.*Pile Co: Labour\. Planned/,
    );
    expect(mail).toMatch(/Set shutters \(t4\): promised.*Form Co\. Planned.*Ben, Mon 23 Nov/);
    expect(mail).not.toMatch(/not answered:|Call them/i);
  });

  it('names a damaged answer and its remedy, even if it belongs to the week before', async () => {
    const site = await anAskedWeek();
    await site.deliver('2026-11-27', askedTasks);
    const [key = ''] = await site.store.list('answers/');
    site.store.objects.set(key, Buffer.from('{'));
    const { check, mails } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    await check('2026-11-30T07:00:00Z');
    expect(mails()).toHaveLength(2);
    for (const mail of mails()) expect(mail).toContain(`${key} cannot be read`);
  });

  it.each([
    ['damaged', Buffer.from('{')],
    ['gone', undefined],
  ])('says that the tasks of a cut are left out if its page is %s', async (_, bytes) => {
    const site = await anAskedWeek();
    const key = (await site.store.list('issues/')).find((one) => /pages\/subcontractor/.test(one)) ?? '';
    if (bytes) site.store.objects.set(key, bytes);
    else site.store.objects.delete(key);
    const { check, mails } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    expect(mails()).toEqual([
      expect.stringContaining(`${key} cannot be read, so its questions are left out. Restore it.`),
    ]);
  });

  it('says that answers since the backup may be missing after a restore', async () => {
    const site = await anAskedWeek();
    const [known, at] = [
      Temporal.Instant.from('2026-11-20T16:00:00Z'),
      Temporal.Instant.from('2026-11-22T09:10:00Z'),
    ];
    await saveArchiveRestored(site.store, at, known);
    const { check, mails } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    expect(mails()[0]).toContain(
      'Answers between Fri 20 Nov 2026 16:00 GMT and Sun 22 Nov 2026 09:10 GMT may be missing.',
    );
  });

  it('is sent even if nobody has answered', async () => {
    const site = anAskingReport();
    await site.deliver('2026-11-20', askedTasks);
    const { check, subjects } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    expect(subjects()).toEqual([
      'Riverside Tower, Weekly lookahead, week 48: 0 of 3 tasks promised, 0 declined, 3 not answered',
    ]);
  });

  it('is sent only for the second of two revisions, and counts the answers to both', async () => {
    const site = await anAskedWeek();
    const moved = askedTasks.map((task) => (task.id === 't1' ? { ...task, finish: '2026-11-26' } : task));
    const at = '2026-11-20T18:00:05Z';
    await site.deliver('2026-11-20', moved, { runId: runId(at), at });
    const { check, subjects } = checksOf(site);
    await check('2026-11-23T07:00:00Z');
    expect(subjects()).toEqual([
      'Riverside Tower, Weekly lookahead, week 48: 0 of 3 tasks promised, 1 declined, 2 not answered',
    ]);
  });

  it('is sent even weeks later, in the past tense and without instructions', async () => {
    const { check, mails, subjects } = checksOf(await anAskedWeek());
    await check('2026-11-20T15:00:00Z');
    await check('2027-01-15T09:00:00Z');
    expect(subjects()).toEqual([subject]);
    expect(mails()[0]).toMatch(/Was declined:.*Was not answered:/);
    expect(mails()[0]).not.toMatch(/Call them|Change the plan/);
  });
});

it('a check that is killed at any effect loses no closing mail, and repeats it only marked as resent', async () => {
  const story = async (death: Crash | undefined) => {
    const checks = checksOf(await anAskedWeek());
    await checks.check('2026-11-23T06:50:00Z');
    await checks.check('2026-11-23T07:00:00Z', death);
    const effects = checks.effects();
    for (const at of ['07:10', '07:40', '08:20', '09:20']) await checks.check(`2026-11-23T${at}:00Z`);
    const copies = checks.subjects();
    expect(copies.length, JSON.stringify(death)).toBeGreaterThanOrEqual(1);
    expect(copies.slice(0, 1)).toEqual([expect.stringContaining(subject)]);
    for (const again of copies.slice(1)) expect(again).toContain('(resent)');
    return effects;
  };
  const effects = await story(undefined);
  expect(effects).toBeGreaterThan(3);
  for (const death of deathsAt(effects)) await story(death);
});
