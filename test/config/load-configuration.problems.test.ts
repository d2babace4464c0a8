import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { ConfigurationError } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { deep } from '../support/deep-checks.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function load(text: string) {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, text);
  return loadConfiguration(file);
}

/** The lines of the error, without the name of the file. */
async function linesOf(text: string): Promise<string[]> {
  const error = await load(text).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return [];
  if (!(error instanceof ConfigurationError)) throw error;
  const lines = error.message.split('\n');
  expect(lines).toHaveLength(error.problems.length);
  return lines.map((line) => {
    expect(line).toContain(error.file);
    return line.replace(`${error.file}:`, '');
  });
}

/** The lines of the error after a change of the report's properties. */
function ofReport(change: Record<string, string>): Promise<string[]> {
  return linesOf(aConfigurationText({ reports: [{ ...weekly, ...change }] }));
}

function ofProject(change: Record<string, string>): Promise<string[]> {
  return linesOf(aConfigurationText({ projects: [{ ...riverside, ...change }] }));
}

const pastedKeys = [
  `lookahead_0a1b2c3d4e5f_${'q3RtYw7LpZ'.repeat(4)}abc`,
  'pKq3RtYw7LpZ2mVx9BnCd4FgHj6Ks8QeTyUi1OaZ',
];

describe('a valid configuration', () => {
  it('is loaded with all defaults', async () => {
    const { projects, reports } = await load(aConfigurationText());
    expect(projects[0]).toEqual({
      key: 'riverside',
      name: 'Riverside Tower',
      region: 'gb',
      projectId: 'riverside-tower',
      timeZone: 'Europe/London',
      staleAfter: 10,
      baseUrl: 'https://planning.example.com',
      apiKey: { env: 'PLANNING_API_KEY' },
    });
    expect(reports[0]).toEqual({
      key: 'weekly',
      name: 'Weekly lookahead',
      shifts: ['day', 'afternoon', 'night', '24hr', 'none'],
      weeks: 1,
      starts: 'next-week',
      filters: {},
      groupBy: 'folder',
      paper: 'A3',
      pages: 'on',
      qr: 'on',
      sheets: { off: [], print: 'wall' },
      detail: 'full',
      includeOverdue: true,
      readiness: { off: [], sharedPlace: 'news' },
      pull: { weeksBefore: 8, weeksAfter: 4 },
      when: { cron: '0 14 * * FRI', onImport: false },
      to: ['works.manager@example.com'],
      cc: [],
      replyTo: [],
      audiences: [],
      sendWhen: 'always',
      onAmbiguous: 'resend',
      contact: 'planner@example.com',
      deliverWithin: 24,
    });
  });

  it('has holidays as dates and ranges, in quotes or not', async () => {
    const holidays = "[2026-12-25, '2026-12-28', 2026-12-31..2027-01-02]";
    const { projects } = await load(aConfigurationText({ projects: [{ ...riverside, holidays }] }));
    expect(projects[0]?.holidays?.map(formatDay)).toEqual([
      '2026-12-25',
      '2026-12-28',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
  });

  it.each(['2026-12-32', '25.12.2026', '2026-12-25..', '2027-01-01..2026-12-25', '2026-12-25..2027-12-25'])(
    'cannot have the holiday %s',
    async (text) => {
      expect(await ofProject({ holidays: `[2026-12-25, ${text}]` })).toEqual([
        expect.stringMatching(
          /projects\[0\]\.holidays\[1\]: "[^"]*" is not a date or a range of dates. Write 2026-12-25, or 2026-12-28\.\.2027-01-01 for at most 60 days\.$/,
        ),
      ]);
    },
  );

  it('has the hours of shifts, with or without quotes', async () => {
    const shifts = "{ day: 07:00-15:30, night: '21:00-05:00', 24hr: 07:00-07:00 }";
    const { projects } = await load(aConfigurationText({ projects: [{ ...riverside, shifts }] }));
    expect(projects[0]?.shifts).toEqual({
      day: { from: '07:00', to: '15:30' },
      night: { from: '21:00', to: '05:00' },
      '24hr': { from: '07:00', to: '07:00' },
    });
  });

  it.each(['7:00-15:30', '07:00–15:30', '07:00-24:00', '07.00-15.30', '07:00'])(
    'cannot have a shift with the hours %s',
    async (hours) => {
      expect(await ofProject({ shifts: `{ day: '${hours}' }` })).toEqual([
        expect.stringMatching(
          /projects\[0\]\.shifts\.day: "[^"]*" is not a range of hours. Write 07:00-15:30, or 21:00-05:00 for a shift that ends the next morning\.$/,
        ),
      ]);
    },
  );

  it('lets only the shift of 24 hours begin and end at the same time', async () => {
    expect(await ofProject({ shifts: '{ night: 21:00-21:00, 24hr: 07:00-07:00 }' })).toEqual([
      expect.stringMatching(
        /projects\[0\]\.shifts\.night: "21:00-21:00" begins and ends at the same time\. Only 24hr may/,
      ),
    ]);
  });

  it('says what finish and duration mean in the data of the service', async () => {
    const planning = '{ finish: exclusive, duration: calendar }';
    const { projects } = await load(aConfigurationText({ projects: [{ ...riverside, planning }] }));
    expect(projects[0]?.planning).toEqual({ finish: 'exclusive', duration: 'calendar' });
    expect(await ofProject({ planning: '{ finish: exclusiv }' })).toEqual([
      expect.stringMatching(
        /planning\.finish: "exclusiv" is invalid: expected one of "inclusive"\|"exclusive"\. Did you mean exclusive\?/,
      ),
    ]);
  });

  it('may name one sheet to print, or a list of sheets', async () => {
    const printed = async (print: string) => {
      const { reports } = await load(
        aConfigurationText({ reports: [{ ...weekly, sheets: `{ print: ${print} }` }] }),
      );
      return reports[0]?.sheets.print;
    };
    expect(await printed('tasks')).toBe('tasks');
    expect(await printed('[shifts, tasks]')).toEqual(['shifts', 'tasks']);
    await expect(printed('Tasks')).rejects.toThrow('print');
  });

  it('can use anchors, aliases and merge keys', async () => {
    const text = `from: a@example.com
projects:
  - &base
    key: one
    name: One
    region: au
    projectId: p-1
    timeZone: Australia/Sydney
    baseUrl: https://planning.example.com
    apiKey: { secret: planning/key }
  - <<: *base
    key: two
    projectId: p-2
reports:
  - { key: weekly, name: Weekly, to: &us [a@example.com], cc: [], contact: a@example.com, replyTo: *us }
`;
    const { projects, reports } = await load(text);
    expect(projects.map(({ projectId, region }) => [projectId, region])).toEqual([
      ['p-1', 'au'],
      ['p-2', 'au'],
    ]);
    expect(reports[0]?.replyTo).toEqual(['a@example.com']);
  });

  it('accepts 24hr without quotes, and http for this machine only', async () => {
    expect(await ofReport({ shifts: '[24hr, none]' })).toEqual([]);
    expect(await ofProject({ baseUrl: 'http://127.0.0.1:8787' })).toEqual([]);
  });
});

