/**
 * Every kind of object of a run, a dispatch and the archive itself. The state is the set of objects that exist, each
 * written once. The comment of a kind is its line in docs/architecture.md.
 */
import * as z from 'zod/mini';
import {
  type ContentOf,
  createKeyTemplate,
  defineObjectKind,
  defineObjectKindWithoutSchema,
  type ObjectSchema,
  type ObjectWritersAndPersons,
  type TemplateWithPrefix,
} from '#archive/objects.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { audienceSchema, issueSchema, messageSchema, skippedSchema } from './issue.ts';
import { dispatchIdSchema, runIdSchema, runStoreKeyParameters } from './names.ts';
import { reportRequestSchema } from './request-properties.ts';
import { firstPlannedSchema, snapshotSchema } from './snapshot.ts';
import {
  daySchema,
  instantSchema,
  instantTextSchema,
  nonEmptyTextSchema,
  positiveIntSchema,
  runStoreObjectEncoding,
  textSchema,
  textsSchema,
  windowSchema,
} from './stored-object.ts';
import { planRecordSchema } from './stored-plan-record.ts';

/** Checks a value, and keeps its properties in the order in which they were written. */
function keepingPropertyOrder<Schema extends ObjectSchema>(schema: Schema) {
  return z.custom<z.output<Schema>>((value) => schema.safeParse(value).success, 'it does not fit');
}

/**
 * The possible events of a message at a recipient; the first kind that occurred takes precedence.
 *
 * - `complained`: delivered, and marked as spam by the reader.
 * - `bounced`: refused permanently.
 * - `rejected`: the mail service itself refused to send it.
 * - `undelivered`: no longer tried after a temporary failure, such as a full mailbox.
 * - `delivered`: the recipient's mail server took it.
 * - `soft-bounced`: a bounce that does not end the delivery, such as an automatic reply.
 * - `delayed`: the mail server has not taken it yet; the mail service keeps trying.
 */
export const recipientEventKinds = [
  'complained',
  'bounced',
  'rejected',
  'undelivered',
  'delivered',
  'soft-bounced',
  'delayed',
] as const;
export const recipientFailureKinds = z.enum(['bounced', 'undelivered', 'complained', 'rejected']);

const contactFields = {
  projectName: textSchema,
  reportName: textSchema,
  contact: textSchema,
  timeZone: textSchema,
};

const messageFailureFields = {
  /**
   * 'rejected': the mail service will never accept it. 'not composed': it cannot be made from its issue. 'held': not
   * sent again, because it may have gone out.
   */
  cause: z.enum(['rejected', 'not composed', 'held']),
  reason: textSchema,
};

const recipientFields = {
  address: nonEmptyTextSchema,
  at: instantTextSchema,
  reason: textSchema,
  /** 'not in time': the mail server kept putting the message off. */
  cause: z.optional(z.enum(['not in time', 'mailbox full', 'too large', 'content refused'])),
  /** The send was not even tried, because the address is on the account's suppression list. */
  suppressed: z.optional(z.boolean()),
};

/* @__NO_SIDE_EFFECTS__ */
function defineRunObjectKind<const Template extends TemplateWithPrefix, Schema extends ObjectSchema>(
  template: Template,
  schema: Schema,
  about: ObjectWritersAndPersons,
) {
  return defineObjectKind(runStoreKeyParameters, template, {
    ...about,
    schema,
    form: runStoreObjectEncoding(template),
  });
}

const byReport: ObjectWritersAndPersons = { by: ['report'], persons: 'none' };
const byReportWithPersons: ObjectWritersAndPersons = { by: ['report'], persons: 'expire' };
const bySender: ObjectWritersAndPersons = { by: ['report', 'reconcile'], persons: 'none' };
const bySenderWithPersons: ObjectWritersAndPersons = { by: ['report', 'reconcile'], persons: 'expire' };
const byReconcileWithPersons: ObjectWritersAndPersons = { by: ['reconcile'], persons: 'expire' };
const byReconcile: ObjectWritersAndPersons = { by: ['reconcile'], persons: 'none' };
const byCommand: ObjectWritersAndPersons = { by: ['command'], persons: 'none' };

const attemptsTemplate = 'attempts/{dispatchId}/{project}_{report}/';
/** Any record of the attempts at one report; `name` comes from `reportNameInKeys`. */
export const attemptRecordKeyTemplate = createKeyTemplate(
  runStoreKeyParameters,
  'attempts/{dispatchId}/{name}/{record}.json',
);

