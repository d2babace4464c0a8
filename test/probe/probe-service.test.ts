import { describe, expect, it } from 'vitest';
import { once } from '#base/once.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import type { ProbeVerdict } from '#probe/finding.ts';
import type { ProbeOptions, ProbeReport } from '#probe/probe-service.ts';
import { aCountedProject } from '../support/builders/a-counted-project.ts';
import { aVersionOrigin } from '../support/builders/a-version-origin.ts';
import { deep } from '../support/deep-checks.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { aVersionStore } from '../support/planning/a-version-store.ts';
import { masterKey } from '../support/planning/planning-service.ts';
import { contraryService, probeOurService, serviceOver } from '../support/planning/probe-our-service.ts';
import { type QuirkName, quirkNames, quirks } from '../support/planning/quirks.ts';

function probe(
  { fetch }: { readonly fetch: typeof globalThis.fetch },
  options: Partial<ProbeOptions> = {},
): Promise<ProbeReport> {
  return probeOurService({ fetch, wait: async () => {}, ...options });
}

/** A probe of a service without differences, and its findings. */
const aPlainProbe = once(async () => {
  const service = contraryService();
  const waits: number[] = [];
  const told: number[] = [];
  let underway = 0;
  let maxUnderway = 0;
  const counting: typeof fetch = async (...request) => {
    underway += 1;
    maxUnderway = Math.max(maxUnderway, underway);
    const response = await service.fetch(...request);
    underway -= 1;
    return response;
  };
  const report = await probe(service, {
    fetch: counting,
    pauseMs: 350,
    wait: async (milliseconds) => void waits.push(milliseconds),
    onStep: (step) => told.push(Number.parseInt(step, 10)),
  });
  return { report, service, waits, told, maxUnderway };
});

function idsWith(report: ProbeReport, verdict: ProbeVerdict): readonly string[] {
  return report.rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
}

function seen(report: ProbeReport, id: string): string | undefined {
  return report.rows.find((row) => row.id === id)?.seen;
}

/** Ids of checks that are 'not seen' without unusual data. */
const untold = ['windows.undated', 'dates.midnight', 'dates.time-zone'];

function projectWithUndatedTask(): ProjectData {
  const project = aCountedProject();
  const undated = { id: 'undated', name: 'Agree hoarding move', keyTask: false, status: 'backlog' };
  return {
    ...project,
    collections: { ...project.collections, tasks: [...project.collections.tasks, undated] },
  };
}

function sampleProject(tasks: number): ProjectData {
  return generateSampleProject({
    seed: 1,
    tasks,
    region: 'gb',
    projectId: 'quayside',
    name: 'Riverside Tower',
  });
}

describe('a probe of our own planning server', () => {
  it('confirms every rule for which there is data', async () => {
    const { report } = await aPlainProbe();
    expect(report.stopped).toBeUndefined();
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(idsWith(report, 'not seen')).toEqual(untold);
  });

  it.each([{ tasks: 150, maxRequests: 60 }, ...(deep ? [{ tasks: 3_000, maxRequests: 250 }] : [])])(
    'finds no difference in a sample project of $tasks tasks',
    async ({ tasks, maxRequests }) => {
      const report = await probe(contraryService([], sampleProject(tasks)));
      expect(idsWith(report, 'differs')).toEqual([]);
      expect(idsWith(report, 'holds')).toEqual(
        expect.arrayContaining(['windows.selection', 'paging.pages', 'filters.together']),
      );
      expect(report.requests).toBeLessThanOrEqual(maxRequests);
    },
  );

  it('finds undated tasks in every range', async () => {
    const report = await probe(contraryService([], projectWithUndatedTask()));
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(seen(report, 'windows.undated')).toBe('1 task came, 0 known ones are missing: all');
  });

  it('confirms only the key and the requested fields in an empty project', async () => {
    const none = { users: [], subcontractors: [], folders: [], packages: [], calendars: [], locations: [] };
    const report = await probe(
      contraryService([], { ...aCountedProject(), collections: { ...none, tasks: [] } }),
    );
    expect(idsWith(report, 'differs')).toEqual([]);
    expect(idsWith(report, 'holds')).toEqual(['access.key', 'fields.accepted']);
  });

  it('finds no difference in a version read from an archive', async () => {
    const archive = createMemoryStore();
    await writeVersion(archive, aCountedProject(), aVersionOrigin());
    const { store } = await aVersionStore(archive);
    const { rows } = await probeOurService({ fetch: serviceOver(store) });
    expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(rows.filter(({ verdict }) => verdict === 'not seen').map(({ id }) => id)).toEqual(untold);
  });
});