const secretAdvice =
  'No key or password belongs in this file: name the variable that holds it, and replace one that was written here.';

describe('invalid YAML', () => {
  it('is reported once for a bracket left open, and once for each repeated property', async () => {
    const lines = [
      'from: a@example.com',
      'projects: [',
      '  - key: riverside',
      '    name: Riverside',
      'reports: x',
    ];
    expect(await linesOf(lines.join('\n'))).toEqual([expect.stringMatching(/^3:3: not valid YAML: /)]);
    expect(await linesOf('from: a\nfrom: b\nreports: c\nreports: d\n')).toHaveLength(2);
  });

  it.each([
    [
      'indentation',
      'a:\n  b: 1\n c: 2\n',
      '3:1: not valid YAML: All mapping items must start at the same column. Align this with the lines around it, or add a missing quote, bracket, colon or comma.',
    ],
    [
      'a second document',
      '---\nfrom: a\n---\nfrom: b\n',
      '3:1: not valid YAML: Source contains multiple documents. Remove the second ---.',
    ],
  ])('is reported for %s', async (_, text, line) => {
    expect(await linesOf(text)).toContain(line);
  });

  it.each(['', '\n', '# nothing yet\n', '---\n'])('is reported for an empty file: %j', async (text) => {
    expect(await linesOf(text)).toEqual([
      '1:1: the file is empty. Start with from:, projects: and reports:; lookahead.yaml in the repository is an example.',
    ]);
  });

  it('is reported for a list or a text instead of properties', async () => {
    expect(await linesOf('- a\n')).toEqual([
      '1:1: is invalid: expected object, received array. Write { from: …, projects: …, reports: … }. Projects and lookahead reports.',
    ]);
    expect(await linesOf('hello\n')).toHaveLength(1);
  });

  it('is reported for too many aliases', async () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    );
    expect((await linesOf(`${levels.join('\n')}\n`))[0]).toMatch(
      /^2:10: not valid YAML: Excessive alias count/,
    );
  });
});