const requestsTemplate = 'requests/{date}/{dispatchId}/{at}/';

/** A line of a notice, laid out by `notice-layout.ts`. */
const noticeLine = z.object({
  kind: z.enum(['text', 'heading', 'item', 'command', 'button']),
  text: textSchema,
  details: z.optional(z.readonly(textsSchema)),
  url: z.optional(textSchema),
});

const emptyContent = z.object({});
const timeContent = z.object({ at: instantSchema });

/**
 * A run that is due, with everything that is needed if its project or report is no longer configured when its job runs.
 * Stored as JSON in manifests and queued jobs.
 */
export const dueReportSchema = z.object({
  project: nonEmptyTextSchema,
  report: nonEmptyTextSchema,
  runId: runIdSchema,
  ...contactFields,
  /** Its filters and shifts in words; absent if it has none. */
  limits: z.optional(z.readonly(textsSchema)),
  window: windowSchema,
  /** The date of `due` in the project's time zone, or the date that a person asked for. */
  reportDay: daySchema,
  due: instantSchema,
  /** No attempt begins at or after this time. */
  deliverBy: instantSchema,
});

/** the reports that are due; later manifests add reports configured later */
export const dispatchManifest = defineRunObjectKind(
  '{tests}dispatches/{dispatchId}/manifest-{n}.json',
  z.object({
    dispatchId: dispatchIdSchema,
    at: instantTextSchema,
    /** The options of a request, as one text; absent for a schedule's dispatch. */
    asked: z.optional(textSchema),
    due: z.readonly(z.array(dueReportSchema).check(z.minLength(1, 'A manifest lists at least one report.'))),
  }),
  { by: ['dispatch', 'report', 'reconcile'], persons: 'expire' },
);
/** nothing is left to do */
export const dispatchSettled = defineRunObjectKind(
  'dispatches/{dispatchId}/settled.json',
  timeContent,
  byReconcile,
);

/** why attempt n failed, and when the next one begins */
export const failedAttempt = defineRunObjectKind(
  `${attemptsTemplate}failed-{n}.json`,
  z.object({
    at: instantSchema,
    /** Id of the queue's message, or of the request, that made the attempt. */
    by: textSchema,
    kind: z.enum(['retryable', 'curable', 'poison']),
    error: textSchema,
    message: textSchema,
    /** When the next attempt begins; absent if that would be past the deadline, or if the caller decides. */
    next: z.optional(instantTextSchema),
  }),
  byReportWithPersons,
);
/** the function crashed on the job each time */
export const deadLetter = defineRunObjectKind(`${attemptsTemplate}dead-letter-{n}.json`, timeContent, {
  by: ['dead-letter'],
  persons: 'none',
});
/** messages that will never be accepted */
export const failedMessages = defineRunObjectKind(
  `${attemptsTemplate}failed-messages.json`,
  z.object({
    messages: z.array(
      z.object({
        subject: textSchema,
        to: textsSchema,
        ...messageFailureFields,
      }),
    ),
  }),
  byReportWithPersons,
);
/** an old programme, or tasks that could not be read; the contact is notified */
export const dataProblem = defineRunObjectKind(
  `${attemptsTemplate}data-problem.json`,
  /** `name` is a digest that identifies the problem. */
  z.object({ name: nonEmptyTextSchema, text: textSchema, isUnread: z.boolean() }),
  byReport,
);
/** nothing is left to do */
export const reportDone = defineRunObjectKind(`${attemptsTemplate}done.json`, timeContent, byReport);

/** the number of an issue, and the run that holds it */
export const issueNumber = defineRunObjectKind(
  '{numbered}numbers/{n}.json',
  z.object({ runId: runIdSchema }),
  byReport,
);
/** the input of a run: the tasks as pulled, and the earlier issues */
export const snapshot = defineRunObjectKind('{run}snapshot.json.gz', snapshotSchema, byReportWithPersons);
/** the plan that later issues measure this one against */
export const planRecord = defineRunObjectKind(
  '{run}plan-record.json.gz',
  planRecordSchema,
  byReportWithPersons,
);
/** the product of a run, with its complete messages */
export const issue = defineRunObjectKind('{run}issue.json', issueSchema, byReportWithPersons);
/** why nothing was made */
export const skippedRun = defineRunObjectKind('{run}skipped.json', skippedSchema, byReport);
/** a workbook of the issue */
export const workbook = defineObjectKindWithoutSchema(
  runStoreKeyParameters,
  '{run}{workbook}',
  byReportWithPersons,
);
/** replaces a damaged workbook */
export const replacementWorkbook = defineObjectKindWithoutSchema(
  runStoreKeyParameters,
  '{run}{sha256}/{workbook}',
  byReportWithPersons,
);

