/** The stretches of a task's consecutive days of work, from which the calendar is made. */
import { describe, expect, it } from 'vitest';
import { day, weekFrom } from '../support/builders/a-plan-input.ts';
import type { SiteTaskProperties } from '../support/builders/a-site-task.ts';
import { aPage, aProjectIn, type PageGiven } from '../support/pages/a-page.ts';

const monday = '2026-11-23';

function stretchesOf(task: SiteTaskProperties, given: PageGiven = {}) {
  return aPage({ tasks: [task], ...given }).tasks[0]?.runs;
}

/** The stretches of a task with times that works on all seven days. */
function timed(start: string, finish: string, more: SiteTaskProperties = {}, given: PageGiven = {}) {
  return stretchesOf({ fiveDay: false, ...more, source: { start, finish, ...more.source } }, given);
}

describe('the stretches of a task', () => {
  it('are its consecutive days of work', () => {
    expect(stretchesOf({ start: '2026-11-24', finish: '2026-11-26' })).toEqual([
      { first: '2026-11-24', last: '2026-11-26' },
    ]);
  });

  it('are split by a weekend and by days without work', () => {
    const window = weekFrom(monday, 2);
    expect(stretchesOf({ start: '2026-11-26', finish: '2026-12-01' }, { window })).toEqual([
      { first: '2026-11-26', last: '2026-11-27' },
      { first: '2026-11-30', last: '2026-12-01' },
    ]);
    expect(
      stretchesOf({ start: monday, finish: '2026-11-27', source: { daysWithoutWork: ['2026-11-25'] } }),
    ).toEqual([
      { first: '2026-11-23', last: '2026-11-24' },
      { first: '2026-11-26', last: '2026-11-27' },
    ]);
  });

  it('keep their true first day if they began before the window, and end with the window', () => {
    const task = { start: '2026-11-18', finish: '2026-12-03', fiveDay: false };
    expect(stretchesOf(task)).toEqual([{ first: '2026-11-18', last: '2026-11-29' }]);
    expect(stretchesOf({ ...task, fiveDay: true })).toEqual([{ first: '2026-11-23', last: '2026-11-27' }]);
  });

  it('are the day of a milestone, even on a day off', () => {
    expect(stretchesOf({ start: '2026-11-28', milestone: true })).toEqual([
      { first: '2026-11-28', last: '2026-11-28' },
    ]);
    const source = { start: '2026-11-24T17:00:00Z', finish: '2026-11-24T17:00:00Z' };
    expect(stretchesOf({ milestone: true, source })).toEqual([{ first: '2026-11-24', last: '2026-11-24' }]);
  });

  it.each<[string, SiteTaskProperties]>([
    ['is cancelled', { start: monday, status: 'cancelled' }],
    ['has no dates', {}],
    ['is overdue', { start: '2026-11-16', finish: '2026-11-18' }],
    ['has no working day in the window', { start: '2026-11-28', finish: '2026-11-29' }],
  ])('do not exist if it %s', (_, task) => {
    const page = aPage({ tasks: [task] });
    expect(page.tasks.map(({ runs }) => runs)).toEqual([[]]);
  });
});

