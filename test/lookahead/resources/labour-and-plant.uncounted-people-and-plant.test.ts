import { describe, expect, it } from 'vitest';
import { carriedOverPlantText, uncountedPeopleText } from '#lookahead/resources/labour-and-plant.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aSiteTask, type SiteTaskProperties } from '../../support/builders/a-site-task.ts';

const carried = (given: SiteTaskProperties) =>
  aSiteTask({ start: '2026-11-17', finish: '2026-11-19', ...given });

function shiftsOf(...tasks: readonly ReturnType<typeof aSiteTask>[]) {
  return aLookahead({ tasks, rules: { shifts: ['day', 'night'] } }).shifts;
}

describe('the text about people that are not counted', () => {
  it('sums the people of the tasks carried over', () => {
    const shifts = shiftsOf(
      carried({ id: 'A', labour: { fixers: 1_200, mates: 5 } }),
      carried({ id: 'B', shift: 'night', labour: { riggers: 2 } }),
      aSiteTask({ id: 'C', start: '2026-11-20', finish: '2026-11-24', labour: { fixers: 8 } }),
    );
    expect(uncountedPeopleText(shifts)).toBe('1,207 people on 2 tasks carried over are not counted');
    expect(shifts.map((shift) => uncountedPeopleText([shift]))).toEqual([
      '1,205 people on 1 task carried over are not counted',
      '2 people on 1 task carried over are not counted',
    ]);
  });

  it.each<[string, SiteTaskProperties, string]>([
    ['one person', { labour: { foreman: 1 } }, '1 person on 1 task carried over is not counted'],
    ['half a person', { labour: { foreman: 0.5 } }, '½ person on 1 task carried over is not counted'],
    ['two and a half', { labour: { foreman: 2.5 } }, '2½ people on 1 task carried over are not counted'],
    [
      'more, without decimals',
      { labour: { fixers: 154.2 } },
      '154 people on 1 task carried over are not counted',
    ],
    ['nobody if the task has no labour', {}, ''],
    ['nobody for a milestone', { start: '2026-11-19', milestone: true, labour: { fixers: 3 } }, ''],
    ['nobody for a task that is complete', { status: 'complete', labour: { fixers: 3 } }, ''],
    [
      'nobody for a task in the window',
      { start: '2026-11-23', finish: '2026-11-23', labour: { fixers: 3 } },
      '',
    ],
  ])('names %s', (_, given, words) => {
    expect(uncountedPeopleText(shiftsOf(carried(given)))).toBe(words);
  });
});

describe('the text about plant that is not counted', () => {
  it('names the plant with its quantity, summed over tasks and spellings', () => {
    const shifts = shiftsOf(
      carried({ id: 'A', plant: { 'Mobile crane 80 t': 1, '5 t excavator': 1 } }),
      carried({ id: 'B', shift: 'night', plant: { 'mobile crane 80 t': 1, 'Goods hoist': 0 } }),
      aSiteTask({ id: 'C', start: '2026-11-24', plant: { MEWP: 2 } }),
    );
    expect(carriedOverPlantText(shifts)).toBe(
      'not counted, for tasks carried over: 2 × Mobile crane 80 t, 1 × 5 t excavator, Goods hoist',
    );
  });

  it('is shortened to four names', () => {
    const plant = { A: 1, B: 1, C: 1, D: 1, E: 1, F: 1 };
    expect(carriedOverPlantText(shiftsOf(carried({ plant })))).toMatch(
      /: 1 × A, 1 × B, 1 × C, 1 × D and 2 more$/,
    );
  });

  it('is empty if no task carried over except a milestone needs any', () => {
    const crane = { 'Mobile crane 80 t': 1 };
    const milestone = carried({ id: 'B', start: '2026-11-19', milestone: true, plant: crane });
    expect(carriedOverPlantText(shiftsOf(carried({ id: 'A' }), milestone))).toBe('');
  });
});
