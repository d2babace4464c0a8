import { describe, expect, it } from 'vitest';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

/**
 * Reads two activities of 40 hours. The first has `quantity` units of the given resource, and a crane for 40 hours; the
 * second has 4 units of the resource.
 */
const read = (
  resource: Readonly<Record<string, string>>,
  quantity: string,
  { unit = 'h', price = '40.0000' } = {},
) =>
  readXer(
    xerBytes({
      CURRTYPE: [{ curr_symbol: 'kr', curr_short_name: 'NOK' }],
      RSRCRATE: [{ rsrc_id: '1', cost_per_qty: price }],
      UMEASURE: [{ unit_id: '9', unit_abbrev: unit }],
      TASK: [anXerTask(), anXerTask({ task_id: '1002', task_code: 'A1020' })],
      RSRC: [
        { rsrc_id: '1', rsrc_name: 'Urgent Works', rsrc_type: 'RT_Equip', unit_id: '9', ...resource },
        { rsrc_id: '2', rsrc_name: 'Tower crane', rsrc_type: 'RT_Equip', unit_id: '' },
      ],
      TASKRSRC: [
        { task_id: '1001', rsrc_id: '1', target_qty: quantity },
        { task_id: '1002', rsrc_id: '1', target_qty: '4' },
        { task_id: '1001', rsrc_id: '2', target_qty: '40' },
      ],
    }),
  );
const map = (programme: ReturnType<typeof read>, resources: string) =>
  mapProgramme(programme, parseMapping(`id: task_code\nresources: { ${resources} }\n`, 'map.yaml'), {
    region: 'gb',
    projectId: 'riverside',
  });

describe('a resource that is a cost', () => {
  const tooMany = read({}, '350528');

  it.each([
    ['more than 100 machines at a time', read({}, '4004'), ['an activity has 100.1 of them at a time']],
    ['100 machines', read({}, '4000'), []],
    ['1,001 people', read({ rsrc_type: 'RT_Labor' }, '40040'), ['an activity has 1001 of them at a time']],
    ['1,000 people', read({ rsrc_type: 'RT_Labor' }, '40000'), []],
    ['a material, however much', read({ rsrc_type: 'RT_Mat' }, '90000', { unit: 'm³', price: '1' }), []],
    ['a material in money', read({ rsrc_type: 'RT_Mat' }, '9', { unit: '£' }), ['its unit is £']],
    ['the currency of the file', read({}, '9', { unit: 'nok' }), ['its unit is nok']],
    ['equipment at a price of 1', read({}, '9', { price: '1.0000' }), ['its price is 1 a unit']],
    ['equipment with a name of money', read({ rsrc_name: 'Weekly Expenses' }, '9'), ['its name says so']],
    ['people at a price of 1', read({ rsrc_type: 'RT_Labor' }, '9', { price: '1.0000' }), []],
  ])('is known by its unit, price, name or number: %s', (_what, { costs }, why) => {
    expect(costs?.map((cost) => cost.why)).toEqual(why);
  });

  it('is left out of each activity, which is reported, and other plant stays', () => {
    const { data, report } = map(tooMany, 'RT_Equip: plant');
    const tasks = data.collections.tasks.map(({ id, plant }) => [id, plant]);
    expect(tasks).toEqual([
      ['A1010', [{ id: '2', name: 'Tower crane', quantity: 1 }]],
      ['A1020', undefined],
    ]);
    expect(report.problems.map(({ text }) => text)).toEqual([
      'Resources that are sums of money are left out: Urgent Works (an activity has 8763.2 of them at a time). To keep one, name it in the mapping, such as resources: { Urgent Works: plant }.',
    ]);
    expect(report.unknownValues).toEqual([]);
  });

  it('is also recognised by its remaining quantity', () => {
    const { costs } = readXer(
      xerBytes({
        TASK: [anXerTask({ target_drtn_hr_cnt: '40000', remain_drtn_hr_cnt: '8' })],
        RSRC: [{ rsrc_id: '1', rsrc_name: 'Urgent Works', rsrc_type: 'RT_Equip' }],
        TASKRSRC: [{ task_id: '1001', rsrc_id: '1', target_qty: '40000', remain_qty: '4000' }],
      }),
    );
    expect(costs?.map(({ why }) => why)).toEqual(['an activity has 500 of them at a time']);
  });

  it('is plant if the mapping names it', () => {
    const { data, report } = map(tooMany, 'RT_Equip: plant, Urgent Works: plant');
    expect(data.collections.tasks[0]).toMatchObject({
      plant: [{ name: 'Urgent Works', quantity: 8763.2 }, { name: 'Tower crane' }],
    });
    expect(report.problems).toEqual([]);
  });

  it('is listed in the proposed mapping, which leaves it out', () => {
    const text = proposedMappingText(inspectProgramme(tooMany), 'plan.xer');
    expect(text).toContain(`# costs, left out unless resources names them:
#   Urgent Works: an activity has 8763.2 of them at a time
`);
    expect(parseMapping(text, 'map.yaml').resources).toMatchObject({ cost: 'skip', RT_Equip: 'plant' });
  });
});

