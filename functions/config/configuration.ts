/**
 * What `lookahead.yaml` may say: the one schema that the laptop, the functions and the deployment validate by,
 * and from which `lookahead.schema.json` is generated for editors.
 *
 * A message of its own here reads 'what is wrong. What to do.'; `explain-issue.ts` puts the value before it.
 */
import * as z from 'zod';
import { readCron } from './cron.ts';
import { timeZoneProblem } from './time-zone.ts';

/** SES takes no more in one message, to and cc together. */
export const maximumRecipients = 50;

/** Names stand in subjects, file names and cells, so they are one line of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses; spelled so that it also holds as a JSON Schema pattern, with or without the u flag.
const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;
const notOneLine =
  'contains a line break or another control character. Write the name on one line of plain text.';

const key = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'is no key. Use 1 to 40 lower-case letters, digits and hyphens, beginning with a letter or digit.',
  )
  .describe('Short name used in storage keys and on the command line: lower-case letters, digits, hyphens.');

const address = z
  .email('is no e-mail address. Write it alone, such as site.office@example.com.')
  .max(254, 'is longer than the 254 characters an e-mail address may have. Check it.')
  .describe('An e-mail address.');
const addresses = z
  .array(address)
  .max(
    maximumRecipients,
    `has too many addresses. A message goes to at most ${maximumRecipients}; use a distribution list.`,
  );

const title = z.string().min(1).max(120).regex(oneLine, notOneLine);
const names = z
  .array(z.string().min(1).regex(oneLine, notOneLine).describe('A name or an id.'))
  .min(1, 'is empty. Name at least one, or leave the list out.');

const timeZone = z
  .string()
  .min(1)
  .superRefine((name, context) => {
    const problem = timeZoneProblem(name);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, params: problem });
  });

const environmentVariable = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'is no name of an environment variable. Name the variable that holds the value, never the value itself.',
  )
  .describe('Name of the environment variable that holds it on a laptop.');
const secretName = z
  .string()
  .regex(
    /^[A-Za-z0-9/_+=.@-]{1,512}$/,
    'is no name of a secret. Use letters, digits and /_+=.@- as Secrets Manager does.',
  )
  .describe('Name of the Secrets Manager secret that holds it in the cloud.');

const secretReferences = [
  z.strictObject({ env: environmentVariable, secret: secretName.optional() }),
  z.strictObject({ secret: secretName }),
] as const;

const secretSource = z
  .union(secretReferences)
  .describe('Where a secret value is kept. The value itself never stands in this file.');

const keySource = z
  .union([
    ...secretReferences,
    z.strictObject({
      token: z
        .strictObject({ clientId: secretSource, clientSecret: secretSource })
        .describe('Fetch a token with a client id and secret, and renew it before it expires.'),
    }),
  ])
  .describe('Where the API key comes from: { env: NAME }, { secret: NAME }, both, or { token: … }.');

/** The key travels in a header of every request, so plain HTTP is for this machine only. */
function isSafeBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const url = new URL(text);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return (url.protocol === 'https:' || local) && url.username === '' && url.search === '' && url.hash === '';
}

const projectSchema = z.strictObject({
  key,
  name: title.describe('As it stands on every sheet.'),
  region: z.enum(['gb', 'au']).describe('The region of the planning service that holds the project.'),
  projectId: z
    .string()
    .min(1)
    .regex(oneLine, notOneLine)
    .describe('The project identifier in the planning service. Put numbers in quotes.'),
  timeZone: timeZone.describe('IANA time zone of the site, such as Europe/London or Australia/Sydney.'),
  baseUrl: z
    .url({
      protocol: /^https?$/,
      error: 'is no web address. Write it with https://, and without the region.',
    })
    .refine(
      isSafeBaseUrl,
      'would send the key in clear, or carries a user name, a query or a fragment. Use https:// (http:// only for this machine) and the bare address.',
    )
    .describe('Address of the Planning Read API, without the region.'),
  apiKey: keySource,
  logo: z
    .string()
    .regex(/\.(?:png|jpe?g)$/i, 'is no PNG or JPEG file. Name one, relative to this file.')
    .optional()
    .describe('PNG or JPEG file for the top left of each sheet, relative to this file.'),
});

const filtersSchema = z
  .strictObject({
    subcontractors: names.optional().describe('Only tasks of these subcontractors.'),
    folders: names.optional().describe('Only tasks in these folders, by name, code, path or id.'),
    packages: names.optional().describe('Only tasks of these packages, by name, code or id.'),
    locations: names.optional().describe('Only tasks at these locations.'),
    calendars: names.optional().describe('Only tasks on these calendars.'),
    owners: names.optional().describe('Only tasks owned by these people, by name, address or id.'),
    assignees: names.optional().describe('Only tasks assigned to these people, by name, address or id.'),
  })
  .describe('Names or ids. Values of one list are alternatives; different lists all apply.');