const everyList = ['users', 'subcontractors', 'folders', 'packages', 'calendars', 'locations'].map(
  (list) => `lists.${list}`,
);

/**
 * The checks that differ for each quirk (several quirks together if they are independent), and what some checks have
 * seen.
 */
const contrary: readonly {
  readonly differs: { readonly [Name in QuirkName]?: readonly string[] };
  readonly seen?: Readonly<Record<string, string | RegExp>>;
}[] = [
  { differs: { nullsForNothing: [], relativeLink: [], nightsToMorning: [] } },
  {
    differs: { linkBehindProxy: [], limitPassedOver: [], dateTimesWithZ: [] },
    seen: { 'dates.midnight': /^included \(\d+\)$/ },
  },
  // A link to another path does no harm, because the page also has a cursor.
  { differs: { linkToOtherPath: [], limitRefused: [] } },
  {
    differs: { foreignLink: ['paging.pages'] },
    seen: {
      'paging.pages': /leads to https:\/\/elsewhere\.example\.com and not to https:\/\/planning\.example/,
      'windows.selection': 'could not be read: see paging.pages',
    },
  },
  {
    differs: { afterPassedOver: ['paging.pages'] },
    seen: { 'paging.pages': /go round in a loop/, 'tasks.fit': 'could not be read: see paging.pages' },
  },
  { differs: { pagesWithGaps: ['paging.pages'] } },
  { differs: { endsEarly: ['paging.pages'] } },
  { differs: { fieldsOnFirstPages: ['paging.pages'] } },
  {
    differs: { endless: ['paging.pages', ...everyList] },
    seen: { 'paging.pages': /go round in a loop/ },
  },
  {
    differs: { fieldsIgnored: ['fields.properties'] },
    seen: { 'fields.properties': /^no task has assignedTo, folder, / },
  },
  {
    differs: { subcontractorByNameOfField: ['fields.properties'] },
    seen: { 'fields.properties': 'no task has subcontractor, but some have contractor' },
  },
  {
    differs: {
      status: ['words.status'],
      calendarType: ['words.calendar-type'],
      relationType: ['words.relation-type'],
      minutesOfLag: ['amounts.lag'],
      labourTotals: ['amounts.labour'],
      materialPerDay: ['amounts.materials'],
      delaysBelowZero: ['amounts.delay'],
      bbox: ['amounts.work-area'],
    },
    seen: { 'words.status': /^not expected: awaiting inspection \(\d+\)$/ },
  },
  {
    differs: {
      statusOfSomebody: ['words.status'],
      relation: ['words.relation'],
      shiftWord: ['words.shift'],
      progressType: ['words.progress-type'],
      hours: ['dates.duration'],
      shortAddresses: ['filters.length'],
      unknownIdsRefused: ['filters.unknown-id'],
    },
    seen: {
      'words.status': /^not expected: \(a longer text\) \(\d+\)$/,
      'dates.duration': /^working days fit 0 of \d+; hours, 8 a working day fit \d+ of \d+$/,
    },
  },
  {
    differs: {
      numericIds: [],
    },
    seen: {
      'tasks.fit': 'read (108), id: expected a string, got a number; read nevertheless (108)',
    },
  },
  {
    differs: { oneFieldRefused: ['fields.accepted'] },
    seen: {
      'fields.accepted': '422 with workArea; the other checks ask without',
      'amounts.work-area': 'the data cannot show it',
      'fields.properties': 'all of them',
    },
  },
  {
    differs: { fieldsRefusedTogether: ['fields.accepted'] },
    seen: { 'fields.accepted': /^422 with assignees, .*, notes; the other checks ask without$/ },
  },
  {
    differs: { sameIdAgain: ['tasks.fit'] },
    seen: {
      'tasks.fit':
        /^read \(1\d\d\); not expected: id: the same id again with other content; the first counts \(3\)$/,
    },
  },
  {
    differs: { calendarDays: ['dates.duration'] },
    seen: { 'dates.duration': /^working days fit \d+ of 103; calendar days fit 103 of 103$/ },
  },
  {
    differs: { finishOnTheDayAfter: ['dates.duration'] },
    seen: { 'dates.duration': /working days without the last fit/ },
  },
  { differs: { unreadableDates: ['dates.readable'], bareLists: everyList } },
  { differs: { finishExclusive: ['dates.midnight', 'dates.duration'] } },
  {
    differs: { contained: ['windows.selection'] },
    seen: { 'windows.selection': /: contained in it$/ },
  },
  { differs: { startingWithin: ['windows.selection'] } },
  { differs: { lastDayLeftOut: ['windows.selection'] } },
  { differs: { firstDayLeftOut: ['windows.selection'] } },
  { differs: { anyFilter: ['filters.together'] }, seen: { 'filters.together': /: one is enough$/ } },
  {
    differs: { dayWithAllDay: ['shifts.day'] },
    seen: { 'shifts.day': /^day \(\d+\); not expected: 24hr \(\d+\)$/ },
  },
  { differs: { shiftPassedOver: ['shifts.day', 'shifts.afternoon', 'shifts.night', 'shifts.24hr'] } },
];