describe('a wrong property', () => {
  it.each([
    [
      { weeks: '1.5' },
      '15:12 reports[0].weeks: 1.5 is invalid: expected int, received number. Write a whole number. Weeks of the window, 1 to 6.',
    ],
    [
      { shifts: '[day, nights]' },
      '15:19 reports[0].shifts[1]: "nights" is invalid: expected one of "day"|"afternoon"|"night"|"24hr"|"none". Did you mean night?',
    ],
    [
      { groupBy: 'trade' },
      '15:14 reports[0].groupBy: "trade" is invalid: expected one of "folder"|"subcontractor"|"location"|"owner"|"package". Write folder or subcontractor or location or owner or package. How a sheet groups its tasks.',
    ],
    [{ name: '2026' }, '12:11 reports[0].name: 2026 is read as a number. Put it in quotes: "2026".'],
    [{ name: '' }, '12:11 reports[0].name: has no value. Write text after the colon, or remove the line.'],
    [
      { name: '"a\\r\\nBcc: x@example.com"' },
      '12:11 reports[0].name: "a\\r\\nBcc: x@example.com" contains a line break or another control character. Write the name on one line of plain text.',
    ],
    [
      { cc: '["a@example.com\\r\\nBcc: b@example.com"]' },
      '15:10 reports[0].cc[0]: "a@example.com\\r\\nBcc: b@example.com" is not an e-mail address. Write the address alone, such as site.office@example.com.',
    ],
    [
      { filters: '{ folders: Substructure }' },
      '15:25 reports[0].filters.folders: "Substructure" is invalid: expected array, received string. Write a list: [Substructure].',
    ],
    [
      { filters: '{ folders: [] }' },
      '15:25 reports[0].filters.folders: is empty. Add at least one name, or remove the list.',
    ],
    [
      { filters: '{ folders: [0123] }' },
      '15:26 reports[0].filters.folders[0]: 0123 is read as a number. Put it in quotes: "0123".',
    ],
    [
      { readiness: '{ off: [no-labor] }' },
      '15:24 reports[0].readiness.off[0]: "no-labor" is invalid: expected one of "cancelled-predecessor"|"no-labour"|"dates"|"unread-data"|"non-working-day"|"no-subcontractor"|"no-location"|"no-owner"|"no-name"|"material-without-daily-figures". Did you mean no-labour?',
    ],
    [
      { readiness: '{ off: [blocked-or-delayed] }' },
      '15:24 reports[0].readiness.off[0]: "blocked-or-delayed" is invalid. Remove it: that a task is blocked or delayed is a constraint and cannot be switched off.',
    ],
    [
      { readiness: '{ off: [overdue] }' },
      '15:24 reports[0].readiness.off[0]: "overdue" is invalid. Remove it: that a task is overdue is a constraint and cannot be switched off.',
    ],
    [
      { readiness: '{ off: [predecessor-moved] }' },
      '15:24 reports[0].readiness.off[0]: "predecessor-moved" is invalid. Remove it: a moved predecessor is listed under Changes, and does not make a task not ready.',
    ],
    [
      { readiness: '{ off: [shared-location] }' },
      '15:24 reports[0].readiness.off[0]: "shared-location" is invalid. Remove it: others in the same place are news, and a constraint only with sharedPlace: constraint.',
    ],
    [
      { readiness: '{ sharedPlace: off }' },
      '15:31 reports[0].readiness.sharedPlace: "off" is invalid: expected one of "news"|"constraint". Write news or constraint. Others in the place of a task on its days: news, or a constraint that makes it not ready.',
    ],
    [
      { sheets: '{ off: [wal] }' },
      '15:21 reports[0].sheets.off[0]: "wal" is invalid: expected one of "wall"|"last-week"|"resources"|"materials". Did you mean wall?',
    ],
    [
      { sheets: '{ off: [plant] }' },
      '15:21 reports[0].sheets.off[0]: "plant" is invalid. Write resources: people and plant are one sheet.',
    ],
    [{ recipients: '[]' }, /^15:5 reports\[0\]\.recipients: unknown property\. Use one of key, name/],
    [
      { projects: '[riverside, riverside]' },
      '15:27 reports[0].projects[1]: "riverside" is listed twice. Remove one of the two.',
    ],
    [
      { audiences: '[{ each: owner, everyoneFound: true }, { each: owner, everyoneFound: true }]' },
      '15:63 reports[0].audiences[1].each: there is already an audience for each owner. Merge the two, or each of them gets two messages.',
    ],
    [
      { audiences: '[{ each: owner }]' },
      '15:17 reports[0].audiences[0]: this audience has no recipient. Name people in to, with their addresses, or set everyoneFound: true for every owner whom the planning service lists with an address.',
    ],
    [
      { audiences: '[{ each: location }]' },
      '15:17 reports[0].audiences[0]: this audience has no recipient. Give the addresses in to, by name.',
    ],
    [
      { audiences: '[{ each: folder, everyoneFound: true }]' },
      '15:48 reports[0].audiences[0].everyoneFound: the planning service has no address of a folder. Give the addresses in to, by name.',
    ],
    [
      { audiences: '[{ each: owner, to: { Ann: [] } }]' },
      '15:43 reports[0].audiences[0].to.Ann: has no recipients. Add at least one address.',
    ],
    [
      { audiences: '[{ each: owner, everyoneFound: true }]', answers: '{ remind: noon }' },
      '16:24 reports[0].answers.remind: "noon" is not a day and a time. Write FRI, SAT or SUN before the first week, or MON to THU in it, then the time: MON 07:00.',
    ],
    ...['MON 07:00', 'MON 07:01', 'TUE 06:00'].map((remind): [Record<string, string>, string] => [
      { audiences: '[{ each: owner, everyoneFound: true }]', answers: `{ remind: ${remind} }` },
      '16:24 reports[0].answers.remind: is not before the answers close, MON 07:00. Choose an earlier time.',
    ]),
    ...['FRI 18:00', 'SAT 00:00'].map((remind): [Record<string, string>, string] => [
      {
        audiences: '[{ each: owner, everyoneFound: true }]',
        answers: `{ until: FRI 12:00, remind: ${remind} }`,
      },
      '16:42 reports[0].answers.remind: is not before the answers close, FRI 12:00. Choose an earlier time.',
    ]),
    [
      { contact: '' },
      '15:14 reports[0].contact: has no value. Write text after the colon, or remove the line.',
    ],
  ])('of a report is reported with its place: %j', async (change, line) => {
    const { contact = '', ...rest }: Readonly<Record<string, string>> = { ...weekly, ...change };
    const lines = await linesOf(aConfigurationText({ reports: [{ ...rest, contact }] }));
    expect(lines).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });

  it.each([
    [{ projectId: '007' }, '5:16 projects[0].projectId: 007 is read as a number. Put it in quotes: "007".'],
    ...['.', '..'].map((projectId): [Record<string, string>, string] => [
      { projectId: `'${projectId}'` },
      `5:16 projects[0].projectId: "${projectId}" cannot be part of an address, because dots alone lead to another path. Give the id of the project, as the planning service shows it.`,
    ]),
    [
      { projectId: String.raw`"a\ud800"` },
      /^5:16 projects\[0\]\.projectId: .*half of a character\. Give the id/,
    ],
    [
      { timeZone: 'Sydney' },
      '6:15 projects[0].timeZone: "Sydney" is not an IANA time zone. Did you mean Australia/Sydney? Use the name of a place, such as Europe/London or Australia/Sydney.',
    ],
    [
      { timeZone: 'europe/london' },
      '6:15 projects[0].timeZone: "europe/london" is not an IANA time zone. Did you mean Europe/London? Use the name of a place, such as Europe/London or Australia/Sydney.',
    ],
    // Abbreviations that ICU knows and people use, but that Temporal does not accept.
    ...['BST', 'UK', 'AEST'].map((timeZone): [Record<string, string>, string] => [
      { timeZone },
      `6:15 projects[0].timeZone: "${timeZone}" is not an IANA time zone. Use the name of a place, such as Europe/London or Australia/Sydney.`,
    ]),
    ...['GMT', 'Etc/GMT+1', 'EST', 'utc+10'].map((timeZone): [Record<string, string>, string] => [
      { timeZone },
      `6:15 projects[0].timeZone: "${timeZone}" is an offset, which does not follow daylight saving time. Use the name of a place, such as Europe/London or Australia/Sydney.`,
    ]),
    [
      { baseUrl: 'https://planning.example.com/gb' },
      '7:14 projects[0].baseUrl: "https://planning.example.com/gb" contains the region. Write the address before it.',
    ],
    [
      { baseUrl: 'http://planning.example.com' },
      /^7:14 projects\[0\]\.baseUrl: "http:\/\/planning\.example\.com" would send the key unencrypted/,
    ],
    ...[
      'https://planner:PA55@planning.example.com',
      'https://PA55@planning.example.com',
      'https://:PA55@planning.example.com',
      'http://planner:PA55@127.0.0.1:8787',
      'https://planning.example.com?key=PA55',
      'https://planning.example.com/api?PA55',
      'https://planning.example.com/?',
      '"https://planning.example.com#PA55"',
    ].map((baseUrl): [Record<string, string>, string] => [
      { baseUrl },
      `7:14 projects[0].baseUrl: the value contains a user name, a password, a query or a fragment. Write the address alone, such as https://planning.example.com. ${secretAdvice}`,
    ]),
    ...['planner:PA55@planning.example.com', 'https:planner:PA55@planning.example.com'].map(
      (baseUrl): [Record<string, string>, string] => [
        { baseUrl },
        `7:14 projects[0].baseUrl: the value is not a web address. Start it with https:// (http:// on this machine), and leave out the region. ${secretAdvice}`,
      ],
    ),
    [
      { baseUrl: '[https://planner:PA55@planning.example.com]' },
      '7:14 projects[0].baseUrl: the value is not a web address. Start it with https:// (http:// on this machine), and leave out the region. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
    ],
    ...['/gb/v1', '/AU/v1/', '/planning/gb/v1/projects'].map((path): [Record<string, string>, string] => [
      { baseUrl: `https://planning.example.com${path}` },
      `7:14 projects[0].baseUrl: "https://planning.example.com${path}" contains the region. Write the address before it.`,
    ]),
    [
      { logo: 'logo.gif' },
      '9:11 projects[0].logo: "logo.gif" is not a PNG or JPEG file. Give the path of one, relative to this file.',
    ],
    [
      { apiKey: '{ enviroment: A }' },
      `8:15 projects[0].apiKey: unknown property. Use env, secret (with or without property), both, or token, such as { env: PLANNING_API_KEY }. ${secretAdvice}`,
    ],
    [
      { apiKey: '{ Zk3-9f86d081 }' },
      `8:15 projects[0].apiKey: unknown property. Use env, secret (with or without property), both, or token, such as { env: PLANNING_API_KEY }. ${secretAdvice}`,
    ],
    [
      { apiKey: '{ token: { clientId: { env: A }, clientSecret: { Zk3-9f86d081 } } }' },
      `8:62 projects[0].apiKey.token.clientSecret: unknown property. Use env, secret (with or without property) or both, such as { env: PLANNING_API_KEY }. ${secretAdvice}`,
    ],
    [
      { apiKey: '{ env: A, token: B }' },
      `8:13 projects[0].apiKey: combines properties that exclude each other. Write { env: … } or { env: …, secret: … } or { secret: … } or { token: … }. ${secretAdvice}`,
    ],
    [
      { apiKey: '{ token: { clientId: { env: A } } }' },
      '8:22 projects[0].apiKey.token.clientSecret: is missing. Use env, secret (with or without property) or both, such as { env: PLANNING_API_KEY }.',
    ],
  ])('of a project is reported with its place: %j', async (change, line) => {
    expect(await ofProject(change)).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  });

  it('is never repeated if it may be a pasted key', async () => {
    for (const apiKey of [
      'sk-live-0123456789',
      '{ env: sk-live-0123456789 }',
      '{ env: 0123456789 }',
      '{ secret: "sk live 0123456789" }',
    ]) {
      const lines = await ofProject({ apiKey });
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toContain('0123456789');
    }
  });

  it.each([
    ['apiKey', '{ env: $KEY }'],
    ['apiKey', '{ secret: lookahead/$KEY }'],
    ['apiKey', '{ secret: lookahead/riverside, property: $KEY }'],
    ['apiKey', '{ env: PLANNING_API_KEY, secret: $KEY }'],
    ['apiKey.token.clientSecret', '{ token: { clientId: { env: A }, clientSecret: { env: $KEY } } }'],
  ])('is refused without being repeated if it is a key in place of a name: %s, %s', async (path, apiKey) => {
    for (const key of pastedKeys) {
      const lines = await ofProject({ apiKey: apiKey.replace('$KEY', key) });
      expect(lines).toEqual([expect.stringContaining(`projects[0].${path}`)]);
      expect(lines.join()).toMatch(
        / the value looks like a key\. Write text\. .*No key or password belongs in this file: name the/,
      );
      expect(lines.join()).not.toContain(key);
    }
  });

  it.each([
    'sk live 0123456789',
    '0123456789',
    '{ env: sk-0123456789 }',
    '{ value: sk-0123456789 }',
    '[sk-0123456789]',
    '{ secret: sk live 0123456789 }',
    '{ secret: lookahead, property: sk live 0123456789 }',
    '{ token: sk-0123456789 }',
    '{ token: { clientId: { env: A }, clientSecret: sk-0123456789 } }',
    '{ token: { clientId: sk-0123456789, clientSecret: { env: A } } }',
  ])(
    'is refused, with the place where a key belongs, if it is a key written as apiKey: %s',
    async (apiKey) => {
      const lines = await ofProject({ apiKey });
      expect(lines).toEqual([expect.stringContaining(secretAdvice)]);
      expect(lines.join()).not.toContain('0123456789');
    },
  );

  it('is never repeated if it is a key that was pasted anywhere else', async () => {
    for (const key of pastedKeys) {
      for (const change of [
        { key },
        { region: key },
        { timeZone: key },
        { holidays: key },
        { apiKey: `{ ${key}: true }` },
      ]) {
        const lines = await ofProject(change);
        expect(lines).not.toEqual([]);
        expect(lines.join()).not.toContain(key);
      }
    }
  });

  it.each(["' '", '"\\u200b"'])('is refused if it is the blank name %s', async (name) => {
    expect(await ofProject({ name })).toEqual([expect.stringMatching(/ is blank\. Write a name of letters/)]);
  });

  it.each(['Asia/Calcutta', 'UTC', 'Australia/Lord_Howe'])(
    'is not reported for the valid time zone %s',
    async (timeZone) => {
      expect(await ofProject({ timeZone })).toEqual([]);
    },
  );

  it('is reported for more than 50 recipients of one message', async () => {
    const some = (count: number, at: string) =>
      `[${Array.from({ length: count }, (_, index) => `p${index}@${at}`).join(', ')}]`;
    expect(await ofReport({ to: some(51, 'a.com') })).toEqual([
      '14:9 reports[0].to: has too many addresses. A message can go to at most 50: use a distribution list.',
    ]);
    expect(await ofReport({ to: some(30, 'a.com'), cc: some(21, 'b.com') })).toEqual([
      '14:9 reports[0].to: to and cc together have 51 addresses. A message can go to at most 50: use a distribution list.',
    ]);
    expect(await ofReport({ to: some(30, 'a.com'), cc: some(20, 'b.com') })).toEqual([]);
  });
});

