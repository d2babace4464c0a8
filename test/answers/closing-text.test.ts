import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { answersSummaryText, closingLines } from '#answers/closing-text.ts';
import { weekWindow } from '#lookahead/dates/window.ts';
import { runId } from '../support/builders/a-delivery.ts';
import { day } from '../support/builders/a-plan-input.ts';
import { anAnswer } from '../support/builders/an-answer.ts';

const saturday = Temporal.Instant.from('2026-11-21T12:00:00Z');
const riverside = {
  ...{ project: 'riverside', report: 'weekly', projectName: 'Riverside', reportName: 'weekly' },
  ...{
    runId: runId('2026-11-20T14:00:00Z'),
    revision: 1,
    window: weekWindow(day('2026-11-23')),
    at: saturday,
  },
  ...{ contact: 'planner@example.com', timeZone: 'Europe/London', lost: [] },
};
const twenty = Array.from({ length: 20 }, (_, index) => index);

it('the closing mail shows 20 items of a long list, and refers to the command for the others', () => {
  const week = weekWindow(day('2026-11-23'));
  const declined = Array.from({ length: 23 }, (_, index) => ({
    ...{ id: `t${index}`, ref: `T-${index}`, name: `Task ${index}`, dates: 'Mon 23 Nov', asked: [] },
    state: 'declined' as const,
    promise: { answer: anAnswer({ says: 'decline', reason: 'Labour' }), others: [] },
    done: undefined,
  }));
  const missing = Array.from({ length: 25 }, (_, index) => ({ name: `Company ${index}`, tasks: 1 }));
  const counts = { week, asked: 48, promised: 0, declined: 23, late: 0, missing };

  const answers = { ...riverside, counts, tasks: declined };

  expect(answersSummaryText(answers)).toBe(
    'Riverside, weekly, week 48: 0 of 48 tasks promised, 23 declined, 25 not answered',
  );
  expect(closingLines(answers, saturday).map(({ text }) => text)).toEqual([
    'Declined. Change the plan, or remove the obstacle:',
    ...twenty.map((index) => `Task ${index} (T-${index})`),
    'And 3 more. The command answers lists them all.',
    'Not answered. Call them before the week begins:',
    ...twenty.map((index) => `Company ${index}: 1 task`),
    'And 5 more. The command answers lists them all.',
  ]);
});

it.each([
  ['only says that everything is promised if it is', 2, 0, ['Everything is promised.']],
  [
    'lists declined tasks if all have answered, and does not say that everything is promised',
    1,
    1,
    ['Declined. Change the plan, or remove the obstacle:', 'Task 1 (T-1)'],
  ],
])('the closing mail %s', (_, promised, declined, said) => {
  const week = weekWindow(day('2026-11-23'));
  const tasks = Array.from({ length: declined }, () => ({
    ...{ id: 't1', ref: 'T-1', name: 'Task 1', dates: 'Mon 23 Nov', asked: [] },
    state: 'declined' as const,
    promise: { answer: anAnswer({ says: 'decline', reason: 'Labour' }), others: [] },
    done: undefined,
  }));
  const counts = { week, asked: 2, promised, declined, late: 0, missing: [] };
  const lines = closingLines({ ...riverside, counts, tasks }, saturday);
  expect(lines.map(({ text }) => text)).toEqual(said);
});

const before = [
  'Declined. Change the plan, or remove the obstacle:',
  'Not answered. Call them before the week begins:',
];

it.each([
  ['Europe/London', '2026-11-22T23:59:59Z', before],
  ['Europe/London', '2026-11-23T00:00:00Z', ['Was declined:', 'Was not answered:']],
  ['Australia/Sydney', '2026-11-22T13:00:00Z', ['Was declined:', 'Was not answered:']],
  ['America/Los_Angeles', '2026-11-23T07:59:59Z', before],
])(
  'the closing mail says what to do only before the week begins in the project’s time zone: %s at %s',
  (timeZone, at, said) => {
    const task = {
      ...{ id: 't1', ref: 'T-1', name: 'Task 1', dates: 'Mon 23 Nov', asked: [], done: undefined },
      state: 'declined' as const,
      promise: { answer: anAnswer({ says: 'decline', reason: 'Labour' }), others: [] },
    };
    const missing = [{ name: 'Form Co', tasks: 1 }];
    const counts = {
      week: weekWindow(day('2026-11-23')),
      asked: 2,
      promised: 0,
      declined: 1,
      late: 0,
      missing,
    };
    const report = { ...riverside, timeZone, counts, tasks: [task] };
    const lines = closingLines(report, Temporal.Instant.from(at));
    expect(lines.filter(({ kind }) => kind === 'text').map(({ text }) => text)).toEqual(said);
  },
);
