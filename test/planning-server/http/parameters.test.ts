import { describe, expect, it } from 'vitest';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const { answer } = planningService([
  aPlanningProject({ tasks: [{ id: 'a' }, { id: 'b' }], users: [{ id: 'u' }, { id: 'v' }] }),
]);
const tasks = '/gb/v1/projects/tower/tasks';

describe('the 422 response to a wrong parameter', () => {
  it.each([
    [
      'start=23/11/2026',
      {
        parameter: 'start',
        value: '23/11/2026',
        reason: 'must be a date that exists, from 1900 on, as YYYY-MM-DD',
      },
    ],
    [
      'finish=2026-02-29',
      {
        parameter: 'finish',
        value: '2026-02-29',
        reason: 'must be a date that exists, from 1900 on, as YYYY-MM-DD',
      },
    ],
    [
      'start=0001-01-01',
      {
        parameter: 'start',
        value: '0001-01-01',
        reason: 'must be a date that exists, from 1900 on, as YYYY-MM-DD',
      },
    ],
    [
      'start=',
      { parameter: 'start', value: '', reason: 'must be a date that exists, from 1900 on, as YYYY-MM-DD' },
    ],
    [
      'start=2026-11-30&finish=2026-11-23',
      { parameter: 'start', value: '2026-11-30', reason: 'is after finish' },
    ],
    [
      'shift=nights',
      {
        parameter: 'shift',
        value: 'nights',
        reason: 'must be one of the allowed values; did you mean night?',
        allowed: ['day', 'afternoon', 'night', '24hr'],
      },
    ],
    [
      'shift=x',
      {
        parameter: 'shift',
        value: 'x',
        reason: 'must be one of the allowed values',
        allowed: ['day', 'afternoon', 'night', '24hr'],
      },
    ],
    [
      'ownerIds=',
      { parameter: 'ownerIds', value: '', reason: 'has an empty value; give one or leave the parameter out' },
    ],
    [
      'ownerIds=a,,b',
      { parameter: 'ownerIds', value: '', reason: 'has an empty value; give one or leave the parameter out' },
    ],
    [
      'ownerIds=a&ownerIds=b',
      {
        parameter: 'ownerIds',
        reason: 'is given more than once; give it once, with values separated by commas',
      },
    ],
    ['limit=0', { parameter: 'limit', value: '0', reason: 'must be a whole number from 1 to 1000' }],
    ['limit=1001', { parameter: 'limit', value: '1001', reason: 'must be a whole number from 1 to 1000' }],
    ['limit=ten', { parameter: 'limit', value: 'ten', reason: 'must be a whole number from 1 to 1000' }],
  ])('%s', async (query, problem) => {
    expect(await answer(`${tasks}?${query}`)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(problem.parameter), errors: [problem] },
    });
  });

  it('lists the known fields if one does not exist', async () => {
    const { status, body } = await answer(`${tasks}?fields=notes,labour,predecessor`);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      errors: [
        { parameter: 'fields', value: 'labour', allowed: expect.arrayContaining(['labourResources']) },
        {
          parameter: 'fields',
          value: 'predecessor',
          reason: 'must be one of the allowed values; did you mean predecessors?',
        },
      ],
    });
  });

  it('refuses an unknown region', async () => {
    expect(await answer('/us/v1/projects/tower/users')).toMatchObject({
      status: 422,
      body: {
        message: 'region must be one of the allowed values.',
        errors: [
          {
            parameter: 'region',
            value: 'us',
            reason: 'must be one of the allowed values',
            allowed: ['gb', 'au'],
          },
        ],
      },
    });
  });

  it('names the first ten problems in the message, and says how many more there are', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const { body } = await answer(`${tasks}?${names.join('&')}`);
    expect(body).toMatchObject({
      message: expect.stringMatching(
        /^p0 is not .* p9 is not a parameter of this operation\. 2 more: see errors\.$/,
      ),
      errors: names.map((parameter) => ({ parameter })),
    });
  });

  it('lists all problems in one answer', async () => {
    const { body } = await answer(
      '/us/v1/projects/tower/tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    );
    expect(body).toMatchObject({
      message: [
        'region must be one of the allowed values.',
        'start must be a date that exists, from 1900 on, as YYYY-MM-DD.',
        'shift must be one of the allowed values.',
        'folderIds has an empty value; give one or leave the parameter out.',
        'fields must be one of the allowed values.',
        'limit must be a whole number from 1 to 1000.',
        'colour is not a parameter of this operation.',
      ].join(' '),
    });
  });
});