describe('a group of properties', () => {
  it.each([
    ['mail: on', 'mail: the value is invalid: expected object, received string. Write { smtp: … }.'],
    [
      'mail: { smtp: x }',
      'mail.smtp: the value is invalid: expected object, received string. Write { host: … }.',
    ],
    [
      'deployment: { stages: { uk: eu-west-2 } }',
      'deployment.stages.uk: "eu-west-2" is invalid: expected object, received string. Write { awsRegion: …, regions: … }. A deployment to AWS.',
    ],
    [
      'deployment: { stages: [uk] }',
      'deployment.stages: is invalid: expected record, received array. Write { name: … }. Deployments to AWS, by name.',
    ],
    [
      'deployment: { machine: 8080 }',
      'deployment.machine: 8080 is invalid: expected object, received number. Write { url: …, host: …, port: …, linkDays: …, workers: …, workerMemoryMB: …, planning: … }. The machine on which `start` runs.',
    ],
    [
      'deployment:',
      'deployment: has no value. Write { stages: …, tags: …, budget: …, machine: … } after the colon, or remove the line.',
    ],
  ])('is listed in the error if it was given another value: %s', async (text, line) => {
    expect(await linesOf(`${aConfigurationText()}${text}\n`)).toEqual([expect.stringContaining(line)]);
  });

  it('can also be an entry of a list', async () => {
    expect(await linesOf('from: a@example.com\nprojects: [riverside]\nreports: []\n')).toContain(
      '2:12 projects[0]: "riverside" is invalid: expected object, received string. Write { key: …, name: …, region: …, projectId: …, timeZone: …, baseUrl: …, apiKey: … }.',
    );
  });
});