/** the message is about to be sent */
export const sendIntent = defineRunObjectKind(
  '{mail}intent-{intent}.json',
  z.object({
    owner: nonEmptyTextSchema,
    at: instantSchema,
    leaseUntil: instantSchema,
    /** The copy is marked "(resent)", because an earlier one may have gone out. */
    marked: z.boolean(),
    /** Nothing is sent, because a later mail to the contact replaces it. */
    isReplaced: z.optional(z.boolean()),
  }),
  bySender,
);
/** the recipients that intent n has reached so far; written before it is sent to more */
export const reachedRecipients = defineRunObjectKind(
  '{mail}part-{intent}-{part}.json',
  z.object({ at: instantTextSchema, recipients: z.array(nonEmptyTextSchema), messageId: textSchema }),
  bySenderWithPersons,
);
/** the mail service accepted the message */
export const messageSent = defineRunObjectKind(
  '{mail}sent.json',
  z.object({
    intent: positiveIntSchema,
    at: instantTextSchema,
    messageId: textSchema,
    known: z.enum(['answer', 'evidence']),
    marked: z.boolean(),
  }),
  bySender,
);
/** the message was refused; another intent may follow */
export const sendRefused = defineRunObjectKind(
  '{mail}refused-{intent}.json',
  // Only its existence and `deferred` decide anything; the rest is for people.
  z.object({
    intent: positiveIntSchema,
    at: instantTextSchema,
    /** 'curable': a person has to follow the remedy in `reason` first. */
    cause: z.enum(['retryable', 'curable']),
    reason: textSchema,
    /** For each address, the time at which the mail server first refused the recipient temporarily. */
    deferred: z.optional(z.record(textSchema, instantTextSchema)),
  }),
  bySenderWithPersons,
);
/** the message is not tried again; the contact is notified */
export const messageFailed = defineRunObjectKind(
  '{mail}failed.json',
  z.object({
    intent: positiveIntSchema,
    at: instantTextSchema,
    ...messageFailureFields,
    /** Set if a later mail to the contact replaces it; with 'perhaps-sent', an earlier try may have gone out. */
    replaced: z.optional(z.enum(['replaced', 'perhaps-sent'])),
  }),
  bySenderWithPersons,
);
/** the mail service's own record of the send */
export const mailServiceSendEvent = defineRunObjectKind(
  '{mail}event-send.json',
  z.object({ at: instantTextSchema, messageId: nonEmptyTextSchema }),
  {
    by: ['events'],
    persons: 'none',
  },
);
/** what happened to it at a recipient; only the first event of each kind is stored */
export const recipientEvent = defineRunObjectKind(
  '{mail}events/{digest}-{event}.json',
  keepingPropertyOrder(
    z.object({
      event: z.enum(recipientEventKinds),
      ...recipientFields,
      until: z.optional(instantTextSchema),
      /** When the event arrived here; `at` if absent. */
      heard: z.optional(instantTextSchema),
    }),
  ),
  { by: ['events', 'report', 'reconcile'], persons: 'expire' },
);

/** when the answers to an issue close */
export const answersClosing = defineRunObjectKind(
  'closings/{at}/{project}_{report}/{runId}/closing.json',
  z.object({
    window: windowSchema,
    revision: positiveIntSchema,
    ...contactFields,
  }),
  byReportWithPersons,
);

/** when a reader who was asked for promises is reminded */
export const reminder = defineRunObjectKind(
  'reminders/{at}/{project}_{report}/{runId}/{message}/{contact}/reminder.json',
  z.object({
    to: nonEmptyTextSchema,
    replyTo: textsSchema,
    projectName: textSchema,
    run: textSchema,
    link: textSchema,
  }),
  byReportWithPersons,
);

/** a message will not reach a recipient, or the recipient complained */
export const failedRecipient = defineRunObjectKind(
  'failed-recipients/{date}/{dispatchId}/{name}/failed.json',
  z.object({
    /** 'no address': the planning service's text is not an e-mail address, so nothing can be sent. */
    event: z.enum([...recipientFailureKinds.options, 'no address']),
    ...recipientFields,
    project: nonEmptyTextSchema,
    report: nonEmptyTextSchema,
    window: windowSchema,
    runId: nonEmptyTextSchema,
    audience: audienceSchema,
  }),
  { by: ['events', 'report', 'reconcile'], persons: 'expire' },
);
/** since when an address has kept failing; its contact was notified */
export const failingAddress = defineRunObjectKind(
  'failing-addresses/{name}/{date}.json',
  z.object({ since: instantSchema }),
  byReconcile,
);

