/**
 * Schema of `lookahead.yaml`. The command line, the functions and the deployment all validate with it, and
 * `lookahead.schema.json` is generated from it for editors. Messages here read 'what is wrong. What to do.';
 * `parse-yaml-with-schema.ts` puts the value before them.
 */

import * as z from 'zod/mini';
import { groupByOptions } from '#lookahead/planned/planned-task.ts';
import { gapKinds } from '#lookahead/readiness/gap-rules.ts';
import { usualReasons } from '#lookahead/reasons.ts';
import { audienceKinds, type LocalFilter, shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { statusKinds } from '#lookahead/tasks/status.ts';
import type { idFilterDefinitions } from '#planning/contract/id-filters.ts';
import { paperNames } from '#workbook/papers.ts';
import { optionalSheets, printChoices } from '#workbook/sheet-choice.ts';
import { closingDayOffsets } from './closing-days.ts';
import {
  allReportsKey,
  checkedTextSchema,
  domainSchema,
  emailAddressesSchema,
  emailAddressSchema,
  keySchema,
  nameListSchema,
  optionalWithDescription,
  patternTextSchema,
  recipientsSchema,
  requiredTextSchema,
  timeZoneSchema,
  titleSchema,
  wholeNumberSchema,
  withDescription,
} from './fields.ts';
import { machineSchema, mailSchema } from './machine-settings.ts';
import { projectSchema } from './project.ts';
import { readCron } from './schedule/cron.ts';
import { budgetSchema, stageNameSchema, stageSchema, tagsSchema } from './stage/stage.ts';

const closingTime = patternTextSchema(
  new RegExp(`^(${Object.keys(closingDayOffsets).join('|')}) ([01]\\d|2[0-3]):([0-5]\\d)$`),
  'is not a day and a time. Write FRI, SAT or SUN before the first week, or MON to THU in it, then the time: MON 07:00.',
);

const answersSchema = z.strictObject({
  until: withDescription(
    z._default(closingTime, 'MON 07:00'),
    "When they close, in the project's time zone: FRI to SUN before the first week, or MON to THU in it; not sooner than 24 hours after the tasks were read, and not on a holiday of the project but on the next working day.",
  ),
  remind: withDescription(
    z.optional(closingTime),
    'When those who have not answered are reminded, before `until`; never by default.',
  ),
  reasons: withDescription(
    z._default(
      z
        .array(titleSchema)
        .check(
          z.minLength(1, 'is empty. Add at least one reason, or remove the list for the usual ones.'),
          z.maxLength(20, 'has more than 20 reasons. Keep those that people will find.'),
        ),
      [...usualReasons],
    ),
    'Why a task is not done as planned.',
  ),
});

const someNames = z.optional(nameListSchema);
const filtersSchema = withDescription(
  z.strictObject({
    subcontractors: withDescription(someNames, 'Names or ids.'),
    folders: withDescription(someNames, 'Names, codes, paths or ids.'),
    packages: withDescription(someNames, 'Names, codes or ids.'),
    locations: withDescription(someNames, 'Names or ids.'),
    calendars: withDescription(someNames, 'Names or ids.'),
    owners: withDescription(someNames, 'Names, addresses or ids.'),
    assignees: withDescription(someNames, 'Names, addresses or ids.'),
    ownerDomains: optionalWithDescription(
      z.array(domainSchema),
      "Domains of the owners' addresses, such as example.com.",
    ),
    statuses: optionalWithDescription(
      z.array(z.enum(statusKinds)),
      'What the status means; other is a word that is not known.',
    ),
    keyTasks: optionalWithDescription(
      z.pipe(
        z.literal(true),
        z.transform(() => ['true']),
      ),
      'True: key tasks only.',
    ),
  } satisfies Record<
    LocalFilter | (typeof idFilterDefinitions)[keyof typeof idFilterDefinitions]['setting'],
    z.ZodMiniType
  >),
  'Which tasks to show. Values of one list are alternatives; different lists all apply.',
);

const audienceSchema = withDescription(
  z.strictObject({
    each: withDescription(z.enum(audienceKinds), 'What to split by: each cut has the tasks of one of these.'),
    to: withDescription(
      z.optional(z.record(requiredTextSchema, recipientsSchema)),
      'Addresses by name or id: { Ana Silva: [ana@example.com] }. Only those named get a cut, unless everyoneFound is true.',
    ),
    everyoneFound: withDescription(
      z.optional(z.boolean()),
      'Owners and assignees only: true also mails everyone whose address the planning service has, unless `to` has another.',
    ),
  }),
  'A cut of the report for each subcontractor, owner, assignee, location or folder, with its own workbook and message.',
);

function weekCountSchema({
  min,
  max,
  byDefault,
}: {
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
}) {
  return z._default(wholeNumberSchema(min, max), byDefault);
}

const cronSchema = checkedTextSchema((text) => {
  const read = readCron(text);
  return read.kind === 'wrong' && text !== '' ? read.problem : undefined;
});

const whenRemedy =
  "Write when: { cron: '0 14 * * FRI' }, or for a report after each import when: { onImport: true, atLatest: '0 14 * * FRI' }.";

const whenSchema = z.pipe(
  z
    .strictObject(
      {
        cron: withDescription(
          z.optional(cronSchema),
          'Minute, hour, day of month, month, day of week: "0 14 * * FRI" is Fridays at 14:00. One of the two day fields must be *.',
        ),
        onImport: withDescription(
          z.optional(z.literal(true)),
          'Instead of cron: due when a new version is imported, or at atLatest.',
        ),
        atLatest: withDescription(
          z.optional(cronSchema),
          'With onImport: when it is due without a new version, as cron.',
        ),
        timeZone: withDescription(
          z.optional(timeZoneSchema),
          "IANA time zone of the schedule; the project's by default.",
        ),
      },
      whenRemedy,
    )
    .check(
      z.refine(
        ({ cron: at, onImport, atLatest }) =>
          at === undefined ? onImport && atLatest !== undefined : !onImport && !atLatest,
        `must have either cron, or onImport: true and atLatest. ${whenRemedy}`,
      ),
    ),
  z.transform(({ cron: at, atLatest, onImport = false, timeZone: zone }) => ({
    cron: at ?? atLatest ?? '',
    ...(zone === undefined ? {} : { timeZone: zone }),
    onImport,
  })),
);

/** Remedies for the names of gaps that earlier releases had and this one refuses. */
const removedGapRemedies: Readonly<Record<string, string>> = {
  'blocked-or-delayed': constraintRemedy('a task is blocked or delayed'),
  'predecessor-late': constraintRemedy('a predecessor is too late'),
  overdue: constraintRemedy('a task is overdue'),
  'predecessor-moved':
    'Remove it: a moved predecessor is listed under Changes, and does not make a task not ready.',
  'shared-location':
    'Remove it: others in the same place are news, and a constraint only with sharedPlace: constraint.',
};

function constraintRemedy(what: string): string {
  return `Remove it: that ${what} is a constraint and cannot be switched off.`;
}

const resourcesSheetRemedy = 'Write resources: people and plant are one sheet.';
/** Remedies for the names of sheets that earlier releases had and this one refuses. */
const removedSheetRemedies: Readonly<Record<string, string>> = {
  labour: resourcesSheetRemedy,
  plant: resourcesSheetRemedy,
};

const reportSchema = z.strictObject({
  key: withDescription(
    keySchema.check(
      z.refine(
        (name) => name !== allReportsKey,
        `is reserved: with it, requests name all reports of a project. Use another key.`,
      ),
    ),
    'Short name in storage keys and commands. With another key, it is another report, from revision 1.',
  ),
  name: withDescription(titleSchema, 'Name in the subject of its messages.'),
  projects: withDescription(
    z.optional(
      z
        .array(withDescription(requiredTextSchema, 'Key of a project.'))
        .check(z.minLength(1, 'is empty. Add at least one project, or remove the list for all.')),
    ),
    'Keys of its projects; all by default.',
  ),
  shifts: withDescription(
    z._default(
      z
        .array(z.enum(shiftsOrNone))
        .check(z.minLength(1, 'is empty. Add at least one shift, or remove the list for all.')),
      [...shiftsOrNone],
    ),
    'Shifts that get a sheet; none is for tasks without a shift.',
  ),
  weeks: withDescription(weekCountSchema({ min: 1, max: 6, byDefault: 1 }), 'Weeks of the window, 1 to 6.'),
  starts: withDescription(
    z._default(z.enum(['next-week', 'this-week']), 'next-week'),
    'The first day: the Monday after the run, or that of its week.',
  ),
  filters: z._default(filtersSchema, {}),
  groupBy: withDescription(z._default(z.enum(groupByOptions), 'folder'), 'How a sheet groups its tasks.'),
  pages: withDescription(
    z._default(z.enum(['on', 'off']), 'on'),
    'On: each message links to a page of its week, where phones reach links: on AWS, and by `start` with the `url` of a machine. A link works until 14 days after the window.',
  ),
  qr: withDescription(
    z._default(z.enum(['on', 'off']), 'on'),
    'On: a code on the Wall sheet and on the print of a page opens what the wall shows, and says whether it is the latest. Needs pages.',
  ),
  paper: withDescription(z._default(z.enum(paperNames), 'A3'), 'Paper of the sheets.'),
  sheets: withDescription(
    z._default(
      z.strictObject({
        off: withDescription(
          z._default(
            z.array(z.enum(optionalSheets, { error: ({ input }) => removedSheetRemedies[String(input)] })),
            [],
          ),
          'Sheets to leave out. Wall is made for one week on A3 only; the workbook of a subcontractor, an owner or an assignee has only last-week of these.',
        ),
        print: withDescription(
          z._default(z.union([z.enum(printChoices), z.array(z.enum(printChoices))]), 'wall'),
          'wall or shifts: between Readiness and Last week, to print with these and Summary. tasks, or a list with it: prints Tasks too. In the workbook of a subcontractor, an owner or an assignee, tasks adds Tasks; wall and shifts change nothing.',
        ),
      }),
      { off: [], print: 'wall' },
    ),
    'Sheets of the workbook.',
  ),
  detail: withDescription(
    z._default(z.enum(['full', 'days']), 'full'),
    'days, for readers outside: only which task is where and when, and new, moved or gone.',
  ),
  includeOverdue: withDescription(
    z._default(z.boolean(), true),
    'Also list unfinished tasks from before the window.',
  ),
  readiness: withDescription(
    z._default(
      z.strictObject({
        off: withDescription(
          z._default(
            z.array(z.enum(gapKinds, { error: ({ input }) => removedGapRemedies[String(input)] })),
            [],
          ),
          "Gaps in the plan's data to ignore. Constraints always count.",
        ),
        sharedPlace: withDescription(
          z._default(z.enum(['news', 'constraint']), 'news'),
          'Others in the place of a task on its days: news, or a constraint that makes it not ready.',
        ),
      }),
      { off: [], sharedPlace: 'news' },
    ),
    'What speaks against a task.',
  ),
  pull: withDescription(
    z._default(
      z.strictObject({
        weeksBefore: withDescription(
          weekCountSchema({ min: 0, max: 52, byDefault: 8 }),
          'Weeks before the window, 0 to 52.',
        ),
        weeksAfter: withDescription(
          weekCountSchema({ min: 0, max: 26, byDefault: 4 }),
          'Weeks after the window, 0 to 26.',
        ),
      }),
      { weeksBefore: 8, weeksAfter: 4 },
    ),
    'Weeks read around the window, to find overdue work, predecessors and changes.',
  ),
  when: withDescription(z.optional(whenSchema), 'Its schedule; without one, it runs only on demand.'),
  to: withDescription(recipientsSchema, 'Recipients.'),
  cc: withDescription(z._default(emailAddressesSchema, []), 'Recipients of a copy.'),
  replyTo: withDescription(
    z._default(emailAddressesSchema, []),
    'Where replies go; to the contact by default.',
  ),
  audiences: withDescription(
    z._default(z.array(audienceSchema), []),
    'Cuts of the report, such as one for each subcontractor.',
  ),
  answers: withDescription(
    z.optional(answersSchema),
    'Asks each audience for promises, on a page without an account: see docs/answers.md. Needs audiences and pages.',
  ),
  sendWhen: withDescription(
    z._default(z.enum(['always', 'changed', 'any-task']), 'always'),
    'any-task: only if the window has a task. changed: only if tasks, their dates, status, resources, owner or name, or dates of predecessors changed since the last issue for the same dates to the same people; always for new dates.',
  ),
  onAmbiguous: withDescription(
    z._default(z.enum(['resend', 'hold']), 'resend'),
    'If it is unknown whether a message was sent: resend it, marked "(resent)", or hold it and notify the contact.',
  ),
  deliverWithin: withDescription(
    z._default(wholeNumberSchema(1, 72), 24),
    'Hours after it is due for which delivery is tried, 1 to 72; never past the end of the window.',
  ),
  contact: withDescription(emailAddressSchema, 'Whom readers ask, and who is notified of what fails.'),
});

const deploymentSchema = withDescription(
  z.strictObject({
    stages: withDescription(
      z.optional(z.record(stageNameSchema, stageSchema)),
      'Deployments to AWS, by name.',
    ),
    tags: tagsSchema,
    budget: budgetSchema,
    machine: z.optional(machineSchema),
  }),
  'Where Lookahead runs by itself.',
);

export const configurationSchema = withDescription(
  z.strictObject({
    $schema: withDescription(z.optional(z.string()), 'Address of the JSON Schema, for editors.'),
    from: withDescription(emailAddressSchema, 'Address of the sender.'),
    fromName: withDescription(z.optional(titleSchema), 'Name of the sender, such as Lookahead.'),
    projects: withDescription(z.array(projectSchema).check(z.minLength(1)), 'The projects.'),
    reports: withDescription(
      z.array(reportSchema).check(z.minLength(1)),
      'The reports: what goes to whom, and when.',
    ),
    answerNameDays: withDescription(
      z._default(wholeNumberSchema(1, 3_650), 90),
      'Days until the names and notes of answers are removed. The answers stay.',
    ),
    mail: z.optional(mailSchema),
    deployment: z.optional(deploymentSchema),
  }),
  'Projects and lookahead reports.',
);

export type Configuration = z.infer<typeof configurationSchema>;
export type ProjectConfiguration = z.infer<typeof projectSchema>;
export type ReportConfiguration = z.infer<typeof reportSchema>;

export function formatConfigurationJsonSchema(): string {
  const schema = z.toJSONSchema(configurationSchema, { io: 'input', target: 'draft-07' });
  return `${JSON.stringify({ ...schema, title: 'Lookahead configuration' }, undefined, 2)}\n`;
}
