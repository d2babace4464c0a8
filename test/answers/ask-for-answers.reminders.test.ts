/** The reminders that an issue stores. */
import { expect, it } from 'vitest';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { contactAddressDigest } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { aResolvedReport, aWireTask, jsonOfObject, runId } from '../support/builders/a-delivery.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { anAskingReport } from '../support/builders/an-asking-report.ts';
import { askedCut } from '../support/builders/checks-of-answers.ts';

const tasks = [
  aWireTask('t1'),
  aWireTask('t4', { subcontractor: { id: 's2', name: 'Form Co' }, name: 'Set shutters' }),
];
const audiences = [
  askedCut('s1', 'Pile Co', ['pile@example.com', 'foreman@example.com', 'FOREMAN@example.com']),
  askedCut('s2', 'Form Co', ['form@example.com']),
  askedCut('s3', 'Idle Co', ['idle@example.com']),
];
const reminding = (remind?: string, until = 'MON 07:00') => ({
  until,
  reasons: ['Materials'],
  ...(remind === undefined ? {} : { remind }),
});

/** The reminders that Friday's report stores: `2026-11-22T18:00:00Z subcontractor-s1 pile@example.com`. */
async function remindersOf(changes: Partial<ResolvedReport> & { at?: string } = {}) {
  const site = anAskingReport();
  await site.deliver('2026-11-20', tasks, { audiences, answers: reminding('SUN 18:00'), ...changes });
  const all = await objects.reminder.list(site.store, {});
  const read = all.map(async (of) => ({ of, ...(await objects.reminder.readExisting(site.store, of)) }));
  const names = (await Promise.all(read)).map(({ of, to }) => `${of.at} ${of.message} ${to}`);
  return { ...site, names: names.sort() };
}

it('an issue stores a reminder for each address of each asked audience, with all data of the mail', async () => {
  const { names, store, linkOf, jobOn } = await remindersOf();
  expect(names).toEqual([
    '2026-11-22T18:00:00Z subcontractor-s1 foreman@example.com',
    '2026-11-22T18:00:00Z subcontractor-s1 pile@example.com',
    '2026-11-22T18:00:00Z subcontractor-s2 form@example.com',
  ]);
  const form = contactAddressDigest('form@example.com');
  const folder = 'reminders/2026-11-22T18-00-00Z/riverside_weekly/2026-11-20T14-00-00Z/subcontractor-s2';
  expect(jsonOfObject(store.objects.get(`${folder}/${form}/reminder.json`))).toMatchObject({
    to: 'form@example.com',
    replyTo: ['planner@example.com'],
    projectName: 'Riverside Tower',
    run: 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/',
    link: linkOf(jobOn('2026-11-20'), 'subcontractor-s2'),
  });
});

it('reminders are stored before the issue, and are the same if an attempt is killed in between and repeated', async () => {
  const { store, names, jobOn, deliver } = await remindersOf();
  const order = store.writes.map(({ key }) => key);
  const last = order.findLastIndex((key) => key.startsWith('reminders/'));
  const issue = order.findIndex((key) => key.endsWith('/issue.json'));
  expect(last).toBeLessThan(issue);
  const before = [...store.objects].filter(([key]) => key.startsWith('reminders/'));
  for (const key of order.slice(issue)) store.objects.delete(key);
  await deliver('2026-11-20', tasks, { ...jobOn('2026-11-20'), audiences, answers: reminding('SUN 18:00') });
  const after = [...store.objects].filter(([key]) => key.startsWith('reminders/'));
  expect(after).toEqual(before);
  expect(names).toHaveLength(after.length);
});

it.each<[string, Partial<ResolvedReport> & { at?: string }]>([
  ['unless it is configured', { answers: reminding() }],
  ['by a test', { testRun: 'test' }],
  ['by a preview', { testRun: 'preview' }],
  ['if pages are off', { pages: 'off' }],
  ['by a report without cuts', { audiences: [] }],
  ['if the tasks were read at the time of the reminder', { at: '2026-11-22T18:00:00Z' }],
  ['if the tasks were read after the time of the reminder', { at: '2026-11-23T05:00:00Z' }],
  ['if the answers have closed by then', { answers: reminding('MON 07:00') }],
])('no reminder is stored %s', async (_, changes) => {
  expect((await remindersOf(changes)).names).toEqual([]);
});

it('a reminder is stored if the answers close later because of the minimum time or a holiday', async () => {
  const one = { audiences: audiences.slice(1), runId: runId('2026-11-22T17:00:00Z') };
  const late = await remindersOf({ ...one, at: '2026-11-22T17:00:00Z' });
  expect(late.names).toEqual(['2026-11-22T18:00:00Z subcontractor-s2 form@example.com']);
  const project = {
    ...aResolvedReport().project,
    askingReport: 'weekly',
    holidays: ['2026-11-22', '2026-11-23'].map(day),
  };
  const holiday = await remindersOf({ ...one, project });
  expect(holiday.names).toEqual(late.names);
});

it("the time of a reminder is in the project's time zone", async () => {
  const project = { ...aResolvedReport().project, askingReport: 'weekly', timeZone: 'Australia/Sydney' };
  const { names } = await remindersOf({ project, audiences: audiences.slice(1), at: '2026-11-20T03:00:00Z' });
  expect(names).toEqual(['2026-11-22T07:00:00Z subcontractor-s2 form@example.com']);
});