/** the dates first planned for each task; the highest number has all tasks */
export const firstPlannedRecord = defineRunObjectKind(
  'first-planned/{project}/{number}.json.gz',
  z.object({ tasks: firstPlannedSchema }),
  byReport,
);
/** the first check of a day, and when the oldest thing that was open then was due */
export const dailyCheck = defineRunObjectKind(
  'looked/{number}-{at}.json',
  z.object({ from: instantSchema }),
  byReconcile,
);
/** messages are mailed; without this object, they are written to files */
export const archiveSendsMail = defineRunObjectKind('mailed.json', emptyContent, byCommand);
/** the planning service did not answer for a project (failed-<project>), one job may ask it in this slot (probe), or it answered that job (answered) */
export const outageRecord = defineRunObjectKind(
  'outages/{service}/{slot}/{record}.json',
  timeContent,
  byReport,
);
/** fields of a query that the planning service refused that day */
export const refusedFieldsRecord = defineRunObjectKind(
  'refused-fields/{service}/{date}.json',
  z.object({ fields: z.array(z.enum(taskFields)) }),
  byReport,
);
/** a request, each time it is made */
export const savedRequest = defineRunObjectKind(
  `${requestsTemplate}request.json`,
  z.object({
    at: instantSchema,
    dispatchId: dispatchIdSchema,
    /** Includes its run id, so that the same request continues the run. */
    request: reportRequestSchema,
  }),
  byReportWithPersons,
);
/** marks a request that was made on the command line */
export const requestByHand = defineRunObjectKind(`${requestsTemplate}by-hand.json`, timeContent, byCommand);
/** nothing is left to do */
export const requestSettled = defineRunObjectKind(
  `${requestsTemplate}settled.json`,
  timeContent,
  byReconcile,
);
/** the archive was restored from a backup, and up to when it is complete */
export const archiveRestored = defineRunObjectKind(
  'restored/{number}-{at}.json',
  z.object({ from: z.optional(instantSchema) }),
  byCommand,
);
/** when reconcile first saw the schedule */
export const scheduleFirstSeen = defineRunObjectKind(
  'schedules/watched/{schedule}/{at}.json',
  emptyContent,
  byReconcile,
);
/** the schedules were first seen off, or on again */
export const schedulesSwitched = defineRunObjectKind(
  'schedules/pauses/{number}-{at}-{became}.json',
  emptyContent,
  byReconcile,
);
/** the contact was notified of this data problem */
export const dataProblemNotified = defineRunObjectKind(
  'data-problems/{project}/{name}-{digest}.json',
  timeContent,
  byReconcile,
);
/** the nth mail to a contact: the facts that it reports, named as in `facts.ts`, and the message */
export const contactMail = defineRunObjectKind(
  'contacts/{date}/{contact}/{n}/notice.json',
  z.object({ facts: textsSchema, message: keepingPropertyOrder(messageSchema) }),
  byReconcileWithPersons,
);
/** a file of the inbox was imported or refused: the notice to its contact */
export const inboxResult = defineRunObjectKind(
  'inbox-results/{date}/{name}/{contact}/result.json',
  z.object({ to: nonEmptyTextSchema, title: textSchema, lines: z.readonly(z.array(noticeLine)) }),
  { by: ['import'], persons: 'expire' },
);
/** the notice or reminder for the object beside it was sent, or is no longer needed */
export const noticeSettled = defineRunObjectKind('{notifiedFolder}told.json', timeContent, byReconcile);
/** a person stopped or resumed all mail; the highest number counts */
export const mailStopOrResume = defineRunObjectKind(
  'stops/{number}.json',
  /** `by` is user@host. */
  z.object({ became: z.enum(['stopped', 'resumed']), at: instantSchema, by: nonEmptyTextSchema }),
  { by: ['command'], persons: 'stay' },
);

export type DispatchManifest = ContentOf<typeof dispatchManifest>;
export type FailedAttempt = ContentOf<typeof failedAttempt>;
export type FailedMessage = ContentOf<typeof failedMessages>['messages'][number];
export type DataProblem = ContentOf<typeof dataProblem>;
export type RecipientEvent = ContentOf<typeof recipientEvent>;
