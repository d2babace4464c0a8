/**
 * Schema of `lookahead.yaml`. The command line, the functions and the deployment all validate with it, and
 * `lookahead.schema.json` is generated from it for editors. Messages here read 'what is wrong. What to do.';
 * `explain-issue.ts` puts the value before them.
 */
import * as z from 'zod/mini';
import { groupings } from '../lookahead/planned/planned-task.ts';
import { gapKinds } from '../lookahead/readiness/gap-rules.ts';
import { audienceKinds, shiftSlots } from '../lookahead/tasks/select.ts';
import { optionalSheets, screenSheets } from '../workbook/sheet-choice.ts';
import { papers } from '../workbook/xlsx/sheet-plan.ts';
import {
  address,
  addresses,
  allReports,
  described,
  key,
  names,
  nonEmptyText,
  recipients,
  timeZone,
  title,
  wholeNumber,
} from './fields.ts';
import { machineSchema, mailSchema } from './machine-settings.ts';
import { projectSchema } from './project.ts';
import { readCron } from './schedule/cron.ts';
import { budgetSchema, stageName, stageSchema, tagsSchema } from './stage/stage.ts';

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
      z.enum(audienceKinds),
      'What the report is split by: each cut has the tasks of one of these.',
    ),
    to: described(
      z.optional(z.record(nonEmptyText, recipients)),
      'Addresses by name or id: { Ana Silva: [ana@example.com] }. Only those named get a cut, unless everyoneFound is true.',
    ),
    everyoneFound: described(
      z.optional(z.boolean()),
      'Owners and assignees only: true also mails everyone whose address the planning service has. Addresses in `to` take its place.',
    ),
  }),
  'A cut of the report for each subcontractor, owner, assignee, location or folder, with its own workbook and message.',
);

function weeks({
  min,
  max,
  byDefault,
}: {
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
}) {
  return z._default(wholeNumber(min, max), byDefault);
}

const cron = nonEmptyText.check(
  z.superRefine((text, context) => {
    const read = readCron(text);
    if (read.kind === 'wrong') {
      context.addIssue({ code: 'custom', message: read.message, params: read });
    }
  }),
);

const whenSchema = z.pipe(
  z
    .strictObject({
      cron: described(
        z.optional(cron),
        'Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00. One of the two day fields must be *.',
      ),
      onImport: described(
        z.optional(z.literal(true)),
        'Instead of cron: the report is due when a new version of the programme is imported, or at atLatest.',
      ),
      atLatest: described(
        z.optional(cron),
        'With onImport: when the report is due without a new version, written as cron.',
      ),
      timeZone: described(
        z.optional(timeZone),
        "IANA time zone of the schedule; the project's own by default.",
      ),
    })
    .check(
      z.superRefine(({ cron: at, onImport, atLatest }, context) => {
        const isComplete = at === undefined ? onImport && atLatest !== undefined : !onImport && !atLatest;
        if (isComplete) return;
        const message = 'must have either cron, or onImport: true and atLatest';
        const remedy = 'For a report after each import, write onImport: true and atLatest: "0 14 * * FRI".';
        context.addIssue({ code: 'custom', message, params: { message, remedy } });
      }),
    ),
  z.transform(({ cron: at, atLatest, onImport = false, timeZone: zone }) => ({
    cron: at ?? atLatest ?? '',
    ...(zone === undefined ? {} : { timeZone: zone }),
    onImport,
  })),
);

