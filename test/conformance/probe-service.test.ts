import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { probeService } from '../../functions/conformance/probe-service.ts';
import type { ProbeReport, Verdict } from '../../functions/conformance/report/report.ts';
import { listen } from '../../functions/planning-server/http/listen.ts';
import { generateSampleProject } from '../../functions/planning-server/sample/generate/generate-sample-project.ts';
import { aCountedProject } from '../support/builders/a-counted-project.ts';
import { type QuirkName, quirkNames, quirks } from '../support/planning/contrary-quirks.ts';
import {
  type ContraryService,
  contraryService,
  credentials,
  goodKey,
} from '../support/planning/contrary-service.ts';

function probe(
  service: Pick<ContraryService, 'url' | 'fetch'>,
  options: Partial<Parameters<typeof probeService>[0]> = {},
): Promise<ProbeReport> {
  return probeService({
    baseUrl: service.url,
    region: 'gb',
    projectId: 'quayside',
    key: async () => goodKey,
    fetch: service.fetch,
    now: Temporal.Instant.from('2026-11-20T14:00:00Z'),
    timeZone: 'Europe/London',
    credentials,
    pauseMs: 0,
    wording: { address: '--base-url', project: '--project', slower: 'Ask more slowly.' },
    ...options,
  });
}

function idsWith(report: ProbeReport, verdict: Verdict): readonly string[] {
  return report.rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

function seen(report: ProbeReport, id: string): string | undefined {
  return report.rows.find((row) => row.id === id)?.seen;
}

/** Checks that a project without oddities cannot answer. */
const untold = ['dates.midnight', 'dates.night', 'dates.missing', 'window.undated'];

const undatedTask = { id: 'undated', name: 'Agree hoarding move', keyTask: false, status: 'backlog' };

function projectWithUndatedTask() {
  const project = aCountedProject();
  return {
    ...project,
    collections: { ...project.collections, tasks: [...project.collections.tasks, undatedTask] },
  };
}

describe('a probe of our own planning server', () => {
  it('finds that every rule holds for which there is data', async () => {
    const report = await probe(contraryService());
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(idsWith(report, 'not seen')).toEqual(untold);
    expect(report.counts).toEqual({
      holds: report.rows.length - untold.length,
      differs: 0,
      'not seen': untold.length,
    });
    expect(report.stopped).toBeUndefined();
  });

  it("finds the sample project's odd tasks, and nothing else", async () => {
    const project = generateSampleProject({
      seed: 2,
      tasks: 400,
      region: 'gb',
      projectId: 'quayside',
      name: 'Riverside Tower',
    });
    const report = await probe(contraryService([], project));
    expect(idsWith(report, 'differs')).toEqual(['dates.form', 'dates.readable', 'words.status']);
    expect(seen(report, 'dates.form')).toMatch(/^date \d+, date-time, no offset 2, another form 1$/);
    expect(seen(report, 'words.status')).toContain('not known: on hold');
  });

  it('determines what ranges select in a project too large to read', async () => {
    const project = generateSampleProject({
      seed: 1,
      tasks: 2_000,
      region: 'gb',
      projectId: 'quayside',
      name: 'Riverside Tower',
    });
    const report = await probe(contraryService([], project));
    const windows = report.rows.filter(({ theme }) => theme === 'Windows');
    expect(windows.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
      'window.selects holds',
      'window.edges holds',
      'window.none holds',
      'window.undated not seen',
    ]);
    expect(report.requests).toBeLessThanOrEqual(60);
    expect(seen(report, 'tokens.use')).toBe('200, 3 items');
  });

  it('finds undated tasks in every range', async () => {
    const report = await probe(contraryService([], projectWithUndatedTask()));
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(idsWith(report, 'not seen')).toEqual(['dates.midnight', 'dates.night']);
    expect(seen(report, 'window.undated')).toBe('1 of 1 known ones came');
  });

  it('asks its questions of an empty project too, and learns little', async () => {
    const project = aCountedProject();
    const empty = {
      users: [],
      subcontractors: [],
      folders: [],
      packages: [],
      calendars: [],
      locations: [],
      tasks: [],
    };
    const report = await probe(contraryService([], { ...project, collections: empty }));
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(report.counts['not seen']).toBeGreaterThan(60);
  });
});

