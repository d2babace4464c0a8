import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigurationError } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { aConfigurationText } from '../support/builders/a-configuration.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The number of a line in a valid configuration, its wrong text, and the problems: place, path, mistake and remedy. */
type Mistake = readonly [line: number, yaml: string, ...problems: string[]];

/**
 * The valid configuration has 15 lines. A line 16 is added at its end: to its only report if indented, else to the top
 * level.
 */
const mistakes: readonly Mistake[] = [
  [
    6,
    '\ttimeZone: Europe/London',
    '6:1: not valid YAML: Tabs are not allowed as indentation. Indent with spaces.',
  ],
  [
    6,
    '    timeZone Europe/London',
    '6:5: not valid YAML: Implicit keys need to be on a single line. Write a colon and a space after the name.',
  ],
  [
    6,
    '    timeZone:Europe/London',
    '6:5: not valid YAML: Implicit keys need to be on a single line. Write a colon and a space after the name.',
  ],
  [
    3,
    '    name: "Riverside Tower',
    '3:11: not valid YAML: Missing closing "quote. Align this with the lines around it, or add a missing quote, bracket, colon or comma.',
  ],
  [
    14,
    '    to: [works.manager@example.com',
    '14:9: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. Align this with the lines around it, or add a missing quote, bracket, colon or comma.',
  ],
  [
    6,
    '      timeZone: Europe/London',
    '5:16: not valid YAML: Nested mappings are not allowed in compact mappings. Put a value that contains ": " in quotes, write a space after -, and align the next line.',
  ],
  [
    3,
    '    name: Phase 2: Tower',
    '3:11: not valid YAML: Nested mappings are not allowed in compact mappings. Put a value that contains ": " in quotes, write a space after -, and align the next line.',
  ],
  [
    16,
    'fromName: @Lookahead',
    '16:11: not valid YAML: Plain value cannot start with reserved character @. Put the value in quotes.',
  ],
  [
    16,
    'fromName: "C:\\logo"',
    '16:14: not valid YAML: Invalid escape sequence \\l. Put the text in single quotes.',
  ],
  [
    7,
    '    baseUrl: https://planning.example.com\n    baseUrl: https://planning.example.com',
    '8:5: not valid YAML: Map keys must be unique. Remove or rename one.',
  ],
  [
    14,
    '    to: *everyone',
    '14:9: not valid YAML: no anchor before it has this name. Define it first, or put a text that starts with * in quotes.',
  ],
  [16, 'fromNam: Lookahead', '16:1 fromNam: unknown property. Did you mean fromName?'],
  [
    16,
    'colour: red',
    '16:1 colour: unknown property. Use one of $schema, from, fromName, projects, reports, answerNameDays, mail, deployment.',
  ],
  [
    8,
    '    apiKey: { env: PLANNING_API_KEY }\n    holiday: [2026-12-25]',
    '9:5 projects[0].holiday: unknown property. Did you mean holidays?',
  ],
  [
    15,
    '    contract: planner@example.com',
    '11:5 reports[0].contact: is missing. Add it: text. Whom readers ask, and who is notified of what fails.',
    '15:5 reports[0].contract: unknown property. Did you mean contact?',
  ],
  [
    16,
    '    filters: { folder: [Roof] }',
    '16:16 reports[0].filters.folder: unknown property. Did you mean folders?',
  ],
  [
    13,
    `    when: { chron: '0 14 * * FRI' }`,
    `13:11 reports[0].when: must have either cron, or onImport: true and atLatest. Write when: { cron: '0 14 * * FRI' }, or for a report after each import when: { onImport: true, atLatest: '0 14 * * FRI' }.`,
    '13:13 reports[0].when.chron: unknown property. Did you mean cron?',
  ],
  [
    16,
    '    audiences: [{ echa: owner, everyoneFound: true }]',
    '16:17 reports[0].audiences[0].each: is missing. Add it: subcontractor or owner or assignee or location or folder. What to split by: each cut has the tasks of one of these.',
    '16:19 reports[0].audiences[0].echa: unknown property. Did you mean each?',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], maxConcurency: 5 }',
    '18:48 deployment.stages.uk.maxConcurency: unknown property. Did you mean maxConcurrency?',
  ],
  [
    8,
    '    apiKey: { ENV: PLANNING_API_KEY }',
    '8:15 projects[0].apiKey: unknown property. Did you mean env? No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
  ],
  [
    16,
    '    weeks: two',
    '16:12 reports[0].weeks: "two" is invalid: expected number, received string. Write a whole number. Weeks of the window, 1 to 6.',
  ],
  [
    16,
    '    weeks: "2"',
    '16:12 reports[0].weeks: "2" is invalid: expected number, received string. Write a whole number. Weeks of the window, 1 to 6.',
  ],
  [
    15,
    '    contact: [planner@example.com]',
    '15:14 reports[0].contact: is invalid: expected string, received array. Write text. Whom readers ask, and who is notified of what fails.',
  ],
  [
    15,
    '    contact:',
    '15:13 reports[0].contact: has no value. Write text after the colon, or remove the line.',
  ],
  [
    3,
    `    name: ''`,
    '3:11 projects[0].name: "" is invalid: expected string to have >=1 characters. Write text. Name on the sheets.',
  ],
  [
    3,
    '    name:\u00a0Riverside',
    '3:5: not valid YAML: Implicit keys need to be on a single line. A blank, colon or dash near here is not the plain one, but as Word writes it: type it again.',
  ],
  [
    14,
    '  – to: [works.manager@example.com]',
    '14:1: not valid YAML: All mapping items must start at the same column. A blank, colon or dash near here is not the plain one, but as Word writes it: type it again.',
  ],
  [
    14,
    '    to: works.manager@example.com',
    '14:9 reports[0].to: "works.manager@example.com" is invalid: expected array, received string. Write a list: [works.manager@example.com].',
  ],
  [
    14,
    '    to: works.manager@example.com; site.office@example.com; buyer@example.com',
    '14:9 reports[0].to: "works.manager@example.com; site.office@example.com; buye…" is invalid: expected array, received string. Write a list: [works.manager@example.com, site.office@example.com, buyer@example.com].',
  ],
  [
    16,
    '    audiences: { each: owner, everyoneFound: true }',
    '16:16 reports[0].audiences: is invalid: expected array, received object. Write a list. Cuts of the report, such as one for each subcontractor.',
  ],
  [
    16,
    '    includeOverdue: no',
    '16:21 reports[0].includeOverdue: "no" is invalid: expected boolean, received string. Write true or false. Also list unfinished tasks from before the window.',
  ],
  [
    16,
    '    sheets: wall',
    '16:13 reports[0].sheets: "wall" is invalid: expected object, received string. Write { off: …, print: … }. Sheets of the workbook.',
  ],
  [
    10,
    'raports:',
    '1:1 reports: is missing. Add it: a list. The reports: what goes to whom, and when.',
    '10:1 raports: unknown property. Did you mean reports?',
  ],
  [
    5,
    '    # projectId',
    '2:5 projects[0].projectId: is missing. Add it: text. Its id in the planning service. Put numbers in quotes.',
  ],
  [
    6,
    '    timeZone: Europe/Londn',
    '6:15 projects[0].timeZone: "Europe/Londn" is not an IANA time zone. Did you mean Europe/London? Use the name of a place, such as Europe/London or Australia/Sydney.',
  ],
  [
    6,
    `    timeZone: '+01:00'`,
    '6:15 projects[0].timeZone: "+01:00" is an offset, which does not follow daylight saving time. Use the name of a place, such as Europe/London or Australia/Sydney.',
  ],
  [
    13,
    `    when: { cron: '0 14 * *' }`,
    '13:19 reports[0].when.cron: "0 14 * *" has 4 fields, and a schedule has 5. Write minute, hour, day of month, month and day of week, such as "0 14 * * FRI".',
  ],
  [
    13,
    '    when: 0 14 * * FRI',
    `13:11 reports[0].when: "0 14 * * FRI" is invalid. Write when: { cron: '0 14 * * FRI' }, or for a report after each import when: { onImport: true, atLatest: '0 14 * * FRI' }.`,
  ],
  [
    13,
    `    when: { cron: '0 14 30 2 *' }`,
    '13:19 reports[0].when.cron: "0 14 30 2 *" never occurs. Check the day of month and the month.',
  ],
  [
    13,
    `    when: { cron: '30 1 * * SUN' }`,
    '13:19 reports[0].when.cron: Sun 29 Mar 2026 01:30 does not exist in Europe/London, because the clocks go forward then, and that run would be lost. Choose a time before 01:00 or from 02:00.',
  ],
  [
    14,
    `    to: ['Joe <joe@example.com>']`,
    '14:10 reports[0].to[0]: "Joe <joe@example.com>" is not an e-mail address. Write the address alone, such as site.office@example.com.',
  ],
  [14, '    to: []', '14:9 reports[0].to: has no recipients. Add at least one address.'],
  [
    16,
    '    audiences: [{ each: subcontractor }]',
    '16:17 reports[0].audiences[0]: this audience has no recipient. Give the addresses in to, by name.',
  ],
  [
    8,
    `    apiKey: { env: PLANNING_API_KEY }
  - { key: riverside, name: Harbour, region: gb, projectId: harbour, timeZone: Europe/London, baseUrl: 'https://planning.example.com', apiKey: { env: A } }`,
    '9:12 projects[1].key: "riverside" is already the key of projects[0]. Give each a different key.',
  ],
  [
    16,
    '  - { key: weekly, name: W, to: [a@example.com], contact: a@example.com }',
    '16:12 reports[1].key: "weekly" is already the key of reports[0]. Give each a different key.',
  ],
  [
    8,
    `    apiKey: { env: PLANNING_API_KEY }
  - { key: harbour, name: Harbour, region: gb, projectId: riverside-tower, timeZone: Europe/London, baseUrl: 'https://planning.example.com', apiKey: { env: A } }`,
    '9:59 projects[1].projectId: "riverside-tower" in gb is already configured as projects[0]. Correct the id, or remove one of the two entries.',
  ],
  [
    16,
    '    projects: [riversid]',
    '16:16 reports[0].projects[0]: there is no project "riversid". Did you mean riverside?',
  ],
  [
    16,
    '    projects: [station]',
    '16:16 reports[0].projects[0]: there is no project "station". Use one of riverside.',
  ],
  [
    5,
    '    projectId: 0123',
    '5:16 projects[0].projectId: 0123 is read as a number. Put it in quotes: "0123".',
  ],
  [3, '    name: true', '3:11 projects[0].name: true is read as a boolean. Put it in quotes: "true".'],
  [
    2,
    '  - key: River Side',
    '2:10 projects[0].key: "River Side" is not a valid key. Use 1 to 40 lower-case letters, digits and hyphens, starting with a letter or digit.',
  ],
  [
    8,
    '    apiKey: { env: PLANNING_API_KEY }\n    holidays: [2026-12-32]',
    '9:16 projects[0].holidays[0]: "2026-12-32" is not a date or a range of dates. Write 2026-12-25, or 2026-12-28..2027-01-01 for at most 60 days.',
  ],
  [
    8,
    '    apiKey: { env: PLANNING_API_KEY }\n    holidays: [2027-01-01..2026-12-25]',
    '9:16 projects[0].holidays[0]: "2027-01-01..2026-12-25" is not a date or a range of dates. Write 2026-12-25, or 2026-12-28..2027-01-01 for at most 60 days.',
  ],
  [
    8,
    '    apiKey: { env: PLANNING_API_KEY }\n    shifts: { day: 7:00-15:30 }',
    '9:20 projects[0].shifts.day: "7:00-15:30" is not a range of hours. Write 07:00-15:30, or 21:00-05:00 for a shift that ends the next morning.',
  ],
  [
    7,
    '    baseUrl: planning.example.com',
    '7:14 projects[0].baseUrl: "planning.example.com" is not a web address. Start it with https:// (http:// on this machine), and leave out the region.',
  ],
  [
    7,
    '    baseUrl: https://planning.example.com/gb/v1',
    '7:14 projects[0].baseUrl: "https://planning.example.com/gb/v1" contains the region. Write the address before it.',
  ],
  [
    4,
    '    region: GB',
    '4:13 projects[0].region: "GB" is invalid: expected one of "gb"|"au". Did you mean gb?',
  ],
  [
    4,
    '    region:',
    '4:12 projects[0].region: has no value. Write gb or au after the colon, or remove the line.',
  ],
  [
    8,
    '    apiKey: sk-live-0123456789',
    '8:13 projects[0].apiKey: the value is invalid. Use env, secret (with or without property), both, or token, such as { env: PLANNING_API_KEY }. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
  ],
  [
    16,
    'mail: { smtp: { port: 587 } }',
    '16:15 mail.smtp.host: is missing. Add it: text. Name of the server, as in its certificate.',
  ],
  [
    16,
    'mail: { smtp: { host: a.example.com, user: u, password: { env: hunter-2-secret } } }',
    '16:64 mail.smtp.password.env: the value is not a name of an environment variable. Use letters, digits and underscores, without $. No key or password belongs in this file: name the variable that holds it, and replace one that was written here.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], identity: { domain: example.org } }',
    '18:68 deployment.stages.uk.identity.domain: the sender lookahead@example.com does not belong to example.org. Name example.com or a domain above it, or correct from.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], identity: example.com }',
    '18:58 deployment.stages.uk.identity: "example.com" is invalid. Use one of { domain: example.com }, { address: lookahead@example.com }, { existing: example.com }.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], identity: { domain: example.com, mailFrom: bounce.example.org } }',
    '18:91 deployment.stages.uk.identity.mailFrom: bounce.example.org is not a subdomain of example.com, which SES requires. Use a name below it that nothing else uses, such as bounce.example.com.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], retention: { workbookDays: 20 } }',
    '18:75 deployment.stages.uk.retention.workbookDays: 20 is not between linkDays (30) and issueDays (2557). Use 30 or more, so that no link outlives its workbook, and 2557 or less, when the whole issue is removed.',
  ],
  [
    16,
    `deployment:
  stages:
    uk: { awsRegion: eu-west-2, regions: [gb], links: { domain: l.example.com, certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1a2b3c4d' } }`,
    '18:93 deployment.stages.uk.links.certificate: it is in us-east-1, and the stage is in eu-west-2. Name one in eu-west-2.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], schedules: on }\n    test: { awsRegion: eu-west-1, regions: [gb], schedules: on }',
    '19:61 deployment.stages.test.schedules: the stages uk and test both serve gb on schedule, so everyone would get each report twice. Turn the schedules of one of them off.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], bucket: left-over }\n    test: { awsRegion: eu-west-1, regions: [gb], bucket: left-over }',
    '19:58 deployment.stages.test.bucket: left-over is the bucket of the stage uk, and each would take the other’s reports for its own. Name another bucket, or none for a new one.',
  ],
  [
    16,
    'deployment:\n  stages:\n    uk: { awsRegion: eu-west-2, regions: [gb], schedules: on, allowedDomains: [site.example.com] }',
    '14:10 reports[0].to[0]: works.manager@example.com is not in a domain that the stage uk may mail to. Correct the address, or add its domain to deployment.stages.uk.allowedDomains.',
    '15:14 reports[0].contact: planner@example.com is not in a domain that the stage uk may mail to. Correct the address, or add its domain to deployment.stages.uk.allowedDomains.',
  ],
  [
    16,
    '    readiness: { off: [predecessor-late] }',
    '16:24 reports[0].readiness.off[0]: "predecessor-late" is invalid. Remove it: that a predecessor is too late is a constraint and cannot be switched off.',
  ],
  [
    16,
    '    sheets: { off: [labour] }',
    '16:21 reports[0].sheets.off[0]: "labour" is invalid. Write resources: people and plant are one sheet.',
  ],
  [
    16,
    '    sheets: { print: Tasks }',
    '16:22 reports[0].sheets.print: "Tasks" is invalid. Did you mean tasks?',
  ],
  [
    16,
    '    weeks: 9',
    '16:12 reports[0].weeks: 9 is invalid: expected number to be <=6. Write a whole number. Weeks of the window, 1 to 6.',
  ],
  [
    16,
    '    weeks: 0',
    '16:12 reports[0].weeks: 0 is invalid: expected number to be >=1. Write a whole number. Weeks of the window, 1 to 6.',
  ],
  [
    16,
    '    audiences: [{ each: owner, everyoneFound: true }]\n    answers: { until: 7am Monday }',
    '17:23 reports[0].answers.until: "7am Monday" is not a day and a time. Write FRI, SAT or SUN before the first week, or MON to THU in it, then the time: MON 07:00.',
  ],
  [
    16,
    '    audiences: [{ each: owner, everyoneFound: true }]\n    answers: { remind: TUE 07:00 }',
    '17:24 reports[0].answers.remind: is not before the answers close, MON 07:00. Choose an earlier time.',
  ],
  [
    16,
    '    filters: { statuses: [block] }',
    '16:27 reports[0].filters.statuses[0]: "block" is invalid: expected one of "backlog"|"planned"|"promised"|"started"|"complete"|"delayed"|"blocked"|"cancelled"|"other". Did you mean blocked?',
  ],
  [
    16,
    '    filters: { keyTasks: false }',
    '16:26 reports[0].filters.keyTasks: false is invalid: expected true. Write true. True: key tasks only.',
  ],
];

it.each(mistakes.map(([line, yaml, ...problems]) => ({ line, yaml, problems })))(
  'a mistake in line $line is reported: $yaml',
  async ({ line, yaml, problems }) => {
    const lines = aConfigurationText().trimEnd().split('\n');
    lines[line - 1] = yaml;
    const file = join(await temporaryDirectory(), 'lookahead.yaml');
    await writeFile(file, `${lines.join('\n')}\n`);
    const error: unknown = await loadConfiguration(file).catch((reason: unknown) => reason);
    if (!(error instanceof ConfigurationError)) throw new Error('It was loaded.', { cause: error });
    expect(error.message.replaceAll(`${file}:`, '').split('\n')).toEqual(problems);
  },
);