describe('a probe of a service that differs', () => {
  it.each(
    contrary.map(({ differs, seen: texts }) => ({ names: Object.keys(differs).join(', '), differs, texts })),
  )('finds exactly the differences of $names', async ({ differs, texts }) => {
    const applied = quirkNames.filter((name) => name in differs).map((name) => quirks[name]);
    const report = await probe(contraryService(applied));
    expect([...idsWith(report, 'differs')].sort()).toEqual(Object.values(differs).flat().sort());
    for (const [id, text] of Object.entries(texts ?? {})) expect(seen(report, id)).toMatch(text);
  });

  it.each<[proposed: object | undefined, names: readonly QuirkName[]]>([
    [undefined, []],
    [{ planning: { finish: 'exclusive' } }, ['finishOnTheDayAfter']],
    [{ planning: { finish: 'exclusive' } }, ['finishExclusive']],
    [{ planning: { duration: 'calendar' } }, ['calendarDays']],
    [{ planning: { finish: 'exclusive', duration: 'calendar' } }, ['calendarDays', 'finishOnTheDayAfter']],
    [undefined, ['hours']],
  ])('proposes %j for a service with %j', async (proposed, names) => {
    const applied = names.map((name) => quirks[name]);
    expect((await probe(contraryService(applied))).proposed).toEqual(proposed);
  });

  it('reads dates with the setting that it proposes', async () => {
    const { rows } = await probe(contraryService([quirks.finishOnTheDayAfter]));
    expect(rows.find(({ id }) => id === 'windows.selection')).toMatchObject({
      verdict: 'holds',
      seen: expect.stringMatching(/: overlapping it$/),
    });
  });

  it('proposes only what all equally good readings agree on, and names these readings', async () => {
    const everyDay = { id: 'c', name: 'c', type: 'seven-day' };
    const { finishOnTheDayAfter } = quirks;
    const withoutWeekends = { task: (task: object) => ({ ...task, calendar: everyDay }) };
    const report = await probe(contraryService([quirks.calendarDays, finishOnTheDayAfter, withoutWeekends]));
    expect(report.proposed).toEqual({ planning: { finish: 'exclusive' } });
    expect(seen(report, 'dates.duration')).toMatch(
      /working days without the last fit (\d+) of \1; calendar days without the last fit \1 of \1$/,
    );
    const open = await probe(contraryService([quirks.calendarDays, withoutWeekends]));
    expect(open.proposed).toBeUndefined();
    expect(open.rows.find(({ id }) => id === 'dates.duration')).toMatchObject({
      verdict: 'not seen',
      seen: expect.stringMatching(/^working days fit (\d+) of \1; calendar days fit \1 of \1$/),
    });
  });

  it('proposes nothing if only four tasks have a duration', async () => {
    const project = aCountedProject();
    const { tasks } = project.collections;
    const dated = tasks.filter(({ duration }) => Number(duration) > 0).slice(40, 44);
    const few = { ...project, collections: { ...project.collections, tasks: dated } };
    const report = await probe(contraryService([quirks.finishOnTheDayAfter], few));
    expect(report.proposed).toBeUndefined();
  });

  it('finds that undated tasks are left out of ranges', async () => {
    const report = await probe(contraryService([quirks.undatedLeftOut], projectWithUndatedTask()));
    expect(idsWith(report, 'differs')).toEqual(['windows.undated']);
  });

  it('reports a difference if dates do not fit the given time zone', async () => {
    const service = contraryService([quirks.dateTimesWithOffset]);
    expect(seen(await probe(service), 'dates.time-zone')).toMatch(/^the same day \(\d+\)$/);
    const report = await probe(service, { timeZone: 'Australia/Perth' });
    expect(idsWith(report, 'differs')).toContain('dates.time-zone');
  });

  it('shows an example of numbers that are texts', async () => {
    const report = await probe(contraryService([quirks.numbersAsText]));
    expect(seen(report, 'tasks.fit')).toMatch(
      /^read \(108\), duration: expected a number, got a string, such as "\d"; read nevertheless \(108\)$/,
    );
  });
});