const everyField = [
  'fields.assignees',
  'fields.wbs',
  'fields.package',
  'fields.parent',
  'fields.contractor',
  'fields.labourResources',
  'fields.plantResources',
  'fields.materialResources',
  'fields.location',
  'fields.workArea',
  'fields.progress',
  'fields.predecessors',
  'fields.successors',
  'fields.externalId',
  'fields.notes',
];

/** The rows that differ by each quirk, several at a time where they are independent, and the findings of some rows. */
const contrary: readonly {
  readonly differs: { readonly [Name in QuirkName]?: readonly string[] };
  readonly seen?: Readonly<Record<string, string>>;
}[] = [
  {
    differs: {
      bareLists: ['answers.envelope'],
      foreignLink: ['paging.link'],
      nullsForNothing: [],
    },
    seen: {
      'answers.envelope': 'list 6, {paging, results} 1',
      'paging.link': 'another origin; not followed',
    },
  },
  {
    differs: {
      status: ['words.status'],
      calendarType: ['words.calendar-type'],
      progressType: ['words.progress-type'],
      relationType: ['words.relation-type'],
    },
    seen: {
      'words.status': 'awaiting inspection 120; not known: awaiting inspection',
      'words.relation-type': 'hammock 236; not known: hammock',
    },
  },
  {
    differs: {
      statusOfSomebody: ['words.status'],
      relation: ['words.relation'],
      shiftWord: ['shifts.day', 'words.shift'],
    },
    seen: {
      'words.status': '(a longer text) 120; not known: (a longer text)',
      'words.shift': 'early 62, afternoon 16, night 15, 24hr 15; not known: early',
    },
  },
  {
    differs: {
      minutesOfLag: ['lag.unit'],
      labourTotals: ['quantity.labour'],
      materialPerDay: ['quantity.materials'],
      delaysBelowZero: ['progress.amount'],
      bbox: ['work-area.bbox'],
    },
    seen: {
      'lag.unit': 'whole 236, negative 59; up to 960',
      'quantity.materials': 'less than the sum 38',
      'work-area.bbox': '2 numbers 60',
    },
  },
  {
    differs: {
      numbersAsText: ['answers.fit'],
      otherTokenNames: ['tokens.issue'],
      forbiddenForWrongKeys: ['keys.wrong'],
      shortAddresses: ['limits.url'],
      unknownIdsRefused: ['filters.unknown-id'],
    },
    seen: {
      'duration.unit': 'no duration beside both dates and a calendar',
      'tokens.use': 'not asked: no token was issued',
      'limits.url': '7,995 characters, 1,127 ids: 414 {message: text}',
    },
  },
  {
    differs: { numericIds: ['answers.fit', 'answers.ids'], relativeLink: ['paging.link'] },
    seen: {
      'answers.fit': '120 of 145 would be rejected: tasks: id expected string, got number 120',
      'paging.link': 'relative; not followed',
    },
  },
  {
    differs: { limitPassedOver: ['paging.limit'] },
    seen: { 'paging.limit': 'ignored: 40 tasks' },
  },
  {
    differs: { limitRefused: ['paging.limit'], hours: ['duration.unit'] },
    seen: {
      'paging.limit':
        'refused: 422 {type: text, title: text, status: number, code: text, detail: text, message: text, errors: list}',
      'duration.unit': 'working days fit 0 of 76; hours, 8 a working day fit 76',
    },
  },
  {
    differs: { afterPassedOver: ['paging.after'] },
    seen: { 'paging.after': '2 of 2 tasks are those of the first page' },
  },
  { differs: { firstTaskAgain: ['paging.twice'] }, seen: { 'paging.twice': '4 pages, 1 task twice' } },
  { differs: { endless: ['paging.end'] }, seen: { 'paging.end': 'an empty page that names a next one' } },
  { differs: { listsInPages: [] } },
  {
    differs: {
      moreProperties: ['answers.lists', 'properties.with-fields'],
      wbsAndContractorSwapped: ['fields.wbs', 'fields.contractor'],
    },
    seen: { 'fields.wbs': 'adds subcontractor, not folder' },
  },
  {
    differs: {
      fieldsPassedOver: everyField,
    },
    seen: { 'fields.notes': 'notes comes without being asked for' },
  },
  { differs: { oneFieldRefused: ['fields.workArea'] }, seen: { 'fields.notes': 'adds notes' } },
  { differs: { dateTimesWithZ: ['dates.form'] }, seen: { 'dates.midnight': 'included 101' } },
  { differs: { nightsToMorning: ['dates.form'] }, seen: { 'dates.night': 'ends the morning after 15' } },
  { differs: { unreadableDates: ['dates.form', 'dates.readable'] } },
  {
    differs: {
      finishExclusive: ['dates.form', 'dates.midnight', 'duration.unit', 'duration.zero', 'window.edges'],
    },
    seen: { 'dates.midnight': 'not included 97, undecided 17' },
  },
  {
    differs: { contained: ['window.selects', 'window.edges'] },
    seen: { 'window.selects': '6 tasks in, 114 known ones out; contained' },
  },
  {
    differs: { startingWithin: ['window.selects', 'window.edges'] },
    seen: { 'window.selects': '12 tasks in, 108 known ones out; starting within' },
  },
  {
    differs: { anyFilter: ['filters.together'] },
    seen: { 'filters.together': '12 tasks of 24 in the window, expected 1: one of them is enough' },
  },
  {
    differs: { dayWithAllDay: ['shifts.day', 'shifts.several'] },
    seen: { 'shifts.day': '15 tasks: day 12, 24hr 3' },
  },
  {
    differs: {
      shiftPassedOver: ['shifts.day', 'shifts.afternoon', 'shifts.night', 'shifts.24hr', 'shifts.several'],
    },
  },
];

