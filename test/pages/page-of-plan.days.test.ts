/** The page of a report for readers outside the site. */
import { expect, it } from 'vitest';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { aLookaheadOfDays } from '../support/builders/a-lookahead.ts';
import { anEarlierIssue } from '../support/builders/a-plan-input.ts';
import { aSiteTask } from '../support/builders/a-site-task.ts';

const piles = {
  id: 'A1',
  name: 'Trim piles',
  start: '2026-11-23',
  finish: '2026-11-26',
  status: 'blocked',
  owner: 'Ana Silva',
  folder: 'Substructure',
  package: 'Piling package',
  subcontractor: 'Pile Co',
  location: 'Gate 2',
  labour: { 'drill hands': 7 },
  plant: { rig: 1 },
  notes: 'A secret note',
  key: true,
  source: {
    assignedTo: [{ id: 'u9', displayName: 'Omar Aziz', email: 'omar@example.com' }],
    progress: [{ type: 'delay', date: '2026-11-18', name: 'Drawings late', amount: 2 }],
  },
};
const caps = { ...piles, id: 'A2', name: 'Cast caps', subcontractor: 'Form Co', source: {} };

it('a page with days only has names, days and places, and the contact as its only person', () => {
  const previous = anEarlierIssue([aSiteTask({ ...piles, start: '2026-11-20' })]);
  const tasks = [piles, caps].map(aSiteTask);
  const page = pageOfPlan(aLookaheadOfDays({ tasks, previous, lastWeekPlan: previous }), {
    contact: 'planner@example.com',
    qr: true,
    previous: undefined,
  });
  const text = JSON.stringify(page);
  expect(text).not.toMatch(
    /Ana|Omar|Silva|Pile Co|Form Co|Substructure|Piling package|drill|rig|secret|Drawings|blocked|overdue|later/i,
  );
  expect(text.match(/mailto:[^?"]*/g)).toEqual(['mailto:planner@example.com']);
  expect(page).toMatchObject({ detail: 'days', legend: expect.arrayContaining(['• work that day']) });
  expect('lastWeek' in page).toBe(false);
  expect(page.tasks).toHaveLength(2);
  for (const task of page.tasks) {
    expect(task).toMatchObject({
      place: 'Gate 2',
      subcontractor: '',
      alsoHere: '',
      marks: '',
      missing: [],
      key: false,
      runs: [{ first: '2026-11-23', last: '2026-11-26' }],
    });
    expect(task.ready).toBeUndefined();
    expect(task.status.text).toBe('');
  }
  expect(page.cells.map(({ people }) => people)).toEqual(page.cells.map(() => 0));
});
