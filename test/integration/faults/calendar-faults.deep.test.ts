/** Dates that are easy to get wrong, and weeks without tasks, on the deployed functions. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validateWorkbook } from '../../support/workbook/validate-workbook.ts';
import { aCloud, type Cloud } from '../end-to-end/a-cloud.ts';
import { firings } from '../end-to-end/scheduler.ts';
import { friday, smallSite } from '../end-to-end/small-site.ts';
import { keptStack } from '../runtime/kept-stack.ts';

const stack = await keptStack();

let cloud: Cloud;
let years: Cloud;

const configuration = (planningUrl: string) => `
from: lookahead@example.com
projects:
  - &site
    key: london
    name: London Site
    region: gb
    projectId: small-site
    timeZone: Europe/London
    baseUrl: ${planningUrl}
    apiKey: { secret: lookahead/planning }
  - { <<: *site, key: sydney, name: Sydney Site, region: au, timeZone: Australia/Sydney }
reports:
  - &weekly
    key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
  - { <<: *weekly, key: quiet, name: Quiet weeks, projects: [london], sendWhen: any-task }
`;

/** The schedules as EventBridge has them. */
const schedules = ['Europe/London', 'Australia/Sydney'].map((timeZone) => ({
  expression: 'cron(0 14 ? * FRI *)',
  timeZone,
  input: JSON.stringify({
    cron: '0 14 * * FRI',
    timeZone,
    scheduledTime: '<aws.scheduler.scheduled-time>',
  }),
}));

const fire = async (cloud: Cloud, from: string, to: string) => {
  for (const { event } of firings(schedules, { from, to })) {
    expect(await cloud.functions.dispatch.invoke(event)).toMatchObject({ kind: 'response' });
  }
};

const cloudAt = (clock: string) =>
  aCloud({
    stack,
    projects: [smallSite, { ...smallSite, region: 'au' }],
    configuration,
    clock,
    sendEvents: 'delivered',
  });

beforeAll(async () => {
  cloud = await cloudAt(friday);
  years = await cloudAt('2026-03-27T13:00:00Z');
}, 30_000);
afterAll(async () => {
  await cloud?.[Symbol.asyncDispose]();
  await years?.[Symbol.asyncDispose]();
});

const manifest = z.object({
  dispatchId: z.string(),
  due: z.array(
    z.object({
      project: z.string(),
      report: z.string(),
      window: z.object({ first: z.string(), last: z.string() }),
    }),
  ),
});
const objects = (cloud: Cloud) => [...(cloud.aws.state.buckets.get('archive')?.values() ?? [])];
const manifests = (cloud: Cloud) =>
  objects(cloud)
    .filter(({ key }) => key.endsWith('/manifest-1.json'))
    .map(({ body }) => manifest.parse(JSON.parse(body.toString())));

it('fault 15: an empty window is sent as one sheet with one line, or skipped and recorded, as configured', async () => {
  cloud.planning.gate.rule(() => ({
    kind: 'answer',
    status: 200,
    body: '{"paging":{"next":null},"results":[]}',
  }));
  await fire(cloud, friday, '2026-11-20T14:00:01Z');
  await cloud.work();
  expect(cloud.mails().map(({ subject }) => subject)).toEqual([
    'London Site W48: no task is planned (Weekly lookahead rev 1)',
  ]);
  const { text = '', attachments } = await PostalMime.parse(cloud.aws.state.messages[0]?.raw ?? '');
  expect(text).toContain('No task is planned for week 48.');
  const { sheets, cells } = await validateWorkbook(
    new Uint8Array(z.instanceof(ArrayBuffer).parse(attachments[0]?.content)),
  );
  expect(sheets.filter(({ hidden }) => !hidden).map(({ name }) => name)).toEqual(['Summary']);
  expect([...(cells.get('Summary')?.values() ?? [])].map(({ value }) => String(value))).toContainEqual(
    'No task is planned for Mon 23 Nov – Sun 29 Nov 2026.',
  );
  const quiet = objects(cloud).filter(({ key }) => key.startsWith('issues/london/quiet/'));
  expect(quiet.map(({ key }) => key.split('/').at(-1)).sort()).toEqual(['skipped.json', 'snapshot.json.gz']);
});

// The cases are in order of time, because the cloud's own clock only goes forward.
describe('fault 11: the window has the right seven local dates, and a schedule that fires twice makes one issue', () => {
  it.each([
    ['clocks go forward in London', '2026-03-27', '13:55', '2026-03-27T14-00', 'london', '2026-03-30'],
    ['clocks go back in Sydney', '2026-04-03', '02:55', '2026-04-03T03-00', 'sydney', '2026-04-06'],
    ['they have gone forward', '2026-04-03', '12:55', '2026-04-03T13-00', 'london', '2026-04-06'],
    ['they have gone back there', '2026-04-10', '03:55', '2026-04-10T04-00', 'sydney', '2026-04-13'],
    ['clocks go forward in Sydney', '2026-10-02', '03:55', '2026-10-02T04-00', 'sydney', '2026-10-05'],
    ['they have gone forward there', '2026-10-09', '02:55', '2026-10-09T03-00', 'sydney', '2026-10-12'],
    ['clocks go back in London', '2026-10-23', '12:55', '2026-10-23T13-00', 'london', '2026-10-26'],
    ['they have gone back', '2026-10-30', '13:55', '2026-10-30T14-00', 'london', '2026-11-02'],
    ['a week 53', '2026-12-25', '13:55', '2026-12-25T14-00', 'london', '2026-12-28'],
    ['the 31st of December', '2027-12-31', '13:55', '2027-12-31T14-00', 'london', '2028-01-03'],
    ['a leap day', '2028-02-25', '13:55', '2028-02-25T14-00', 'london', '2028-02-28'],
  ])('%s', async (_, date, from, dispatchId, project, first) => {
    const [hour = '', minute = ''] = from.split(':');
    const to = `${date}T${String(Number(hour) + 1).padStart(2, '0')}:${minute}:00Z`;
    await years.until(to);
    await fire(years, `${date}T${from}:00Z`, to);
    await fire(years, `${date}T${from}:00Z`, to);
    const found = manifests(years).filter((each) => each.dispatchId.startsWith(dispatchId));
    expect(found).toHaveLength(1);
    const last = new Date(Date.parse(first) + 6 * 86_400_000).toISOString().slice(0, 10);
    const weekly = found[0]?.due.filter(({ report }) => report === 'weekly');
    expect(weekly).toEqual([{ project, report: 'weekly', window: { first, last } }]);
  });
});