describe('a probe of a service that differs', () => {
  it.each(
    contrary.map(({ differs, seen: texts }) => ({ names: Object.keys(differs).join(', '), differs, texts })),
  )('finds the very points of $names', async ({ differs, texts }) => {
    const applied = quirkNames.filter((name) => name in differs).map((name) => quirks[name]);
    const report = await probe(contraryService(applied));
    expect([...idsWith(report, 'differs')].sort()).toEqual(Object.values(differs).flat().sort());
    for (const [id, text] of Object.entries(texts ?? {})) expect(seen(report, id)).toBe(text);
  });

  it('in leaving undated tasks out of ranges finds that', async () => {
    const report = await probe(contraryService([quirks.undatedLeftOut], projectWithUndatedTask()));
    expect(idsWith(report, 'differs')).toEqual(['window.undated']);
  });

  it('in many points gives every row its verdict', async () => {
    const report = await probe(
      contraryService([
        quirks.contained,
        quirks.dateTimesWithOffset,
        quirks.limitPassedOver,
        quirks.bareLists,
        quirks.foreignLink,
        quirks.status,
        quirks.relationType,
      ]),
    );
    expect(idsWith(report, 'differs')).toEqual([
      'answers.envelope',
      'paging.limit',
      'paging.link',
      'dates.form',
      'window.selects',
      'window.edges',
      'words.status',
      'words.relation-type',
    ]);
    // Few tasks lie within the week, pages are short, and a link to elsewhere is not followed.
    expect(idsWith(report, 'not seen')).toEqual([
      'paging.link-page',
      'fields.notes',
      'dates.midnight',
      'dates.missing',
      'window.none',
      'window.undated',
      'shifts.afternoon',
      'shifts.night',
    ]);
    expect(report.counts.holds).toBe(report.rows.length - 8 - 8);
  });
});

