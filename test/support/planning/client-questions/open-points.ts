/** How this service decides what the contract leaves open. */
import { expect } from 'vitest';
import { type ClientQuestion, resultsOf } from './question.ts';

const inWeek = 'Whole finish-only first-day last-day late-evening no-dates reversed spans start-only';
const everyTask =
  'Whole after before finish-only first-day last-day late-evening no-dates reversed spans start-only summer-utc sydney unreadable year-one';
const ids = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`).join(',');
const oneDay = (day: string) => `tasks?start=${day}&finish=${day}`;

const ranges: readonly ClientQuestion[] = [
  ['without dates in the query, all tasks are answered', 'tasks', everyTask],
  [
    'a range selects the tasks that overlap it, both ends included',
    'tasks?start=2026-11-23&finish=2026-11-29',
    inWeek,
  ],
  [
    'start alone selects what ends on it or later',
    'tasks?start=2026-12-01',
    'after last-day no-dates reversed spans',
  ],
  ['the day after the last of a task is beyond it', 'tasks?start=2026-12-05', 'no-dates spans'],
  [
    'finish alone selects what begins on it or before',
    'tasks?finish=2026-11-16',
    'before first-day no-dates spans summer-utc',
  ],
  ['the day before the first of a task is before it', 'tasks?finish=2026-11-15', 'no-dates spans summer-utc'],
  ['a range may be one day', oneDay('2026-11-29'), 'last-day no-dates reversed spans'],
  ['a task with a start alone is on that day', 'tasks?start=2026-11-26&locationIds=l1', 'Whole'],
  [
    'a task with a finish alone is on that day',
    'tasks?finish=2026-11-24&start=2026-11-24',
    'Whole late-evening no-dates reversed spans',
  ],
  ['a task without dates is in every range', oneDay('1999-01-01'), 'no-dates'],
  [
    'a task that ends before it begins is on the days between',
    oneDay('2026-11-21'),
    'before first-day no-dates reversed spans',
  ],
  [
    'a date-time without an offset is local',
    oneDay('2026-11-24'),
    'Whole late-evening no-dates reversed spans',
  ],
  [
    'a date-time with an offset is the day in the time zone of the project',
    oneDay('2026-11-22'),
    'before first-day no-dates reversed spans sydney',
  ],
  [
    'a date-time in UTC is the day in the time zone of the project',
    oneDay('2026-07-02'),
    'no-dates summer-utc',
  ],
  [
    'a date that cannot be read is none',
    oneDay('2026-11-20'),
    'before first-day no-dates reversed spans unreadable year-one',
  ],
  ['the year 1 in a task is no date', 'tasks?finish=1950-01-01', 'no-dates'],
  [
    'start and finish are dates that exist',
    'tasks?start=2026-13-01&finish=2026-02-29',
    { errors: 'start date_invalid, finish date_invalid' },
  ],
  ['29 February exists in a leap year', oneDay('2028-02-29'), 'no-dates'],
  ['a date has the form YYYY-MM-DD', 'tasks?start=23/11/2026', { errors: 'start date_invalid' }],
  ['a date has no time', 'tasks?finish=2026-11-23T00:00:00Z', { errors: 'finish date_invalid' }],
  ['a date may not be empty', 'tasks?start=', { errors: 'start date_invalid' }],
  ['a date may not be in a year before 1900', 'tasks?start=1899-12-31', { errors: 'start date_invalid' }],
  ['the year 1900 may be asked for', 'tasks?start=1900-01-01&finish=1900-01-01', 'no-dates'],
  [
    'start may not be after finish',
    'tasks?start=2026-11-30&finish=2026-11-23',
    { errors: 'start dates_reversed' },
  ],
];

const filters: readonly ClientQuestion[] = [
  ['ids of one filter are alternatives', 'tasks?ownerIds=ann,ben', 'Whole before spans'],
  ['different filters all apply', 'tasks?ownerIds=ann&folderIds=f1', 'spans'],
  ['a filter and a range both apply', 'tasks?ownerIds=ann,ben&finish=2026-11-16', 'before spans'],
  ['a filter and a shift both apply', 'tasks?ownerIds=ann&shift=day', 'Whole'],
  ['the order of parameters does not matter', 'tasks?shift=day&ownerIds=ann', 'Whole'],
  ['an id that no task has finds nothing', 'tasks?ownerIds=nobody', ''],
  ['an unknown id beside a known one changes nothing', 'tasks?ownerIds=nobody,ann', 'Whole spans'],
  ['an id may be named twice', 'tasks?ownerIds=ann,ann', 'Whole spans'],
  ['the id of another kind of resource finds nothing', 'tasks?packageIds=f1', ''],
  ['letter case counts in an id', 'tasks?ownerIds=ANN', ''],
  ['a comma inside an id is %2C', 'tasks?ownerIds=Lee%2C%20Sons%20%26%20Co,ben', 'after before'],
  ['a comma between ids may be %2C', 'tasks?ownerIds=Lee%2Cben', 'before last-day'],
  ['a blank after such a %2C does not count', 'tasks?ownerIds=Lee%2C%20ben', 'before last-day'],
  ['a plus is a blank in an id', 'tasks?ownerIds=Lee%2C+Sons+%26+Co', 'after'],
  ['a percent sign of an id is %25', 'tasks?ownerIds=100%252C', 'first-day'],
  ['a wrong escape is taken as it is', 'tasks?ownerIds=Lee,%zz', 'last-day'],
  ['blanks around an id do not count', 'tasks?ownerIds=%20Lee%20,+ben', 'before last-day'],
  ['a filter may not be empty', 'tasks?ownerIds=', { errors: 'ownerIds value_empty' }],
  ['a filter may not be blank', 'tasks?ownerIds=%20', { errors: 'ownerIds value_empty' }],
  ['a filter without = is empty', 'tasks?ownerIds', { errors: 'ownerIds value_empty' }],
  ['an entry of a filter may not be empty', 'tasks?ownerIds=ann,,ben', { errors: 'ownerIds value_empty' }],
  ['a filter takes 500 different ids', `tasks?ownerIds=${ids(499)},ann`, 'Whole spans'],
  [
    'a filter does not take 501 different ids',
    `tasks?ownerIds=${ids(501)}`,
    { errors: 'ownerIds too_many_ids', json: { code: 'too_many_ids' } },
  ],
  ['one id may be named 501 times', `tasks?ownerIds=${Array(501).fill('ann')}`, 'Whole spans'],
  [
    'a shift is found in any spelling of the programme',
    'tasks?shift=day&ownerIds=Lee%2C%20Sons%20%26%20Co',
    'after',
  ],
  ['the shift all of a programme is 24hr', 'tasks?shift=24hr&locationIds=l1', 'start-only'],
  [
    'a shift of a query has one spelling, which the refusal suggests',
    'tasks?shift=Nights',
    {
      json: {
        errors: [
          {
            reason: 'must be one of the allowed values; did you mean night?',
            allowed: ['day', 'afternoon', 'night', '24hr'],
          },
        ],
      },
      status: 422,
    },
  ],
  ['a query has one shift', 'tasks?shift=day,night', { errors: 'shift value_unknown' }],
  ['a shift may not be empty', 'tasks?shift=', { errors: 'shift value_unknown' }],
  ['fields may not be empty', 'tasks?fields=', { errors: 'fields value_empty' }],
  [
    'each entry of fields that does not exist is named, with the nearest that does',
    'tasks?fields=notes,labour,predecessor',
    {
      errors: 'fields value_unknown, fields value_unknown',
      json: {
        errors: [
          { value: 'labour' },
          { reason: 'must be one of the allowed values; did you mean predecessors?' },
        ],
      },
    },
  ],
  [
    'an entry of fields may be named twice',
    ['tasks?fields=notes', 'tasks?fields=notes,notes'],
    (one, other) => expect(one.text).toBe(other?.text),
  ],
  [
    'the order of fields does not matter',
    ['tasks?fields=notes,wbs', 'tasks?fields=wbs,notes'],
    (one, other) => expect(one.text).toBe(other?.text),
  ],
  [
    'a parameter may not be given twice',
    'tasks?ownerIds=ann&ownerIds=ben',
    { errors: 'ownerIds parameter_repeated' },
  ],
  [
    'an unknown parameter is refused, not ignored',
    'tasks?colour=red',
    { errors: 'colour parameter_unknown' },
  ],
  [
    'a parameter in another letter case is unknown, and the refusal suggests the right one',
    'tasks?folderids=f1',
    {
      errors: 'folderids parameter_unknown',
      json: { errors: [{ reason: 'is not a parameter of this operation; did you mean folderIds?' }] },
    },
  ],
  ['the name of a parameter may be encoded', 'tasks?owner%49ds=ben', 'before'],
  [
    'the other lists take no filter',
    'users?shift=day',
    { errors: 'shift parameter_unknown', json: { errors: [{ allowed: ['after', 'limit', 'version'] }] } },
  ],
  ['an empty query is none', 'packages?', 'p1'],
  ['empty parts of a query do not count', 'users?&limit=1&&', 'ann'],
  [
    'all mistakes are named at once',
    '/us/v1/projects/jetty/tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    {
      errors:
        'region value_unknown, start date_invalid, shift value_unknown, folderIds value_empty, fields value_unknown, limit number_invalid, colour parameter_unknown',
    },
  ],
];

const presence: readonly ClientQuestion[] = [
  [
    'a property that a task does not have is absent',
    'tasks?ownerIds=ben',
    { json: { results: [{ id: 'before' }] } },
  ],
  [
    'a property that is null in the programme is null',
    'tasks?finish=2026-11-25&start=2026-11-25&fields=notes',
    (answer) =>
      expect(resultsOf(answer).find(({ id }) => id === 'finish-only')).toEqual({
        id: 'finish-only',
        finish: '2026-11-25',
        duration: null,
        owner: null,
        notes: null,
      }),
  ],
  [
    'an empty list of a task stays an empty list',
    'tasks?start=2026-11-25&fields=labourResources',
    (answer) =>
      expect(resultsOf(answer).find(({ id }) => id === 'finish-only')).toMatchObject({ labour: [] }),
  ],
  [
    'both kinds of relations bring relations of other kinds too',
    'tasks?packageIds=p1&fields=predecessors,successors',
    { json: { results: [{ relatedTasks: [{ id: 'before' }, { id: 'after' }, { id: 'spans' }] }] } },
  ],
  [
    'dates are answered as the programme has them',
    'tasks?fields=notes',
    (answer) =>
      expect(resultsOf(answer).find(({ id }) => id === 'sydney')).toMatchObject({
        start: '2026-11-23T06:00:00+11:00',
      }),
  ],
  [
    'shifts are answered as the filter spells them',
    'tasks?shift=24hr',
    { json: { results: [{ shift: '24hr' }, { shift: '24hr' }] } },
  ],
  [
    'a property beyond the contract is left out of a task',
    'tasks?packageIds=p1',
    (answer) => expect(resultsOf(answer)[0]).not.toHaveProperty('colour'),
  ],
  [
    'properties for days and hours are always there',
    'tasks?packageIds=p1',
    { json: { results: [{ nonWorkingDays: ['2026-11-25'], startTime: '07:30', finishTime: '12:00' }] } },
  ],
  [
    'a task may refer to what no list has',
    'tasks?ownerIds=Lee',
    { json: { results: [{ owner: { id: 'Lee' } }] } },
  ],
];

const first = 'tasks?limit=1';
const foreign = { errors: 'after cursor_invalid', json: { code: 'cursor_invalid' } };

const pages: readonly ClientQuestion[] = [
  ['items are in the order of the characters of their ids', 'folders', 'f1 f2'],
  ['capitals come before small letters in that order', 'tasks?ownerIds=ann', 'Whole spans'],
  [
    'a page has 100 items if limit is left out',
    '/au/v1/projects/jetty/users',
    (answer) => expect(resultsOf(answer)).toHaveLength(100),
  ],
  ['a limit of 1 is the smallest', 'tasks?limit=1', 'Whole'],
  [
    'a limit of 1,000 is the largest',
    '/au/v1/projects/jetty/users?limit=1000',
    (answer) => expect(resultsOf(answer)).toHaveLength(101),
  ],
  ['a limit of 0 is refused', 'tasks?limit=0', { errors: 'limit number_invalid' }],
  ['a limit of 1,001 is refused', 'tasks?limit=1001', { errors: 'limit number_invalid' }],
  ['a limit in words is refused', 'tasks?limit=ten', { errors: 'limit number_invalid' }],
  ['a limit with a fraction is refused', 'tasks?limit=1.5', { errors: 'limit number_invalid' }],
  ['an empty limit is refused', 'tasks?limit=', { errors: 'limit number_invalid' }],
  ['after goes on behind the page before', [first, 'tasks?limit=2&after={after}'], 'after before'],
  ['link leads to the same page as after', [first, '{link}'], 'after'],
  ['the first item of the last page is the 101st', ['/au/v1/projects/jetty/users', '{link}'], 'u1100'],
  [
    'the last page has no next',
    ['/au/v1/projects/jetty/users', '{link}'],
    { json: { paging: { next: null } } },
  ],
  [
    'a full last page has no next',
    ['folders?limit=1', '{link}'],
    { ids: 'f2', json: { paging: { next: null } } },
  ],
  [
    'all pages together are the tasks of one large page',
    ['tasks?limit=1000&fields=wbs', 'tasks?limit=4&fields=wbs', '{link}', '{link}', '{link}'],
    (last, ...before) => {
      const [all, ...pages] = [last, ...before].reverse();
      expect(all && resultsOf(all)).toEqual(pages.flatMap(resultsOf));
      expect(JSON.parse(last.text).paging.next).toBeNull();
    },
  ],
  [
    'pages hold only what the filters find',
    ['tasks?limit=1&shift=24hr', '{link}'],
    { ids: 'start-only', json: { paging: { next: null } } },
  ],
  [
    'the size of pages may change between pages',
    ['users?limit=1', 'users?limit=2&after={after}'],
    'ben cleo',
  ],
  [
    'the order of lists may change between pages',
    ['tasks?limit=1&fields=notes,wbs', 'tasks?limit=1&fields=wbs,notes&after={after}'],
    'after',
  ],
  [
    'the order of parameters may change between pages',
    ['tasks?limit=1&shift=day', 'tasks?after={after}&shift=day&limit=1'],
    'after',
  ],
  ['a page may be asked for again', [first, '{link}', '{link}'], 'before'],
  [
    'link is spelled as its request, with the new cursor in place of the old one',
    ['tasks?fields=notes,wbs&limit=1&start=2026%2D11%2D23', '{link}', '{link}'],
    ({ text }) => {
      const { after, link } = JSON.parse(text).paging.next;
      expect(link.slice(link.indexOf('?'))).toBe(
        `?fields=notes,wbs&limit=1&start=2026%2D11%2D23&after=${after}`,
      );
    },
  ],
  [
    'the same request is answered with the same cursor',
    [first, first],
    (one, other) => expect(one.text).toBe(other?.text),
  ],
  ['a cursor of another shift is refused', [first, 'tasks?shift=day&after={after}'], foreign],
  ['a cursor of another filter is refused', [first, 'tasks?ownerIds=ann&after={after}'], foreign],
  ['a cursor of another range is refused', [first, 'tasks?start=2026-11-23&after={after}'], foreign],
  ['a cursor of other fields is refused', [first, 'tasks?fields=notes&after={after}'], foreign],
  ['a cursor of another list is refused', [first, 'users?after={after}'], foreign],
  ['a cursor of another project is refused', [first, '/gb/v1/projects/quay/tasks?after={after}'], foreign],
  [
    'a cursor of another region is refused',
    ['users?limit=1', '/au/v1/projects/jetty/users?after={after}'],
    foreign,
  ],
  ['a changed cursor is refused', [first, 'tasks?after=x{after}'], foreign],
  ['a cursor that nobody signed is refused', 'tasks?after=MS4xLjA.x', foreign],
  ['an empty cursor is refused', 'tasks?after=', foreign],
  ['a cursor is good for 24 hours', 'tasks?limit=1&after={cursorOf24Hours}', 'after'],
  [
    'a cursor ends after 36 hours',
    'tasks?limit=1&after={cursorOf36Hours}',
    { errors: 'after cursor_expired', json: { code: 'cursor_expired' } },
  ],
];

const versions: readonly ClientQuestion[] = [
  ['without version, the newest is answered', 'packages', { headers: { 'planning-version': '2' } }],
  [
    'version asks for an older one',
    'tasks?version=1',
    { ids: 'older-1 older-2', headers: { 'planning-version': '1' } },
  ],
  ['the newest version may be named too', 'packages?version=2', 'p1'],
  [
    'a cursor goes on in its version',
    ['tasks?limit=1&version=1', 'tasks?after={after}'],
    { ids: 'older-2', headers: { 'planning-version': '1' } },
  ],
  ['link keeps the version', ['tasks?limit=1&version=1', '{link}'], 'older-2'],
  [
    'a cursor is refused with another version',
    ['tasks?limit=1&version=1', 'tasks?version=2&after={after}'],
    { errors: 'version version_conflict' },
  ],
  [
    'a version that is not kept is refused',
    'tasks?version=3',
    { errors: 'version version_unknown', json: { code: 'version_unknown' } },
  ],
  ['a version is lower-case letters and digits', 'tasks?version=A-1', { errors: 'version label_invalid' }],
  ['a version may not be empty', 'tasks?version=', { errors: 'version label_invalid' }],
];

const notFound = { status: 404, json: { code: 'path_not_found' } };
const noProject = { status: 404, json: { code: 'project_not_found' } };

const paths: readonly ClientQuestion[] = [
  ['an unknown project is not found', '/gb/v1/projects/nowhere/tasks', noProject],
  ['a project is found in its own region only', '/au/v1/projects/quay/tasks', noProject],
  ['letter case counts in a project id', '/gb/v1/projects/Jetty/tasks', noProject],
  ['a project id may be encoded', '/gb/v1/projects/%6Aetty/packages', 'p1'],
  [
    'an encoded slash does not lead out of a project id',
    '/gb/v1/projects/jetty%2F..%2Fquay/tasks',
    noProject,
  ],
  ['letter case counts in a region', '/GB/v1/projects/jetty/tasks', { errors: 'region value_unknown' }],
  ['letter case counts in the name of a list', '/gb/v1/projects/jetty/Tasks', notFound],
  ['there is no eighth list', 'diaries', notFound],
  ['there is no single item of a list', 'tasks/Whole', notFound],
  ['a slash at the end is another path', 'tasks/', notFound],
  ['a project alone is no path', '/gb/v1/projects/jetty', notFound],
  ['the version of the path is v1', '/gb/v2/projects/jetty/tasks', notFound],
  [
    'an unknown version of a project that does not exist is that of no project',
    '/gb/v1/projects/nowhere/tasks?version=1',
    noProject,
  ],
];

export const openPoints: readonly ClientQuestion[] = [
  ...ranges,
  ...filters,
  ...presence,
  ...pages,
  ...versions,
  ...paths,
];