describe('a few assignments with far larger numbers than the others', () => {
  /** Assigns one resource to an activity of 16 hours for each number: so many hours of the resource. */
  const assigned = (hours: readonly number[], resource: Readonly<Record<string, string>> = {}) =>
    readXer(
      xerBytes({
        TASK: hours.map((_, index) =>
          anXerTask({
            task_id: `${1000 + index}`,
            task_code: `P${index + 1}`,
            target_drtn_hr_cnt: '16',
            remain_drtn_hr_cnt: '16',
            restart_date: '2026-11-23 08:00',
            reend_date: '2026-11-24 17:00',
          }),
        ),
        RSRC: [
          {
            rsrc_id: '1',
            rsrc_name: 'Lorry loader',
            rsrc_short_name: 'LL',
            rsrc_type: 'RT_Equip',
            ...resource,
          },
        ],
        TASKRSRC: hours.map((quantity, index) => ({
          task_id: `${1000 + index}`,
          rsrc_id: '1',
          target_qty: `${quantity}`,
          remain_qty: `${quantity}`,
          target_qty_per_hr: `${quantity / 16}`,
          remain_qty_per_hr: `${quantity / 16}`,
        })),
      }),
    );
  const plantOf = (programme: ReturnType<typeof assigned>) =>
    map(programme, 'RT_Equip: plant, RT_Labor: labour').data.collections.tasks.map(({ plant }) => plant);
  const one = [{ id: 'LL', name: 'Lorry loader', quantity: 1 }];

  it('count as typing errors: the resource stays on each activity, but these numbers are left out', () => {
    const programme = assigned([...Array<number>(11).fill(16), 1920]);
    expect(programme.costs).toEqual([]);
    expect(plantOf(programme)).toEqual([
      ...Array<unknown>(11).fill(one),
      [{ id: 'LL', name: 'Lorry loader' }],
    ]);
    expect(programme.problems).toMatchObject([
      {
        kind: 'changed',
        text: 'Numbers far above the usual ones of a resource are left out; correct its units in Primavera: P12: 120 of Lorry loader, usually 1.',
      },
    ]);
    expect(programme.problems[0]?.line).toBeGreaterThan(0);
  });

  it('are reported together if there are several', () => {
    const { problems } = assigned([...Array<number>(11).fill(16), 1920, 4000]);
    expect(problems.map(({ like }) => like)).toEqual([
      {
        group: 'Numbers far above the usual ones of a resource are left out; correct its units in Primavera',
        example: 'P12: 120 of Lorry loader, usually 1',
      },
      {
        group: 'Numbers far above the usual ones of a resource are left out; correct its units in Primavera',
        example: 'P13: 250 of Lorry loader, usually 1',
      },
    ]);
  });

  it('count as typing errors for people, too', () => {
    const labour = { rsrc_type: 'RT_Labor', rsrc_name: 'Scaffolders' };
    const programme = assigned([160, 160, 160, 160, 160_000], labour);
    expect([programme.costs, programme.problems.length]).toEqual([[], 1]);
    const tasks = map(programme, 'RT_Labor: labour').data.collections.tasks;
    const people = (quantity?: number) => [{ id: 'LL', name: 'Scaffolders', ...(quantity && { quantity }) }];
    expect(tasks.map((task) => task['labour'])).toEqual([
      people(10),
      people(10),
      people(10),
      people(10),
      people(),
    ]);
  });

  it.each([
    ['a quarter of the assignments, and half of all have over a tenth of the limit', [1920, 320, 320, 16], 1],
    ['less than a quarter', [1920, 320, 320, 320, 320], 0],
    ['more than a quarter, and half of all have less than a tenth of the limit', [1920, 1920, 16, 16, 16], 0],
    ['a quarter only without assignments of 0', [1920, 0, 0, 0, 0, 0, 0], 1],
  ])('show whether the resource is a cost, if they are %s: %j', (_what, hours, costs) => {
    expect(assigned(hours).costs).toHaveLength(costs);
  });

  it('are kept, and not reported, if the price of the resource shows that it is a cost', () => {
    const programme = readXer(
      xerBytes({
        RSRCRATE: [{ rsrc_id: '1', cost_per_qty: '1' }],
        TASK: [1, 2, 3, 4, 5].map((task) => anXerTask({ task_id: `${task}`, task_code: `P${task}` })),
        RSRC: [{ rsrc_id: '1', rsrc_name: 'Urgent Works', rsrc_type: 'RT_Equip' }],
        TASKRSRC: [90_000, 1, 1, 1, 1].map((quantity, index) => ({
          task_id: `${index + 1}`,
          rsrc_id: '1',
          target_qty: `${quantity}`,
        })),
      }),
    );
    expect(programme.costs?.map(({ why }) => why)).toEqual(['its price is 1 a unit']);
    expect([programme.problems, programme.activities[0]?.assignments[0]?.quantity]).toEqual([[], 90_000]);
  });
});