const audienceSchema = z
  .strictObject({
    each: z
      .enum(['subcontractor', 'owner', 'assignee', 'location', 'folder'])
      .describe('Whose tasks each cut holds.'),
    to: z
      .record(z.string().min(1), addresses.min(1, 'has no recipients. Give at least one address.'))
      .optional()
      .describe(
        'Addresses by name or id. Owners and assignees not named here get theirs at their own address.',
      ),
  })
  .describe('A cut of the same report for each of them, with a workbook and a message of its own.');

const whenSchema = z.strictObject({
  cron: z
    .string()
    .min(1)
    .superRefine((text, context) => {
      const read = readCron(text);
      if (read.kind === 'wrong') {
        context.addIssue({ code: 'custom', message: read.message, params: read });
      }
    })
    .describe(
      'Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00. One of the two day fields must be *.',
    ),
  timeZone: timeZone.optional().describe("IANA time zone of the schedule; the project's own by default."),
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

const reportSchema = z.strictObject({
  key,
  name: title.describe('As it stands in the subject of the message.'),
  projects: z
    .array(z.string().min(1).describe('Key of a project.'))
    .min(1, 'is empty. Name at least one project, or leave the list out for all.')
    .optional()
    .describe('Keys of projects; all by default.'),
  shifts: z
    .array(z.enum(shiftNames))
    .min(1, 'is empty. Name at least one shift, or leave the list out for all.')
    .default([...shiftNames])
    .describe('Which shifts get a sheet; none is for tasks without a shift.'),
  weeks: z.int().min(1).max(6).default(1).describe('How many weeks the window covers, 1 to 6.'),
  starts: z
    .enum(['next-week', 'this-week'])
    .default('next-week')
    .describe('next-week: the first Monday after the run. this-week: the Monday of the week of the run.'),
  filters: filtersSchema.default({}),
  groupBy: z
    .enum(['folder', 'subcontractor', 'location', 'owner', 'package'])
    .default('folder')
    .describe('What the tasks of a sheet are grouped by.'),
  paper: z.enum(['A3', 'A4']).default('A3').describe('The paper the sheets are laid out for.'),
  includeOverdue: z.boolean().default(true).describe('Also list unfinished tasks from before the window.'),
  readiness: z
    .strictObject({
      off: z.array(z.enum(readinessCheckNames)).default([]).describe('Names of checks not to make.'),
    })
    .default({ off: [] })
    .describe('Which of the readiness checks are made; all by default.'),
  pull: z
    .strictObject({
      weeksBefore: z.int().min(0).max(52).default(8).describe('Weeks before the window, 0 to 52.'),
      weeksAfter: z.int().min(0).max(26).default(4).describe('Weeks after the window, 0 to 26.'),
    })
    .default({ weeksBefore: 8, weeksAfter: 4 })
    .describe('How far around the window tasks are read for overdue work, predecessors and changes.'),
  when: whenSchema.optional().describe('Its schedule; without one it runs on demand only.'),
  to: addresses.min(1, 'has no recipients. Give at least one address.').describe('Who the report goes to.'),
  cc: addresses.default([]).describe('Who gets a copy.'),
  replyTo: addresses.default([]).describe('Where answers go; to the sender by default.'),
  audiences: z
    .array(audienceSchema)
    .default([])
    .describe('Cuts of the report for single subcontractors, people, locations or folders.'),
  onEmpty: z.enum(['send', 'skip']).default('send').describe('What to do when the window has no task.'),
  onAmbiguous: z
    .enum(['resend', 'hold'])
    .default('resend')
    .describe('When the answer to a send was lost: send again, marked "(resent)", or tell the contact.'),
  contact: address.describe('Who is told when a report could not be delivered, and whom readers ask.'),
});

export const configurationSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Address of the JSON Schema, for editors.'),
    from: address.describe('The address the messages come from.'),
    fromName: title.optional().describe('The name beside that address, such as Lookahead.'),
    projects: z.array(projectSchema).min(1).describe('The projects that reports can be made of.'),
    reports: z.array(reportSchema).min(1).describe('The reports: of what, when, for whom.'),
  })
  .describe('Projects and lookahead reports.');

export type Configuration = z.infer<typeof configurationSchema>;
export type ProjectConfiguration = z.infer<typeof projectSchema>;
export type ReportConfiguration = z.infer<typeof reportSchema>;
export type KeySource = z.infer<typeof keySource>;
export type SecretSource = z.infer<typeof secretSource>;
