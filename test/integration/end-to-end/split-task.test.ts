import { expect, it } from 'vitest';
import { taskSchema } from '#planning/contract/resources.ts';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readMspdi } from '#programme/readers/mspdi/read-mspdi.ts';
import { anMspdiTask, mspdi } from '../../programme/readers/mspdi/mspdi-text.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const period = (from: string, to: string) =>
  `<TimephasedData><Type>1</Type><UID>1</UID><Start>2026-11-${from}:00</Start><Finish>2026-11-${to}:00</Finish><Unit>2</Unit><Value>PT16H0M0S</Value></TimephasedData>`;

it('a split task is hatched on the days of its split, and has no people on these days', async () => {
  const days = [['23T08:00', '24T08:00'] as const, ['26T17:00', '27T17:00'] as const];
  const file = mspdi({
    tasks: anMspdiTask({ Finish: '2026-11-27T17:00:00' }),
    resources: '<Resource><UID>1</UID><Name>Joiners</Name><Type>1</Type></Resource>',
    assignments: `<Assignment><TaskUID>1</TaskUID><ResourceUID>1</ResourceUID><Work>PT32H0M0S</Work>${days.map(([from, to]) => period(from, to)).join('')}</Assignment>`,
  });
  const mapping = parseMapping('id: task_code\nresources: { work: labour }\n', 'map.yaml');
  const { data } = mapProgramme(readMspdi(file), mapping, { region: 'gb', projectId: 'tower' });
  const { page } = planningService([data]);
  const { results } = await page('/gb/v1/projects/tower/tasks?fields=labourResources');
  expect(results).toMatchObject([
    {
      daysWithoutWork: ['2026-11-24', '2026-11-25', '2026-11-26'],
      labour: [{ name: 'Joiners', quantity: 2 }],
    },
  ]);
  const plan = aLookahead({ tasks: results.map((task) => taskSchema.parse(task)) });
  const cells = plan.shifts[0]?.groups[0]?.tasks[0]?.cells ?? [];
  expect(cells.map(({ kind }) => kind)).toEqual(['bar', 'off', 'off', 'off', 'bar', 'empty', 'empty']);
  expect(plan.shifts[0]?.peoplePerDay).toEqual([2, 0, 0, 0, 2, 0, 0]);
});