describe('the hours of a stretch', () => {
  it('are the times of its first and last day, if the service gives both', () => {
    expect(timed('2026-11-24T07:30:00Z', '2026-11-26T16:00:00Z')).toEqual([
      { first: '2026-11-24', last: '2026-11-26', from: '2026-11-24T07:30:00Z', to: '2026-11-26T16:00:00Z' },
    ]);
    const days = [{ first: '2026-11-24', last: '2026-11-26' }];
    expect(timed('2026-11-24T07:30:00Z', '2026-11-26')).toEqual(days);
    expect(timed('2026-11-24', '2026-11-26T16:00:00Z')).toEqual(days);
    expect(timed('2026-11-24T00:00:00Z', '2026-11-26T00:00:00Z')).toEqual(days);
  });

  it('are the hours of the shift if the service gives only dates', () => {
    const shifts = { day: { from: '07:00', to: '15:30' }, night: { from: '21:00', to: '05:00' } };
    const project = { ...aProjectIn('Europe/London'), shifts };
    const [start, finish] = ['2026-11-24', '2026-11-26'];
    const day = { from: '2026-11-24T07:00:00Z', to: '2026-11-26T15:30:00Z' };
    expect(timed(start, finish, {}, { project })).toMatchObject([day]);
    expect(timed(`${start}T00:00:00`, `${finish}T00:00:00`, {}, { project })).toMatchObject([day]);
    expect(timed(start, finish, { shift: 'night' }, { project })).toEqual([
      { first: start, last: finish, from: '2026-11-24T21:00:00Z', to: '2026-11-27T05:00:00Z' },
    ]);
    const whole = [{ first: start, last: finish }];
    expect(timed(start, finish, { shift: 'afternoon' }, { project })).toEqual(whole);
    expect(timed(start, start, { milestone: true }, { project })).toEqual([{ first: start, last: start }]);
    expect(timed('2026-11-24T13:00:00Z', '2026-11-26T11:00:00Z', {}, { project })).toEqual(whole);
    expect(timed('2026-11-24T08:00:00Z', '2026-11-26T16:00:00Z', {}, { project })).toMatchObject([
      { from: '2026-11-24T08:00:00Z', to: '2026-11-26T16:00:00Z' },
    ]);
  });

  it('begin again after a weekend', () => {
    const window = weekFrom(monday, 2);
    expect(timed('2026-11-27T08:00:00', '2026-11-30T17:00:00', { fiveDay: true }, { window })).toEqual([
      { first: '2026-11-27', last: '2026-11-27', from: '2026-11-27T08:00:00Z', to: '2026-11-27T17:00:00Z' },
      { first: '2026-11-30', last: '2026-11-30', from: '2026-11-30T08:00:00Z', to: '2026-11-30T17:00:00Z' },
    ]);
  });

  it('of a night shift end in the morning after its last night', () => {
    expect(timed('2026-11-24T20:00:00Z', '2026-11-26T06:00:00Z', { shift: 'night' })).toEqual([
      { first: '2026-11-24', last: '2026-11-25', from: '2026-11-24T20:00:00Z', to: '2026-11-26T06:00:00Z' },
    ]);
    expect(timed('2026-11-29T20:00:00Z', '2026-11-30T06:00:00Z', { shift: 'night' })).toMatchObject([
      { last: '2026-11-29', to: '2026-11-30T06:00:00Z' },
    ]);
  });

  it('are left out if the finish is earlier in the day than the start', () => {
    expect(timed('2026-11-24T13:00:00Z', '2026-11-26T11:00:00Z')).toEqual([
      { first: '2026-11-24', last: '2026-11-26' },
    ]);
    expect(timed('2026-11-24T07:00:00Z', '2026-11-26T07:00:00Z', { shift: '24hr' })).toEqual([
      { first: '2026-11-24', last: '2026-11-26' },
    ]);
  });

  it('last until midnight if the service sends 24:00', () => {
    expect(timed('2026-11-24T18:00:00', '2026-11-24T24:00:00')).toMatchObject([
      { last: '2026-11-24', from: '2026-11-24T18:00:00Z', to: '2026-11-25T00:00:00Z' },
    ]);
  });

  it('are accepted with fractions of a millisecond', () => {
    expect(timed('2026-11-24T07:00:00', '2026-11-24T16:59:59.1234567')).toMatchObject([
      { from: '2026-11-24T07:00:00Z', to: '2026-11-24T16:59:59.123Z' },
    ]);
  });

  it('keep the local time across a clock change', () => {
    const given = { window: weekFrom('2026-10-19', 2), reportDay: day('2026-10-16') };
    expect(timed('2026-10-24T08:00:00', '2026-10-26T17:00:00', {}, given)).toEqual([
      { first: '2026-10-24', last: '2026-10-26', from: '2026-10-24T07:00:00Z', to: '2026-10-26T17:00:00Z' },
    ]);
  });

  it('are in the time zone of the project', () => {
    const project = aProjectIn('Australia/Sydney');
    expect(timed('2026-11-24T07:00:00', '2026-11-24T15:00:00', {}, { project })).toEqual([
      { first: '2026-11-24', last: '2026-11-24', from: '2026-11-23T20:00:00Z', to: '2026-11-24T04:00:00Z' },
    ]);
    expect(timed('2026-11-23T20:00:00Z', '2026-11-24T04:00:00Z', {}, { project })).toMatchObject([
      { first: '2026-11-24', from: '2026-11-23T20:00:00Z' },
    ]);
  });
});
