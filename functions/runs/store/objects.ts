/**
 * Every kind of object of a run, a dispatch and the archive itself. The state is the set of objects that exist, each
 * written once. The comment of a kind is its line in docs/architecture.md.
 */
import * as z from 'zod/mini';
import {
  type About,
  type Begin,
  type Content,
  fileOf,
  keysOf,
  kindOf,
  type ObjectSchema,
} from '#archive/objects.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import { audience, issueSchema, messageSchema, skippedSchema } from './issue.ts';
import { dispatchIdSchema, parameters, runIdSchema } from './names.ts';
import { requestSchema } from './request-properties.ts';
import { firstPlannedSchema, snapshotSchema } from './snapshot.ts';
import {
  day,
  instant,
  instantText,
  positiveInt,
  runStoreForm,
  someText,
  text,
  texts,
  window,
} from './stored-object.ts';
import { planRecordSchema } from './stored-plan-record.ts';

/** Checked, and kept in the order in which it was written. */
function asWritten<Schema extends ObjectSchema>(schema: Schema) {
  return z.custom<z.output<Schema>>((value) => schema.safeParse(value).success, 'it does not fit');
}

/**
 * By precedence.
 *
 * - `complained`: delivered, and marked as spam by the reader.
 * - `bounced`: refused permanently.
 * - `rejected`: the mail service itself refused to send it.
 * - `undelivered`: no longer tried, for a temporary reason such as a full mailbox.
 * - `delivered`: the recipient's mail server took it.
 * - `soft-bounced`: a bounce that ends nothing, such as an automatic reply.
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
export const failures = z.enum(['bounced', 'undelivered', 'complained', 'rejected']);

const ofContact = {
  projectName: text,
  reportName: text,
  contact: text,
  timeZone: text,
};

const ofFailure = {
  /**
   * 'rejected': the mail service will never accept it. 'not composed': it cannot be made from its issue. 'held': it may have
   * gone out.
   */
  cause: z.enum(['rejected', 'not composed', 'held']),
  reason: text,
};

const ofRecipient = {
  address: someText,
  at: instantText,
  reason: text,
  /** 'not in time': the mail server kept putting the message off. */
  cause: z.optional(z.enum(['not in time', 'mailbox full', 'too large', 'content refused'])),
  /** Not even tried: the address is on the account's suppression list. */
  suppressed: z.optional(z.boolean()),
};

/* @__NO_SIDE_EFFECTS__ */
function object<const Template extends Begin, Schema extends ObjectSchema>(
  template: Template,
  schema: Schema,
  about: About,
) {
  return kindOf(parameters, template, { ...about, schema, form: runStoreForm(template) });
}

const byReport: About = { by: ['report'], persons: 'none' };
const withPersons: About = { by: ['report'], persons: 'expire' };
const bySender: About = { by: ['report', 'reconcile'], persons: 'none' };
const sentToPersons: About = { by: ['report', 'reconcile'], persons: 'expire' };
const sentByReconcile: About = { by: ['reconcile'], persons: 'expire' };
const byReconcile: About = { by: ['reconcile'], persons: 'none' };
const byCommand: About = { by: ['command'], persons: 'none' };

const ofReport = 'attempts/{dispatchId}/{project}_{report}/';
/** Any record of an attempt at a report of that `reportName`. */
export const attempt = keysOf(parameters, 'attempts/{dispatchId}/{name}/{record}.json');

const ofRequest = 'requests/{date}/{dispatchId}/{at}/';

/** As of `notice-layout.ts`. */
const noticeLine = z.object({
  kind: z.enum(['text', 'heading', 'item', 'command', 'button']),
  text,
  details: z.optional(z.readonly(texts)),
  url: z.optional(text),
});

const nothing = z.object({});
const atTime = z.object({ at: instant });

/**
 * A run that is due, with everything that is needed if its project or report is no longer configured when it is worked
 * on. Stored as JSON in manifests and queued jobs.
 */
export const dueReportSchema = z.object({
  project: someText,
  report: someText,
  runId: runIdSchema,
  ...ofContact,
  /** Its filters and shifts in words; absent if it has none. */
  limits: z.optional(z.readonly(texts)),
  window,
  /** The date of `due` in the project's time zone, or the date that a person asked for. */
  reportDay: day,
  due: instant,
  /** No attempt begins at or after this time. */
  deliverBy: instant,
});

/** what is due; later ones add reports configured later */
export const manifest = object(
  '{tests}dispatches/{dispatchId}/manifest-{n}.json',
  z.object({
    dispatchId: dispatchIdSchema,
    at: instantText,
    /** The options of a request, as one text; absent for a schedule's dispatch. */
    asked: z.optional(text),
    due: z.readonly(z.array(dueReportSchema).check(z.minLength(1, 'A manifest lists at least one report.'))),
  }),
  { by: ['dispatch', 'report', 'reconcile'], persons: 'expire' },
);
/** nothing is left to do */
export const settled = object('dispatches/{dispatchId}/settled.json', atTime, byReconcile);