describe('a probe', () => {
  it('makes 60 requests at most, one after the other, and GET but for tokens', async () => {
    const service = contraryService([quirks.shortPages]);
    let underway = 0;
    let maxUnderway = 0;
    const counting: typeof fetch = async (...request) => {
      underway += 1;
      maxUnderway = Math.max(maxUnderway, underway);
      const response = await service.fetch(...request);
      underway -= 1;
      return response;
    };
    const report = await probe(service, { fetch: counting });
    expect(maxUnderway).toBe(1);
    expect(report.requests).toBe(service.requests.length);
    expect(report.requests).toBeLessThanOrEqual(60);
    const posts = service.requests.filter((request) => !request.startsWith('GET '));
    expect(posts).toEqual(['POST /gb/v1/auth/token']);
  });

  it('leaves questions unanswered when its requests are used up', async () => {
    const report = await probe(contraryService(), { maxRequests: 20 });
    expect(report.requests).toBe(20);
    expect(seen(report, 'keys.wrong')).toBe('not asked: all 20 requests were used up');
    expect(idsWith(report, 'differs')).toEqual([]);
  });

  it('waits between requests for the given time', async () => {
    const waits: number[] = [];
    const report = await probe(contraryService(), {
      pauseMs: 350,
      wait: async (milliseconds) => waits.push(milliseconds),
    });
    expect(waits).toEqual(Array.from({ length: report.requests - 1 }, () => 350));
  });

  it('says what it is about to ask', async () => {
    const told: string[] = [];
    const report = await probe(contraryService(), {
      onQuestion: ({ question, number, of }) => told.push(`${number}/${of} ${question}`),
    });
    expect(told[0]).toBe(`1/${report.rows.length} Is our key accepted?`);
    expect(told).toHaveLength(report.rows.length);
  });

  it('gives each row a unique id', async () => {
    const ids = (await probe(contraryService())).rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('does not ask about tokens without a client id and secret', async () => {
    const service = contraryService();
    const report = await probe(service, { credentials: undefined });
    expect(seen(report, 'tokens.issue')).toBe('not asked: no client id and secret given');
    expect(service.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('prints nothing secret or personal', async () => {
    const project = aCountedProject();
    const text = JSON.stringify(await probe(contraryService([], project)));
    const { users, tasks } = project.collections;
    const personal = [
      goodKey,
      credentials.clientSecret,
      ...users.flatMap(({ displayName, email }) => [displayName, email]),
      ...tasks.flatMap(({ name, notes }) => [name, notes]),
    ].filter((each) => typeof each === 'string');
    expect(personal.length).toBeGreaterThan(100);
    expect(personal.filter((each) => text.includes(each))).toEqual([]);
  });

  it('blots out a key that the service echoes', async () => {
    const echo = { task: (task: object) => ({ ...task, status: goodKey }) };
    const report = await probe(contraryService([echo]));
    expect(seen(report, 'words.status')).toContain('not known: [redacted]');
    expect(JSON.stringify(report)).not.toContain(goodKey);
  });
});

describe('a probe ends early', () => {
  it('when the key is refused, and says what to do', async () => {
    const service = contraryService();
    const report = await probe(service, { key: async () => 'not-the-key' });
    expect(service.requests).toHaveLength(1);
    expect(report.stopped).toEqual({
      reason: 'The service answers 401: it does not accept the key',
      remedy:
        'Check that the key belongs to region gb and project quayside, is current, and is the whole of what was issued.',
    });
    expect(report.counts['not seen']).toBe(report.rows.length);
    expect(seen(report, 'paging.limit')).toBe('not asked');
  });

  it('when nobody answers', async () => {
    const service = contraryService();
    const { url, close } = await listen(
      { fetch: (request) => service.fetch(request) },
      { port: 0, host: '127.0.0.1' },
    );
    await close();
    const report = await probe({ url, fetch });
    expect(report.requests).toBe(1);
    expect(report.stopped).toEqual({
      reason: `${url} gives no answer (ECONNREFUSED)`,
      remedy: 'Check --base-url, the network and that the service is up, then try again.',
    });
  });

  it('when there is no such project, which two collections say', async () => {
    const service = contraryService();
    const refused = probe(service, { projectId: 'nowhere' });
    await expect(refused).rejects.toMatchObject({
      name: 'NoSuchProjectError',
      kind: 'input',
      message: `${service.url} has no such project: gb/nowhere. Check --project, and which projects the key may read.`,
    });
    expect(service.requests).toHaveLength(2);
  });

  it('not when one collection alone is missing', async () => {
    const broken = {
      answer: (_: Response, { url }: Request) =>
        url.includes('/calendars') ? new Response('', { status: 404 }) : undefined,
    };
    const report = await probe(contraryService([broken]));
    expect(seen(report, 'access.key')).toBe('404 nothing');
    expect(seen(report, 'paging.limit')).not.toBe('not asked');
  });

  it('and asks no further questions', async () => {
    const questions: string[] = [];
    const onQuestion = ({ question }: { readonly question: string }) => questions.push(question);
    await probe(contraryService(), { key: async () => 'not-the-key', onQuestion });
    expect(questions).toEqual(['Is our key accepted?']);
  });

  it('when the service stops answering on the way', async () => {
    const service = contraryService();
    let requests = 0;
    const failing: typeof fetch = async (...request) => {
      requests += 1;
      if (requests > 10)
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
      return service.fetch(...request);
    };
    const report = await probe(service, { fetch: failing });
    expect(report.stopped?.reason).toBe(`${service.url} gives no answer (ECONNRESET)`);
    expect(requests).toBe(13);
  });

  it('when the key cannot be read', async () => {
    const key = () => Promise.reject(new Error('Set PLANNING_API_KEY to the key.'));
    const report = await probe(contraryService(), { key });
    expect(report.stopped).toEqual({
      reason: 'The key could not be read',
      remedy: 'Set PLANNING_API_KEY to the key.',
    });
  });

  it.each(['', '   ', 'ключ', 'two\nlines'])('when the key cannot be sent: %j', async (key) => {
    const service = contraryService();
    const report = await probe(service, { key: async () => key });
    expect(service.requests).toEqual([]);
    expect(report.stopped?.reason).toBe('The key is empty or holds characters that no header can carry');
  });

  it('when it is asked for fewer requests twice, having waited as requested', async () => {
    const waits: number[] = [];
    const limited = {
      answer: () => new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    };
    const report = await probe(contraryService([limited]), {
      wait: async (milliseconds) => waits.push(milliseconds),
    });
    expect(waits).toEqual([7_000]);
    expect(report.stopped?.reason).toBe('The service answers 429: it wants fewer requests');
  });

  it('not when it is asked for fewer requests once', async () => {
    let requests = 0;
    const limitedOnce = {
      answer: () => {
        requests += 1;
        return requests === 5
          ? new Response('', { status: 429, headers: { 'retry-after': '2' } })
          : undefined;
      },
    };
    const waits: number[] = [];
    const report = await probe(contraryService([limitedOnce]), {
      wait: async (milliseconds) => waits.push(milliseconds),
    });
    expect(report.stopped).toBeUndefined();
    expect(waits).toEqual([2_000]);
  });
});

describe('a probe is not begun', () => {
  it.each([
    ['no address', 'baseUrl is not an address'],
    ['ftp://planning.example.com', 'baseUrl begins with ftp: and not with https: or http:'],
    ['https://me:secret@planning.example.com', 'baseUrl carries a user name or password'],
    ['https://planning.example.com?key=secret', 'baseUrl carries a query or a fragment'],
  ])('with %s for an address', async (url, reason) => {
    const refused = await probe({ url, fetch }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'PlanningInputError', kind: 'input', property: 'baseUrl' });
    expect(String(refused)).toContain(reason);
    expect(String(refused)).not.toContain('secret');
  });

  it('with a time zone that does not exist', async () => {
    const refused = probe({ url: 'http://127.0.0.1:9', fetch }, { timeZone: 'Europe/Atlantis' });
    await expect(refused).rejects.toMatchObject({
      name: 'ProbeInputError',
      kind: 'input',
      message: 'There is no time zone Europe/Atlantis. Give an IANA name, such as Europe/London.',
    });
  });
});

describe('a probe continues', () => {
  it('when tasks cannot be read at all', async () => {
    const broken = {
      answer: (_: Response, { url }: Request) =>
        url.includes('/tasks') ? new Response('<html>Bad gateway</html>', { status: 502 }) : undefined,
    };
    const report = await probe(contraryService([broken]));
    expect(report.stopped).toBeUndefined();
    expect(seen(report, 'paging.limit')).toBe('refused: 502 HTML');
    expect(seen(report, 'window.none')).toBe('502 HTML');
    expect(seen(report, 'access.key')).toBe('200, 3 items');
  });

  it('when answers make no sense at all', async () => {
    const nonsense = {
      answer: () => Response.json({ results: [null, 7, { id: [] }, { id: '', start: {} }], paging: 'no' }),
    };
    const report = await probe(contraryService([nonsense]));
    expect(report.stopped).toBeUndefined();
    expect(report.rows.filter((row) => row.seen.includes('could not be compared'))).toEqual([]);
    expect(idsWith(report, 'differs')).toContain('answers.fit');
  });
});