describe('the servers of one machine', () => {
  const ofMachine = (settings: string) =>
    linesOf(`${aConfigurationText()}deployment: { machine: ${settings} }\n`);

  it.each([
    ['{ planning: { data: data, port: 8080 } }', '16:56', 8080],
    ['{ port: 8787, planning: { data: data } }', '16:48', 8787],
  ])('do not listen on the same port: %s', async (settings, place, port) => {
    expect(await ofMachine(settings)).toEqual([
      `${place} deployment.machine.planning.port: ${port} is the port of links too, deployment.machine.port. Give each its own.`,
    ]);
  });

  it('may listen on any free ports', async () => {
    expect(await ofMachine('{ port: 0, planning: { data: data, port: 0 } }')).toEqual([]);
  });

  it('have an address without a password, which links would show', async () => {
    expect(await ofMachine('{ url: "https://planner:PA55@x.example.com" }')).toEqual([
      `16:31 deployment.machine.url: the value contains a user name, a password, a query or a fragment. Write the address alone, such as https://planning.example.com. ${secretAdvice}`,
    ]);
  });
});

describe('several entries', () => {
  it('with the same key are reported, unless mistakes of the schema, such as a capital letter, are reported first', async () => {
    const linesFor = (key: string) =>
      linesOf(
        aConfigurationText({
          projects: [riverside, { ...riverside, projectId: 'other' }],
          reports: [weekly, { ...weekly, key }],
        }),
      );
    expect(await linesFor('Weekly')).toEqual([
      expect.stringContaining('reports[1].key: "Weekly" is not a valid key.'),
    ]);
    expect(await linesFor('all')).toContainEqual(
      expect.stringContaining(
        'reports[1].key: "all" is reserved: with it, requests name all reports of a project.',
      ),
    );
    expect(await linesFor('weekly')).toEqual([
      '9:10 projects[1].key: "riverside" is already the key of projects[0]. Give each a different key.',
      expect.stringContaining('reports[1].key: "weekly" is already the key of reports[0].'),
    ]);
  });

  it('that name one project under two keys are reported', async () => {
    const projects = [riverside, { ...riverside, key: 'harbour', baseUrl: 'https://planning.example.com/' }];
    expect(await linesOf(aConfigurationText({ projects }))).toEqual([
      '12:16 projects[1].projectId: "riverside-tower" in gb is already configured as projects[0]. Correct the id, or remove one of the two entries.',
    ]);
  });

  it('that do not fit the schema are all reported at once, in the order of the file', async () => {
    const lines = await linesOf(`from: nobody
projects:
  - key: riverside
reports:
  - key: weekly
    weeks: 7
    colour: red
`);
    expect(lines).toEqual([
      '1:7 from: "nobody" is not an e-mail address. Write the address alone, such as site.office@example.com.',
      '3:5 projects[0].name: is missing. Add it: text. Name on the sheets.',
      '3:5 projects[0].region: is missing. Add it: gb or au. Its region in the planning service.',
      '3:5 projects[0].projectId: is missing. Add it: text. Its id in the planning service. Put numbers in quotes.',
      '3:5 projects[0].timeZone: is missing. Add it: text. IANA time zone of the site, such as Europe/London.',
      '3:5 projects[0].baseUrl: is missing. Start it with https:// (http:// on this machine), and leave out the region.',
      expect.stringMatching(
        /^3:5 projects\[0\]\.apiKey: is missing\. Use env, secret \(with or without property\), both, or token/,
      ),
      '5:5 reports[0].name: is missing. Add it: text. Name in the subject of its messages.',
      '5:5 reports[0].to: is missing. Add it: a list. Recipients.',
      '5:5 reports[0].contact: is missing. Add it: text. Whom readers ask, and who is notified of what fails.',
      '6:12 reports[0].weeks: 7 is invalid: expected number to be <=6. Write a whole number. Weeks of the window, 1 to 6.',
      '7:5 reports[0].colour: unknown property. Use one of key, name, projects, shifts, weeks, starts, filters, groupBy, pages, qr, paper, sheets, detail, includeOverdue, readiness, pull, when, to, cc, replyTo, audiences, answers, sendWhen, onAmbiguous, deliverWithin, contact.',
    ]);
  });
});

