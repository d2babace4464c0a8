import { describe, expect, it } from 'vitest';
import { mapProgramme } from '../../../../functions/programme/mapping/map-programme.ts';
import { parseMapping } from '../../../../functions/programme/mapping/mapping.ts';
import { inspectProgramme } from '../../../../functions/programme/mapping/propose/inspect-programme.ts';
import { proposeMapping } from '../../../../functions/programme/mapping/propose/propose-mapping.ts';
import { readXer } from '../../../../functions/programme/readers/xer/read-xer.ts';
import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

/** Assignments of one resource to two activities of 40 hours each, the second with less of it. */
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
    ['more than 100 machines at a time', read({}, '4004'), ['an activity has 100.1 of it at a time']],
    ['100 machines', read({}, '4000'), []],
    ['1,001 people', read({ rsrc_type: 'RT_Labor' }, '40040'), ['an activity has 1001 of it at a time']],
    ['1,000 people', read({ rsrc_type: 'RT_Labor' }, '40000'), []],
    ['a material, however much', read({ rsrc_type: 'RT_Mat' }, '90000', { unit: 'm³', price: '1' }), []],
    ['a material in money', read({ rsrc_type: 'RT_Mat' }, '9', { unit: '£' }), ['its unit is £']],
    ['the currency of the file', read({}, '9', { unit: 'nok' }), ['its unit is nok']],
    ['equipment at a price of 1', read({}, '9', { price: '1.0000' }), ['its price is 1 a unit']],
    ['people at a price of 1', read({ rsrc_type: 'RT_Labor' }, '9', { price: '1.0000' }), []],
  ])('is told by its unit or its number: %s', (_what, { costs }, why) => {
    expect(costs?.map((cost) => cost.why)).toEqual(why);
  });

  it('is left out of every activity that has it, which the report says, and other plant stays', () => {
    const { data, report } = map(tooMany, 'RT_Equip: plant');
    const tasks = data.collections.tasks.map(({ id, plant }) => [id, plant]);
    expect(tasks).toEqual([
      ['A1010', [{ id: '2', name: 'Tower crane', quantity: 1 }]],
      ['A1020', undefined],
    ]);
    expect(report.problems.map(({ text }) => text)).toEqual([
      '1 resource is a sum of money and left out: Urgent Works (an activity has 8763.2 of it at a time). The mapping brings one back by its name, such as resources: { Urgent Works: plant }.',
    ]);
    expect(report.unknownValues).toEqual([]);
  });

  it('is told by what remains of an activity, too', () => {
    const { costs } = readXer(
      xerBytes({
        TASK: [anXerTask({ target_drtn_hr_cnt: '40000', remain_drtn_hr_cnt: '8' })],
        RSRC: [{ rsrc_id: '1', rsrc_name: 'Urgent Works', rsrc_type: 'RT_Equip' }],
        TASKRSRC: [{ task_id: '1001', rsrc_id: '1', target_qty: '40000', remain_qty: '4000' }],
      }),
    );
    expect(costs?.map(({ why }) => why)).toEqual(['an activity has 500 of it at a time']);
  });

  it('is plant where the mapping names it', () => {
    const { data, report } = map(tooMany, 'RT_Equip: plant, Urgent Works: plant');
    expect(data.collections.tasks[0]).toMatchObject({
      plant: [{ name: 'Urgent Works', quantity: 8763.2 }, { name: 'Tower crane' }],
    });
    expect(report.problems).toEqual([]);
  });

  it('is named by the proposed mapping, which leaves it out', () => {
    const text = proposeMapping(inspectProgramme(tooMany), 'plan.xer');
    expect(text).toContain(`# resources that are costs, left out unless resources names them, such as plant:
#   Urgent Works: an activity has 8763.2 of it at a time
`);
    expect(text).toContain('\nresources: { cost: skip, RT_Equip: plant }\n');
    expect(parseMapping(text, 'map.yaml').resources).toEqual({ cost: 'skip', RT_Equip: 'plant' });
  });
});