/** why attempt n failed, and when the next one begins */
export const failedAttempt = object(
  `${ofReport}failed-{n}.json`,
  z.object({
    at: instant,
    /** Id of the queue's message, or of the request, that made the attempt. */
    by: text,
    kind: z.enum(['retryable', 'curable', 'poison']),
    error: text,
    message: text,
    /** When the next attempt begins; absent if that would be past the deadline, or if the caller decides. */
    next: z.optional(instantText),
  }),
  withPersons,
);
/** the function crashed each time */
export const deadLetter = object(`${ofReport}dead-letter-{n}.json`, atTime, {
  by: ['dead-letter'],
  persons: 'none',
});
/** messages that will never be accepted */
export const failedMessages = object(
  `${ofReport}failed-messages.json`,
  z.object({
    messages: z.array(
      z.object({
        subject: text,
        to: texts,
        ...ofFailure,
      }),
    ),
  }),
  withPersons,
);
/** an old programme, or tasks that could not be read: its contact is notified */
export const dataProblem = object(
  `${ofReport}data-problem.json`,
  /** `name`: a digest that tells it from others. */
  z.object({ name: someText, text, isUnread: z.boolean() }),
  byReport,
);
/** nothing is left to do */
export const done = object(`${ofReport}done.json`, atTime, byReport);

/** the number of an issue, and the run that holds it */
export const issueNumber = object('{numbered}numbers/{n}.json', z.object({ runId: runIdSchema }), byReport);
/** the input of a run: the tasks as pulled, and the earlier issues */
export const snapshot = object('{run}snapshot.json.gz', snapshotSchema, withPersons);
/** what later issues measure this one by */
export const planRecord = object('{run}plan-record.json.gz', planRecordSchema, withPersons);
/** the product of a run, with its whole messages */
export const issue = object('{run}issue.json', issueSchema, withPersons);
/** why nothing was made */
export const skipped = object('{run}skipped.json', skippedSchema, byReport);
/** a workbook of the issue */
export const workbook = fileOf(parameters, '{run}{workbook}', withPersons);
/** replaces a damaged one */
export const replacement = fileOf(parameters, '{run}{sha256}/{workbook}', withPersons);

/** the message is about to be sent */
export const intent = object(
  '{mail}intent-{intent}.json',
  z.object({
    owner: someText,
    at: instant,
    leaseUntil: instant,
    /** The copy is marked "(resent)", because an earlier one may have gone out. */
    marked: z.boolean(),
    /** Nothing is sent: a later mail to the contact says what is true. */
    isReplaced: z.optional(z.boolean()),
  }),
  bySender,
);
/** intent n: some recipients have it; written before it is sent to more of them */
export const sentPart = object(
  '{mail}part-{intent}-{part}.json',
  z.object({ at: instantText, recipients: z.array(someText), messageId: text }),
  sentToPersons,
);
/** the mail service took it */
export const sent = object(
  '{mail}sent.json',
  z.object({
    intent: positiveInt,
    at: instantText,
    messageId: text,
    known: z.enum(['answer', 'evidence']),
    marked: z.boolean(),
  }),
  bySender,
);
/** not accepted; another intent may follow */
export const refused = object(
  '{mail}refused-{intent}.json',
  // Only its existence and `deferred` decide anything; the rest is for people.
  z.object({
    intent: positiveInt,
    at: instantText,
    /** 'curable': a person has to follow the remedy in `reason` first. */
    cause: z.enum(['retryable', 'curable']),
    reason: text,
    /** By address: when the mail server first refused the recipient temporarily. */
    deferred: z.optional(z.record(text, instantText)),
  }),
  sentToPersons,
);
/** not tried again: the contact is notified */
export const failed = object(
  '{mail}failed.json',
  z.object({
    intent: positiveInt,
    at: instantText,
    ...ofFailure,
    /** A later mail to the contact says what is true; by 'perhaps-sent', an earlier try may have gone out. */
    replaced: z.optional(z.enum(['replaced', 'perhaps-sent'])),
  }),
  sentToPersons,
);
/** the mail service's own record of the send */
export const sendEvent = object('{mail}event-send.json', z.object({ at: instantText, messageId: someText }), {
  by: ['events'],
  persons: 'none',
});
/** what became of it at a recipient; a second event of a kind is not stored */
export const recipientEvent = object(
  '{mail}events/{digest}-{event}.json',
  asWritten(
    z.object({
      event: z.enum(recipientEventKinds),
      ...ofRecipient,
      until: z.optional(instantText),
      /** When the event arrived here; `at` if absent. */
      heard: z.optional(instantText),
    }),
  ),
  { by: ['events', 'report', 'reconcile'], persons: 'expire' },
);