describe('a schedule', () => {
  const whenForms =
    "Write when: { cron: '0 14 * * FRI' }, or for a report after each import when: { onImport: true, atLatest: '0 14 * * FRI' }.";
  const example = 'Write minute, hour, day of month, month and day of week, such as "0 14 * * FRI".';
  it.each([
    ['0 25 * * *', `"0 25 * * *" is not a valid schedule (Invalid value for hour: 25). ${example}`],
    ['0 9 32 * *', `"0 9 32 * *" is not a valid schedule (Invalid value for day: 32). ${example}`],
    ['0 9 0 * *', `"0 9 0 * *" is not a valid schedule (Invalid value for day: 0). ${example}`],
    ['0 9 1 13 *', `"0 9 1 13 *" is not a valid schedule (Invalid value for month: 13). ${example}`],
    ['@weekly', `"@weekly" has 1 field, and a schedule has 5. ${example}`],
    ['0 14 15W * *', `"0 14 15W * *" has "15W", which is not supported. ${example}`],
    [
      '*/5 * * * *',
      '"*/5 * * * *" would send a report every few minutes. Give the minute as a number, such as "0 14 * * FRI".',
    ],
    [
      '0 14 1 * FRI',
      '"0 14 1 * FRI" restricts both the day of month and the day of week, which cron and EventBridge read differently. Set one of the two to *, or make two reports.',
    ],
  ])('is refused if it is %s', async (cron, message) => {
    expect(await ofReport({ when: `{ cron: "${cron}" }` })).toEqual([
      `13:19 reports[0].when.cron: ${message}`,
    ]);
  });

  it.each([
    '0 14 * * FRI',
    '0 14 * * WED',
    '30 6 ? * MON-FRI',
    '0 6 1 * ?',
    '0 6 L * *',
    '15 7,15 * * 1',
    '0 9 * * FRI#2',
    '0 3 * * SUN',
    '0 * * * *',
    '0,30 * * * *',
    '30 1,13 * * *',
  ])('is valid if it is %s', async (cron) => {
    expect(await ofReport({ when: `{ cron: "${cron}" }` })).toEqual([]);
  });

  it('may be the arrival of a new version, with a latest time', async () => {
    expect(await ofReport({ when: '{ onImport: true, atLatest: "0 14 * * FRI" }' })).toEqual([]);
  });

  it.each([
    '{}',
    '{ onImport: true }',
    '{ atLatest: "0 14 * * FRI" }',
    '{ timeZone: Europe/London }',
    '{ onImport: true, cron: "0 14 * * FRI" }',
    '{ cron: "0 14 * * FRI", atLatest: "0 15 * * FRI" }',
  ])('must be either a cron or the arrival of a version: %s', async (when) => {
    expect(await ofReport({ when })).toEqual([
      `13:11 reports[0].when: must have either cron, or onImport: true and atLatest. ${whenForms}`,
    ]);
  });

  it.each([
    ['[0 14 * * FRI]', 'is invalid'],
    ['', 'has no value'],
  ])('must not be bare text: %s', async (when, problem) => {
    expect(await ofReport({ when })).toEqual([`13:11 reports[0].when: ${problem}. ${whenForms}`]);
  });

  it('is reported with the place atLatest if that time is wrong', async () => {
    expect(await ofReport({ when: '{ onImport: true, atLatest: "0 14 30 2 *" }' })).toEqual([
      '13:39 reports[0].when.atLatest: "0 14 30 2 *" never occurs. Check the day of month and the month.',
    ]);
  });

  it('is checked in its own time zone, otherwise in that of each of its projects', async () => {
    const harbour = { ...riverside, key: 'harbour', projectId: 'harbour-quay', timeZone: 'Australia/Sydney' };
    const linesFor = (report: Record<string, string>) =>
      linesOf(aConfigurationText({ projects: [riverside, harbour], reports: [{ ...weekly, ...report }] }));
    expect(await linesFor({ when: '{ cron: "30 2 * * SUN" }' })).toEqual([
      expect.stringContaining('Sun 4 Oct 2026 02:30 does not exist in Australia/Sydney'),
    ]);
    expect(await linesFor({ when: '{ cron: "30 2 * * SUN", timeZone: Europe/London }' })).toEqual([]);
    expect(await linesFor({ when: '{ cron: "30 2 * * SUN" }', projects: '[riverside]' })).toEqual([]);
  });
});