describe('dates of a service that gives instants', () => {
  const shifted = (task: object, hours: string) => ({
    ...task,
    ...Object.fromEntries(
      Object.entries(task).flatMap(([name, value]) =>
        name === 'start' || name === 'finish' ? [[name, `${value}T${hours}:00Z`]] : [],
      ),
    ),
  });

  it.each([
    ['13:00', 'Europe/London', 'differs', /^not expected: midnight of another zone \(/],
    ['13:00', 'Australia/Sydney', 'holds', /^midnight \(/],
    ['00:00', 'Europe/London', 'holds', /^midnight \(/],
  ])('at %s UTC are expected to be midnight in %s: the rule %s', async (hours, timeZone, verdict, words) => {
    const report = await probe(contraryService([{ task: (task) => shifted(task, hours) }]), { timeZone });
    expect(report.rows.find(({ id }) => id === 'dates.time-zone')).toMatchObject({
      verdict,
      seen: expect.stringMatching(words),
    });
  });
});

describe('a probe', () => {
  it('makes at most 60 requests, one after the other, with a pause between them', async () => {
    const { report, service, waits, maxUnderway } = await aPlainProbe();
    expect(maxUnderway).toBe(1);
    expect(report.requests).toBe(service.requests.length);
    expect(report.requests).toBeLessThanOrEqual(60);
    expect(waits).toEqual(Array.from({ length: report.requests - 1 }, () => 350));
    expect(service.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  });

  it('gives each check a unique id, and announces each check in order', async () => {
    const { report, told } = await aPlainProbe();
    const { rows } = report;
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(told).toEqual(rows.map((_, at) => at + 1));
  });

  it('prints nothing secret or personal, nor a key that the service repeats', async () => {
    const project = aCountedProject();
    const echo = { task: (task: object) => ({ ...task, shift: masterKey }) };
    const text = JSON.stringify([
      await probe(contraryService([], project)),
      await probe(contraryService([echo], project)),
    ]);
    const { users, tasks } = project.collections;
    const personal = [
      masterKey,
      ...users.flatMap(({ displayName, email }) => [displayName, email]),
      ...tasks.flatMap(({ id, name, notes }) => [id, name, notes]),
    ].filter((each) => typeof each === 'string');
    expect(personal.length).toBeGreaterThan(100);
    expect(personal.filter((each) => text.includes(each))).toEqual([]);
  });
});

describe('a probe ends early,', () => {
  it.each([
    ['the key is refused', { key: fixedKeyProvider('not-the-key') }, /answered 401/],
    ['there is no such project', { projectId: 'nowhere' }, /answered 404/],
    ['the key cannot be sent', { key: fixedKeyProvider('two\nlines') }, /holds a line break/],
  ])('if %s, without further requests', async (_, options, reason) => {
    const service = contraryService();
    const report = await probe(service, options);
    expect(service.requests.length).toBeLessThanOrEqual(1);
    expect(report.stopped).toMatch(reason);
    expect(idsWith(report, 'differs')).toEqual(['access.key']);
    expect(seen(report, 'paging.pages')).toBe('not asked');
  });

  it('if there is no answer', async () => {
    const { url, close } = await contraryService().listen();
    await close();
    expect((await probe({ fetch }, { baseUrl: url })).stopped).toMatch(/ECONNREFUSED/);
  });

  it('if the service stops answering', async () => {
    const service = contraryService();
    let requests = 0;
    const failing: typeof fetch = async (...request) => {
      requests += 1;
      if (requests <= 10) return service.fetch(...request);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
    };
    expect((await probe(service, { fetch: failing })).stopped).toMatch(/ECONNRESET/);
  });

  it.each([
    ['with an error', () => new Response('<html>Bad gateway</html>', { status: 502 }), /answered 502/],
    [
      'with a refusal',
      () => Response.json({ message: 'no' }, { status: 422 }),
      /answered 422 saying "no"\.$/,
    ],
    ['with a bare list', () => Response.json([]), /not the contract's/],
  ])('but not if tasks are answered with %s: it still requests the lists', async (_, answer, reason) => {
    const broken = {
      answer: (_: Response, { url }: Request) => (url.includes('/tasks') ? answer() : undefined),
    };
    const report = await probe(contraryService([broken]));
    expect(report.stopped).toBeUndefined();
    expect(idsWith(report, 'differs')).toEqual(['access.key']);
    expect(seen(report, 'access.key')).toMatch(reason);
    expect(seen(report, 'windows.selection')).toBe('could not be read: see access.key');
    expect([...idsWith(report, 'holds')].sort()).toEqual(everyList.toSorted());
  });

  it('but not if a list is missing', async () => {
    const broken = {
      answer: (_: Response, { url }: Request) =>
        url.includes('/calendars') ? new Response('', { status: 404 }) : undefined,
    };
    const report = await probe(contraryService([broken]));
    expect(idsWith(report, 'differs')).toEqual(['lists.calendars']);
    expect(seen(report, 'lists.references')).toBe('could not be read: see lists.calendars');
  });

  it('but not if items do not fit', async () => {
    const nonsense = {
      answer: () => Response.json({ results: [null, 7, { id: [] }, { id: '', start: {} }], paging: null }),
    };
    const report = await probe(contraryService([nonsense]));
    expect(report.stopped).toBeUndefined();
    expect(idsWith(report, 'differs')).toEqual(expect.arrayContaining(['tasks.fit']));
  });
});

it('a probe is refused for an address with a password', async () => {
  const refused = await probe({ fetch }, { baseUrl: 'https://me:secret@planning.example.com' }).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ name: 'PlanningInputError', kind: 'input' });
  expect(String(refused)).not.toContain('secret');
});
