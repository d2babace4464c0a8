/**
 * What `lookahead.yaml` may say: the one schema that the laptop, the functions and the deployment validate by,
 * and from which `lookahead.schema.json` is generated for editors.
 *
 * A message of its own here reads 'what is wrong. What to do.'; `explain-issue.ts` puts the value before it.
 */
import * as z from 'zod/mini';
import { readCron } from './cron.ts';
import { described } from './fields.ts';
import { keySource } from './key-source.ts';
import { timeZoneProblem } from './time-zone.ts';

/** SES takes no more in one message, to and cc together. */
export const maxRecipients = 50;

const someText = z.string().check(z.minLength(1));

/** Names stand in subjects, file names and cells, so they are one line of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses; spelled so that it also holds as a JSON Schema pattern, with or without the u flag.
const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
const isOneLine = z.regex(
  oneLine,
  'contains a line break or another control character. Write the name on one line of plain text.',
);

const key = described(
  z
    .string()
    .check(
      z.regex(
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        'is no key. Use 1 to 40 lower-case letters, digits and hyphens, beginning with a letter or digit.',
      ),
    ),
  'Short name used in storage keys and on the command line: lower-case letters, digits, hyphens.',
);

export const address = described(
  z
    .email('is no e-mail address. Write it alone, such as site.office@example.com.')
    .check(z.maxLength(254, 'is longer than the 254 characters an e-mail address may have. Check it.')),
  'An e-mail address.',
);
const addresses = z
  .array(address)
  .check(
    z.maxLength(
      maxRecipients,
      `has too many addresses. A message goes to at most ${maxRecipients}; use a distribution list.`,
    ),
  );
const recipients = addresses.check(z.minLength(1, 'has no recipients. Give at least one address.'));

const title = z.string().check(z.minLength(1), z.maxLength(120), isOneLine);
const names = z
  .array(described(z.string().check(z.minLength(1), isOneLine), 'A name or an id.'))
  .check(z.minLength(1, 'is empty. Name at least one, or leave the list out.'));

const timeZone = someText.check(
  z.superRefine((name, context) => {
    const problem = timeZoneProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, params: problem });
  }),
);

/** The key travels in a header of every request, so plain HTTP is for this machine only. */
function isSafeBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const url = new URL(text);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return (url.protocol === 'https:' || local) && url.username === '' && url.search === '' && url.hash === '';
}

const projectSchema = z.strictObject({
  key,
  name: described(title, 'As it stands on every sheet.'),
  region: described(z.enum(['gb', 'au']), 'The region of the planning service that holds the project.'),
  projectId: described(
    z.string().check(z.minLength(1), isOneLine),
    'The project identifier in the planning service. Put numbers in quotes.',
  ),
  timeZone: described(timeZone, 'IANA time zone of the site, such as Europe/London or Australia/Sydney.'),
  baseUrl: described(
    z
      .url({
        protocol: /^https?$/,
        error: 'is no web address. Write it with https://, and without the region.',
      })
      .check(
        z.refine(
          isSafeBaseUrl,
          'would send the key in clear, or carries a user name, a query or a fragment. Use https:// (http:// only for this machine) and the bare address.',
        ),
      ),
    'Address of the Planning Read API, without the region.',
  ),
  apiKey: keySource,
  logo: described(
    z.optional(
      z
        .string()
        .check(z.regex(/\.(?:png|jpe?g)$/i, 'is no PNG or JPEG file. Name one, relative to this file.')),
    ),
    'PNG or JPEG file for the top left of each sheet, relative to this file.',
  ),
});

const someNames = z.optional(names);
const filtersSchema = described(
  z.strictObject({
    subcontractors: described(someNames, 'Only tasks of these subcontractors.'),
    folders: described(someNames, 'Only tasks in these folders, by name, code, path or id.'),
    packages: described(someNames, 'Only tasks of these packages, by name, code or id.'),
    locations: described(someNames, 'Only tasks at these locations.'),
    calendars: described(someNames, 'Only tasks on these calendars.'),
    owners: described(someNames, 'Only tasks owned by these people, by name, address or id.'),
    assignees: described(someNames, 'Only tasks assigned to these people, by name, address or id.'),
  }),
  'Names or ids. Values of one list are alternatives; different lists all apply.',
);

const audienceSchema = described(
  z.strictObject({
    each: described(
      z.enum(['subcontractor', 'owner', 'assignee', 'location', 'folder']),
      'Whose tasks each cut holds.',
    ),
    to: described(
      z.optional(z.record(someText, recipients)),
      'Addresses by name or id. Owners and assignees not named here get theirs at their own address.',
    ),
  }),
  'A cut of the same report for each of them, with a workbook and a message of its own.',
);