const reportSchema = z.strictObject({
  key: described(
    key.check(
      z.refine(
        (name) => name !== allReports,
        `is reserved: with it, requests name all reports of a project. Use another key.`,
      ),
    ),
    'Short name used in storage keys and on the command line: lower-case letters, digits, hyphens. With another key, it is another report, which starts at revision 1.',
  ),
  name: described(title, 'The name shown in the subject of the message.'),
  projects: described(
    z.optional(
      z
        .array(described(nonEmptyText, 'Key of a project.'))
        .check(z.minLength(1, 'is empty. Add at least one project, or remove the list for all.')),
    ),
    'Keys of the projects it is made for; all by default.',
  ),
  shifts: described(
    z._default(
      z
        .array(z.enum(shiftSlots))
        .check(z.minLength(1, 'is empty. Add at least one shift, or remove the list for all.')),
      [...shiftSlots],
    ),
    'Which shifts get a sheet; none is for tasks without a shift.',
  ),
  weeks: described(weeks({ min: 1, max: 6, byDefault: 1 }), 'How many weeks the window covers, 1 to 6.'),
  starts: described(
    z._default(z.enum(['next-week', 'this-week']), 'next-week'),
    'The first day: the first Monday after the run, or the Monday of its week.',
  ),
  filters: z._default(filtersSchema, {}),
  groupBy: described(z._default(z.enum(groupings), 'folder'), 'What the tasks of a sheet are grouped by.'),
  paper: described(z._default(z.enum(papers), 'A3'), 'The paper the sheets are laid out for.'),
  sheets: described(
    z._default(
      z.strictObject({
        off: described(
          z._default(z.array(z.enum(optionalSheets)), []),
          'Sheets to leave out. The wall sheet is made for one week on A3 alone. The other sheets are there whenever they have content.',
        ),
        print: described(
          z._default(z.array(z.enum(screenSheets)), []),
          'Sheets for the screen that are printed too.',
        ),
      }),
      { off: [], print: [] },
    ),
    'Which sheets the workbook has, and which are printed.',
  ),
  includeOverdue: described(
    z._default(z.boolean(), true),
    'Also list unfinished tasks from before the window.',
  ),
  readiness: described(
    z._default(
      z.strictObject({
        off: described(
          z._default(z.array(z.enum(gapKinds)), []),
          "Gaps in the plan's data that are not looked for. Constraints cannot be switched off.",
        ),
        sharedPlace: described(
          z._default(z.enum(['news', 'constraint']), 'news'),
          'Whether a task is not ready while others work in its place on its days; news only says who they are.',
        ),
      }),
      { off: [], sharedPlace: 'news' },
    ),
    'What makes a task not ready, and what is asked of its data.',
  ),
  pull: described(
    z._default(
      z.strictObject({
        weeksBefore: described(weeks({ min: 0, max: 52, byDefault: 8 }), 'Weeks before the window, 0 to 52.'),
        weeksAfter: described(weeks({ min: 0, max: 26, byDefault: 4 }), 'Weeks after the window, 0 to 26.'),
      }),
      { weeksBefore: 8, weeksAfter: 4 },
    ),
    'Weeks read around the window, to find overdue work, predecessors and changes.',
  ),
  when: described(z.optional(whenSchema), 'Its schedule; without one, it runs only on demand.'),
  to: described(recipients, 'Who the report goes to.'),
  cc: described(z._default(addresses, []), 'Who gets a copy.'),
  replyTo: described(z._default(addresses, []), 'Where replies go; to the contact by default.'),
  audiences: described(
    z._default(z.array(audienceSchema), []),
    'Cuts of the report for single subcontractors, people, locations or folders.',
  ),
  sendWhen: described(
    z._default(z.enum(['always', 'changed', 'any-task']), 'always'),
    'any-task: only when the window has a task. changed: only when a task was added, removed, moved or finished, or its status, resources, owner or name changed, or a predecessor moved, since the last issue for the same dates to the same people; the first issue for new dates always goes.',
  ),
  onAmbiguous: described(
    z._default(z.enum(['resend', 'hold']), 'resend'),
    'When it is unknown whether a message was sent: resend it, marked "(resent)", or hold it and notify the contact.',
  ),
  deliverWithin: described(
    z._default(wholeNumber(1, 72), 24),
    'Hours after the time due for which delivery is tried, 1 to 72; never past the end of the window.',
  ),
  contact: described(address, 'Who is notified when a report cannot be delivered, and whom readers ask.'),
});

const deploymentSchema = described(
  z.strictObject({
    stages: described(
      z.optional(z.record(stageName, stageSchema)),
      'Deployments to AWS by name: `npx cdk deploy -c stage=uk` deploys the stage uk.',
    ),
    tags: tagsSchema,
    budget: budgetSchema,
    machine: z.optional(machineSchema),
  }),
  'Where Lookahead runs by itself.',
);

export const configurationSchema = described(
  z.strictObject({
    $schema: described(z.optional(z.string()), 'Address of the JSON Schema, for editors.'),
    from: described(address, 'The address the messages come from.'),
    fromName: described(z.optional(title), 'The name beside that address, such as Lookahead.'),
    projects: described(
      z.array(projectSchema).check(z.minLength(1)),
      'The projects that reports can be made for.',
    ),
    reports: described(
      z.array(reportSchema).check(z.minLength(1)),
      'The reports: what they cover, when they run, and who gets them.',
    ),
    mail: z.optional(mailSchema),
    deployment: z.optional(deploymentSchema),
  }),
  'Projects and lookahead reports.',
);

export type Configuration = z.infer<typeof configurationSchema>;
export type ProjectConfiguration = z.infer<typeof projectSchema>;
export type ReportConfiguration = z.infer<typeof reportSchema>;

export function configurationJsonSchema(): string {
  const schema = z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead configuration' }, undefined, 2)}\n`;
}