/** when the answers to an issue close */
export const closing = object(
  'closings/{at}/{project}_{report}/{runId}/closing.json',
  z.object({
    window,
    revision: positiveInt,
    ...ofContact,
  }),
  withPersons,
);

/** when a reader who was asked is reminded */
export const reminder = object(
  'reminders/{at}/{project}_{report}/{runId}/{message}/{contact}/reminder.json',
  z.object({ to: someText, replyTo: texts, projectName: text, run: text, link: text }),
  withPersons,
);

/** a message will not reach a recipient, or drew a complaint */
export const failedRecipient = object(
  'failed-recipients/{date}/{dispatchId}/{name}/failed.json',
  z.object({
    /** 'no address': the planning service's text is not an e-mail address, so nothing can be sent. */
    event: z.enum([...failures.options, 'no address']),
    ...ofRecipient,
    project: someText,
    report: someText,
    window,
    runId: someText,
    audience,
  }),
  { by: ['events', 'report', 'reconcile'], persons: 'expire' },
);
/** an address failed, since when without a break, and its contact was notified */
export const failing = object(
  'failing-addresses/{name}/{date}.json',
  z.object({ since: instant }),
  byReconcile,
);

/** the dates first planned for each task; the highest number has all */
export const firstPlanned = object(
  'first-planned/{project}/{number}.json.gz',
  z.object({ tasks: firstPlannedSchema }),
  byReport,
);
/** the first check of a day, and the first thing that was open then */
export const looked = object('looked/{number}-{at}.json', z.object({ from: instant }), byReconcile);
/** messages are mailed; without it, they are files */
export const mailed = object('mailed.json', nothing, byCommand);
/** the planning service did not answer for a project (failed-<project>), one job may ask it in this slot (probe), or it answered that job (answered) */
export const outage = object('outages/{service}/{slot}/{record}.json', atTime, byReport);
/** fields of a query that the planning service refused that day */
export const refusedFields = object(
  'refused-fields/{service}/{date}.json',
  z.object({ fields: z.array(z.enum(taskFields)) }),
  byReport,
);
/** a request, each time it is made */
export const request = object(
  `${ofRequest}request.json`,
  z.object({
    at: instant,
    dispatchId: dispatchIdSchema,
    /** Includes its run id, so that the same request continues the run. */
    request: requestSchema,
  }),
  withPersons,
);
/** the same, made at the command line */
export const requestByHand = object(`${ofRequest}by-hand.json`, atTime, byCommand);
/** nothing is left to do */
export const requestSettled = object(`${ofRequest}settled.json`, atTime, byReconcile);
/** the folder was restored from a backup, and up to when that is whole */
export const restored = object(
  'restored/{number}-{at}.json',
  z.object({ from: z.optional(instant) }),
  byCommand,
);
/** since when reconcile has known the schedule */
export const watched = object('schedules/watched/{schedule}/{at}.json', nothing, byReconcile);
/** the schedules were first seen off, or on again */
export const pause = object('schedules/pauses/{number}-{at}-{became}.json', nothing, byReconcile);
/** the contact was told of such a problem */
export const dataProblemTold = object('data-problems/{project}/{name}-{digest}.json', atTime, byReconcile);
/** the nth mail to a contact: which facts it tells, as of `facts.ts`, in a message that is sent as those of an issue */
export const contactMail = object(
  'contacts/{date}/{contact}/{n}/notice.json',
  z.object({ facts: texts, message: asWritten(messageSchema) }),
  sentByReconcile,
);
/** a file of the inbox was imported or refused: what its contact is told */
export const inboxResult = object(
  'inbox-results/{date}/{name}/{contact}/result.json',
  z.object({ to: someText, title: text, lines: z.readonly(z.array(noticeLine)) }),
  { by: ['import'], persons: 'expire' },
);
/** what lies beside it was told: a failed recipient, a closing, a file of the inbox, a reminder; or need not be any more */
export const told = object('{toTell}told.json', atTime, byReconcile);
/** a person stopped or resumed all mail; the highest number counts */
export const stop = object(
  'stops/{number}.json',
  /** `by` is user@host. */
  z.object({ became: z.enum(['stopped', 'resumed']), at: instant, by: someText }),
  { by: ['command'], persons: 'stay' },
);

export type Manifest = Content<typeof manifest>;
export type FailedAttempt = Content<typeof failedAttempt>;
export type FailedMessage = Content<typeof failedMessages>['messages'][number];
export type DataProblem = Content<typeof dataProblem>;
export type RecipientEvent = Content<typeof recipientEvent>;
