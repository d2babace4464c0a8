import { describe, expect, it } from 'vitest';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const base = {
  id: 't1',
  name: 'Pour slab',
  start: '2026-11-24',
  finish: '2026-11-24',
  duration: 1,
  keyTask: true,
  shift: 'day',
  status: 'promised',
  owner: { id: 'u1', displayName: 'Ann Lee', email: 'ann@example.com' },
  calendar: { id: 'c1', name: 'Monday to Friday', type: 'five-day' },
};
const predecessor = { id: 't0', name: 'Fix bars', lag: 1, relation: 'predecessor', type: 'finish-start' };
const successor = { id: 't2', name: 'Strike', lag: 0, relation: 'successor', type: 'finish-start' };
const added = {
  externalId: 'A1010',
  notes: 'Pump at 07:30',
  assignedTo: [{ id: 'u2' }],
  folder: { id: 'f1', code: 'S', name: 'Slabs', path: 'Frame › Slabs' },
  package: { id: 'p1' },
  parent: { id: 'm1', name: 'Level 7' },
  subcontractor: { id: 's1', name: 'Frame Ltd' },
  location: { id: 'l1' },
  labour: [{ id: 'g1', name: 'Concrete gang', quantity: 8 }],
  plant: [{ id: 'k1', name: 'Pump', category: 'Concrete', quantity: 1 }],
  materials: [
    {
      id: 'm1',
      name: 'Concrete',
      quantity: 120,
      unit: 'm³',
      dailyPlanned: [{ date: '2026-11-24', quantity: 120 }],
    },
  ],
  progress: [{ name: 'Rain', date: '2026-11-20', amount: 1, type: 'delay' }],
  relatedTasks: [predecessor, successor, { id: 't3', relation: 'sibling' }],
  workArea: { type: 'Feature', bbox: [0, 0, 1, 1], geometry: null, id: null, properties: { level: '7' } },
};
const { page } = planningService([aPlanningProject({ tasks: [{ ...base, ...added, colour: 'red' }] })]);

async function taskWith(fields: string) {
  const { results } = await page(`/gb/v1/projects/tower/tasks?fields=${fields}`);
  return results[0];
}

describe('fields', () => {
  it('adds nothing that is not asked for', async () => {
    const { results } = await page('/gb/v1/projects/tower/tasks');
    expect(results).toEqual([base]);
  });

  it.each([
    ['assignees', { assignedTo: added.assignedTo }],
    ['wbs', { folder: added.folder }],
    ['package', { package: added.package }],
    ['parent', { parent: added.parent }],
    ['contractor', { subcontractor: added.subcontractor }],
    ['labourResources', { labour: added.labour }],
    ['plantResources', { plant: added.plant }],
    ['materialResources', { materials: added.materials }],
    ['location', { location: added.location }],
    ['workArea', { workArea: added.workArea }],
    ['progress', { progress: added.progress }],
    ['predecessors', { relatedTasks: [predecessor] }],
    ['successors', { relatedTasks: [successor] }],
    ['externalId', { externalId: 'A1010' }],
    ['notes', { notes: 'Pump at 07:30' }],
  ])('%s adds its property and no other', async (field, property) => {
    expect(await taskWith(field)).toEqual({ ...base, ...property });
  });

  it('adds the properties of several', async () => {
    expect(await taskWith('notes,wbs')).toEqual({ ...base, notes: added.notes, folder: added.folder });
  });

  it('answers all relations when both kinds are asked for', async () => {
    expect(await taskWith('successors,predecessors')).toEqual({ ...base, relatedTasks: added.relatedTasks });
  });

  it('adds everything in the contract with all fifteen, and nothing else', async () => {
    expect(await taskWith(taskFields.join(','))).toEqual({ ...base, ...added });
  });

  it('leaves out properties that a task does not have', async () => {
    const bare = planningService([aPlanningProject({ tasks: [{ id: 't' }] })]);
    const { results } = await bare.page(`/gb/v1/projects/tower/tasks?fields=${taskFields.join(',')}`);
    expect(results).toEqual([{ id: 't' }]);
  });
});
