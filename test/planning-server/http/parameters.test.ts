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
    ['start=2026-11-30&finish=2026-11-23', { parameter: 'start', reason: 'start is after finish' }],
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

  it.each([
    ['start=23/11/2026', 'date_invalid'],
    ['start=2026-11-30&finish=2026-11-23', 'dates_reversed'],
    ['shift=nights', 'value_unknown'],
    ['fields=labour', 'value_unknown'],
    ['ownerIds=a,,b', 'value_empty'],
    ['limit=0', 'number_invalid'],
    ['version=A', 'label_invalid'],
    ['limit=1&limit=2', 'parameter_repeated'],
    ['weather=fine', 'parameter_unknown'],
  ])('with a code in its entry, and the same code for all of them above: %s', async (query, code) => {
    expect((await answer(`${tasks}?${query}`)).body).toMatchObject({
      code: 'parameters_invalid',
      errors: [{ code }],
    });
  });

  it.each([
    ['version=9', 'version_unknown'],
    ['after=x', 'cursor_invalid'],
    [`ownerIds=${Array.from({ length: 501 }, (_, id) => id).join(',')}`, 'too_many_ids'],
  ])('with the code of its one entry above, where programs handle it: %s', async (query, code) => {
    expect((await answer(`${tasks}?${query}`)).body).toMatchObject({ code, errors: [{ code }] });
  });

  it('lists the fields there are, for one that does not exist', async () => {
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

  it('suggests the nearest known parameter for an unknown one', async () => {
    expect(await answer(`${tasks}?folderids=f1`)).toMatchObject({
      status: 422,
      body: {
        errors: [{ parameter: 'folderids', reason: 'there is no such parameter; did you mean folderIds?' }],
      },
    });
  });

  it('allows only paging parameters on a list operation', async () => {
    expect(await answer('/gb/v1/projects/tower/users?shift=day')).toMatchObject({
      status: 422,
      body: { errors: [{ parameter: 'shift', allowed: ['after', 'limit', 'version'] }] },
    });
  });

  it('refuses an unknown region', async () => {
    expect(await answer('/us/v1/projects/tower/users')).toMatchObject({
      status: 422,
      body: {
        message: 'The request cannot be answered as it is: region.',
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

  it('lists all problems in one answer', async () => {
    const { body } = await answer(
      '/us/v1/projects/tower/tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    );
    expect(body).toMatchObject({
      message:
        'The request cannot be answered as it is: region, start, shift, folderIds, fields, limit, colour.',
    });
  });
});

// The other queries that a cursor does not belong to are in test/support/planning/request-rules.ts.
it('a cursor does not belong to another project', async () => {
  const { body } = await answer(`${tasks}?limit=1`);
  const [, after = ''] = /"after":"([^"]+)"/.exec(JSON.stringify(body)) ?? [];
  expect(await answer(`/gb/v1/projects/quay/tasks?after=${after}`)).toMatchObject({
    status: 422,
    body: { errors: [{ parameter: 'after' }] },
  });
});
