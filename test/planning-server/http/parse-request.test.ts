import { describe, expect, it } from 'vitest';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const { answer } = planningService([
  aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }], users: [{ id: 'u' }, { id: 'v' }] }),
]);
const tasks = '/gb/v1/projects/tower/tasks';

describe('a bad parameter is answered with 422', () => {
  it.each([
    [
      'start=23/11/2026',
      { parameter: 'start', value: '23/11/2026', reason: 'expected a date that exists, as YYYY-MM-DD' },
    ],
    [
      'finish=2026-02-29',
      { parameter: 'finish', value: '2026-02-29', reason: 'expected a date that exists, as YYYY-MM-DD' },
    ],
    [
      'start=0001-01-01',
      { parameter: 'start', value: '0001-01-01', reason: 'expected a date in the year 1900 or later' },
    ],
    ['start=', { parameter: 'start', value: '', reason: 'expected a date that exists, as YYYY-MM-DD' }],
    [
      'start=2026-11-30&finish=2026-11-23',
      { parameter: 'start', value: '2026-11-30', reason: 'start is after finish, 2026-11-23' },
    ],
    [
      'shift=nights',
      {
        parameter: 'shift',
        value: 'nights',
        reason: 'expected one of the shifts; did you mean night?',
        allowed: ['day', 'afternoon', 'night', '24hr'],
      },
    ],
    [
      'shift=x',
      {
        parameter: 'shift',
        value: 'x',
        reason: 'expected one of the shifts',
        allowed: ['day', 'afternoon', 'night', '24hr'],
      },
    ],
    [
      'ownerIds=',
      { parameter: 'ownerIds', value: '', reason: 'empty; give a value or leave the parameter out' },
    ],
    ['ownerIds=a,,b', { parameter: 'ownerIds', value: 'a,,b', reason: 'empty entry between commas' }],
    [
      'ownerIds=a&ownerIds=b',
      { parameter: 'ownerIds', reason: 'given more than once; give it once, values separated by commas' },
    ],
    ['limit=0', { parameter: 'limit', value: '0', reason: 'expected a whole number from 1 to 1000' }],
    ['limit=1001', { parameter: 'limit', value: '1001', reason: 'expected a whole number from 1 to 1000' }],
    ['limit=ten', { parameter: 'limit', value: 'ten', reason: 'expected a whole number from 1 to 1000' }],
  ])('%s', async (query, problem) => {
    expect(await answer(`${tasks}?${query}`)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(problem.parameter), errors: [problem] },
    });
  });

  it('lists the fields there are, for one that does not exist', async () => {
    const { status, body } = await answer(`${tasks}?fields=notes,labour,predecessor`);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: [
        { parameter: 'fields', value: 'labour', allowed: expect.arrayContaining(['labourResources']) },
        { parameter: 'fields', value: 'predecessor', reason: 'no such field; did you mean predecessors?' },
      ],
    });
  });

  it('refuses an unknown region', async () => {
    expect(await answer('/us/v1/projects/tower/users')).toMatchObject({
      status: 422,
      body: {
        message: 'The request cannot be answered as it is: region.',
        errors: [{ parameter: 'region', value: 'us', reason: 'no such region', allowed: ['gb', 'au'] }],
      },
    });
  });

  it('lists all problems in one answer', async () => {
    const { body } = await answer(
      '/us/v1/projects/tower/tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    );
    expect(body).toMatchObject({
      message:
        'The request cannot be answered as it is: region, colour, start, folderIds, shift, fields, limit.',
    });
  });
});