describe('a configuration with more problems than are shown', () => {
  const each = Array.from({ length: deep ? 1_200 : 120 }, (_, index) => index);
  const projects = (change: (index: number) => Record<string, string>) =>
    aConfigurationText({ projects: each.map((index) => ({ ...riverside, ...change(index) })) });

  it.each([
    ['unknown properties', `${aConfigurationText()}${each.map((n) => `tmeZone${n}: 1\n`).join('')}`],
    ['repeated properties', `${aConfigurationText()}${'from: x\n'.repeat(each.length)}`],
    ['undefined aliases', `${aConfigurationText()}x: [${each.map((n) => `*a${n}`).join(', ')}]\n`],
    ['wrong values', projects((n) => ({ key: `k${n}`, projectId: `p${n}`, region: 'uk' }))],
    ['the same id', projects((n) => ({ key: `k${n}` }))],
    ['the same key', projects((n) => ({ projectId: `p${n}` }))],
    [
      'unknown projects',
      aConfigurationText({ reports: [{ ...weekly, projects: `[${each.map((n) => `river${n}`)}]` }] }),
    ],
    [
      'unknown properties in a choice',
      aConfigurationText({
        reports: [{ ...weekly, when: `{ ${each.map((n) => `cro${n}: x`).join(', ')} }` }],
      }),
    ],
  ])('has an error with the first problems and the number of the others: %s', async (_, text) => {
    const error: unknown = await load(text).catch((reason: unknown) => reason);
    if (!(error instanceof ConfigurationError)) throw new Error('It was loaded.', { cause: error });
    const lines = error.message.split('\n');
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)).toMatch(
      deep ? /lookahead\.yaml: and 1,1\d\d more problems$/ : /lookahead\.yaml: and [78]\d more problems$/,
    );
    expect(error.problems).toHaveLength(40);
  });

  it('is refused with one problem if its lists are nested too deeply', async () => {
    const lines = await linesOf(`from: ${'['.repeat(10_000)}`);
    expect(lines).toEqual([
      expect.stringContaining('not valid YAML: Maximum call stack size exceeded. Use fewer levels'),
    ]);
  });
});
