/**
 * What `lookahead.yaml` may say: the one schema that the laptop, the functions and the deployment validate by,
 * and from which `lookahead.schema.json` is generated for editors.
 */
import { z } from 'zod';

const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use 1 to 40 lower-case letters, digits and hyphens')
  .describe('Short name used in storage keys and on the command line: lower-case letters, digits, hyphens.');

const address = z.email().describe('An e-mail address.');
const names = z.array(z.string().min(1)).min(1);

const secretSource = z
  .union([
    z.strictObject({ env: z.string().min(1).describe('Name of the environment variable that holds it.') }),
    z.strictObject({
      secret: z.string().min(1).describe('Name of the Secrets Manager secret that holds it.'),
    }),
  ])
  .describe('Where a secret value is kept. The value itself never stands in this file.');

const keySource = z
  .union([
    secretSource,
    z.strictObject({
      token: z
        .strictObject({ clientId: secretSource, clientSecret: secretSource })
        .describe('Fetch a token with a client id and secret.'),
    }),
  ])
  .describe('Where the API key comes from.');

const projectSchema = z.strictObject({
  key,
  name: z.string().min(1).max(120).describe('As it stands on every sheet.'),
  region: z.enum(['gb', 'au']),
  projectId: z.string().min(1).describe('The project identifier in the planning service.'),
  timeZone: z.string().min(1).describe('IANA time zone, such as Europe/London.'),
  baseUrl: z.url({ protocol: /^https?$/ }).describe('Address of the Planning Read API, without the region.'),
  apiKey: keySource,
  logo: z.string().min(1).optional().describe('PNG or JPEG file, relative to this file.'),
});

const filtersSchema = z
  .strictObject({
    subcontractors: names.optional(),
    folders: names.optional(),
    packages: names.optional(),
    locations: names.optional(),
    calendars: names.optional(),
    owners: names.optional(),
    assignees: names.optional(),
  })
  .describe('Names or ids. Values of one list are alternatives; different lists all apply.');

const audienceSchema = z
  .strictObject({
    each: z.enum(['subcontractor', 'owner', 'assignee', 'location', 'folder']),
    to: z
      .record(z.string().min(1), z.array(address).min(1))
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
    .describe('Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00.'),
  timeZone: z.string().min(1).optional().describe("IANA time zone; the project's own by default."),
});

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

const reportSchema = z.strictObject({
  key,
  name: z.string().min(1).max(120).describe('As it stands in the subject of the message.'),
  projects: z.array(z.string().min(1)).min(1).optional().describe('Keys of projects; all by default.'),
  shifts: z
    .array(z.enum(['day', 'afternoon', 'night', '24hr', 'none']))
    .min(1)
    .default(['day', 'afternoon', 'night', '24hr', 'none'])
    .describe('Which shifts get a sheet; none is for tasks without a shift.'),
  weeks: z.int().min(1).max(6).default(1),
  starts: z
    .enum(['next-week', 'this-week'])
    .default('next-week')
    .describe('next-week: the first Monday after the run. this-week: the Monday of the week of the run.'),
  filters: filtersSchema.default({}),
  groupBy: z.enum(['folder', 'subcontractor', 'location', 'owner', 'package']).default('folder'),
  paper: z.enum(['A3', 'A4']).default('A3'),
  includeOverdue: z.boolean().default(true).describe('Also list unfinished tasks from before the window.'),
  readiness: z
    .strictObject({ off: z.array(z.enum(readinessCheckNames)).default([]) })
    .default({ off: [] })
    .describe('Checks not to make.'),
  pull: z
    .strictObject({
      weeksBefore: z.int().min(0).max(52).default(8),
      weeksAfter: z.int().min(0).max(26).default(4),
    })
    .default({ weeksBefore: 8, weeksAfter: 4 })
    .describe('How far around the window tasks are read for overdue work, predecessors and changes.'),
  when: whenSchema.optional().describe('Its schedule; without one it runs on demand only.'),
  to: z.array(address).min(1),
  cc: z.array(address).default([]),
  replyTo: z.array(address).default([]),
  audiences: z.array(audienceSchema).default([]),
  onEmpty: z.enum(['send', 'skip']).default('send').describe('What to do when the window has no task.'),
  onAmbiguous: z
    .enum(['resend', 'hold'])
    .default('resend')
    .describe('When the answer to a send was lost: send again, marked "(resent)", or tell the contact.'),
  contact: address.describe('Who is told when a report could not be delivered.'),
});

export const configurationSchema = z.strictObject({
  $schema: z.string().optional(),
  from: address.describe('The address the messages come from.'),
  projects: z.array(projectSchema).min(1),
  reports: z.array(reportSchema).min(1),
});

export type Configuration = z.infer<typeof configurationSchema>;
export type ProjectConfiguration = z.infer<typeof projectSchema>;
export type ReportConfiguration = z.infer<typeof reportSchema>;
export type KeySource = z.infer<typeof keySource>;
export type SecretSource = z.infer<typeof secretSource>;