const whenSchema = z.strictObject({
  cron: described(
    someText.check(
      z.superRefine((text, context) => {
        const read = readCron(text);
        if (read.kind === 'wrong') {
          context.addIssue({ code: 'custom', message: read.message, params: read });
        }
      }),
    ),
    'Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00. One of the two day fields must be *.',
  ),
  timeZone: described(z.optional(timeZone), "IANA time zone of the schedule; the project's own by default."),
});

/** The checks by name, as the plan makes them; a test holds this list and the plan's own equal. */
export const readinessCheckNames = [
  'predecessor-late',
  'predecessor-moved',
  'no-owner',
  'no-subcontractor',
  'no-location',
  'no-labour',
  'non-working-day',
  'shared-location',
  'material-without-daily-figures',
  'overdue',
] as const;

/** A test holds this list and the plan's own equal. */
export const shiftNames = ['day', 'afternoon', 'night', '24hr', 'none'] as const;

/** A whole number of weeks, with its default. */
function weeks(least: number, most: number, usual: number) {
  return z._default(z.int().check(z.gte(least), z.lte(most)), usual);
}

const reportSchema = z.strictObject({
  key,
  name: described(title, 'As it stands in the subject of the message.'),
  projects: described(
    z.optional(
      z
        .array(described(someText, 'Key of a project.'))
        .check(z.minLength(1, 'is empty. Name at least one project, or leave the list out for all.')),
    ),
    'Keys of projects; all by default.',
  ),
  shifts: described(
    z._default(
      z
        .array(z.enum(shiftNames))
        .check(z.minLength(1, 'is empty. Name at least one shift, or leave the list out for all.')),
      [...shiftNames],
    ),
    'Which shifts get a sheet; none is for tasks without a shift.',
  ),
  weeks: described(weeks(1, 6, 1), 'How many weeks the window covers, 1 to 6.'),
  starts: described(
    z._default(z.enum(['next-week', 'this-week']), 'next-week'),
    'next-week: the first Monday after the run. this-week: the Monday of the week of the run.',
  ),
  filters: z._default(filtersSchema, {}),
  groupBy: described(
    z._default(z.enum(['folder', 'subcontractor', 'location', 'owner', 'package']), 'folder'),
    'What the tasks of a sheet are grouped by.',
  ),
  paper: described(z._default(z.enum(['A3', 'A4']), 'A3'), 'The paper the sheets are laid out for.'),
  includeOverdue: described(
    z._default(z.boolean(), true),
    'Also list unfinished tasks from before the window.',
  ),
  readiness: described(
    z._default(
      z.strictObject({
        off: described(z._default(z.array(z.enum(readinessCheckNames)), []), 'Names of checks not to make.'),
      }),
      { off: [] },
    ),
    'Which of the readiness checks are made; all by default.',
  ),
  pull: described(
    z._default(
      z.strictObject({
        weeksBefore: described(weeks(0, 52, 8), 'Weeks before the window, 0 to 52.'),
        weeksAfter: described(weeks(0, 26, 4), 'Weeks after the window, 0 to 26.'),
      }),
      { weeksBefore: 8, weeksAfter: 4 },
    ),
    'How far around the window tasks are read for overdue work, predecessors and changes.',
  ),
  when: described(z.optional(whenSchema), 'Its schedule; without one it runs on demand only.'),
  to: described(recipients, 'Who the report goes to.'),
  cc: described(z._default(addresses, []), 'Who gets a copy.'),
  replyTo: described(z._default(addresses, []), 'Where answers go; to the sender by default.'),
  audiences: described(
    z._default(z.array(audienceSchema), []),
    'Cuts of the report for single subcontractors, people, locations or folders.',
  ),
  onEmpty: described(z._default(z.enum(['send', 'skip']), 'send'), 'What to do when the window has no task.'),
  onAmbiguous: described(
    z._default(z.enum(['resend', 'hold']), 'resend'),
    'When the answer to a send was lost: send again, marked "(resent)", or tell the contact.',
  ),
  contact: described(address, 'Who is told when a report could not be delivered, and whom readers ask.'),
});

export const configurationSchema = described(
  z.strictObject({
    $schema: described(z.optional(z.string()), 'Address of the JSON Schema, for editors.'),
    from: described(address, 'The address the messages come from.'),
    fromName: described(z.optional(title), 'The name beside that address, such as Lookahead.'),
    projects: described(
      z.array(projectSchema).check(z.minLength(1)),
      'The projects that reports can be made of.',
    ),
    reports: described(z.array(reportSchema).check(z.minLength(1)), 'The reports: of what, when, for whom.'),
  }),
  'Projects and lookahead reports.',
);

export type Configuration = z.infer<typeof configurationSchema>;
export type ProjectConfiguration = z.infer<typeof projectSchema>;
export type ReportConfiguration = z.infer<typeof reportSchema>;
