/**
 * The text of every alarm. The engineer who is called at night reads it in the alarm's mail; docs/operate.md lists all
 * alarms. `meaning` is one sentence that says what people do not get.
 */

import type { Duration } from 'aws-cdk-lib';
import { maxReceives } from '#queue/job-queue.ts';
import {
  maxBounceRate,
  maxComplaintRate,
  maxHttpErrors,
  maxJobAge,
  maxReconcileGap,
  maxRefusedRequests,
  maxSesEventAge,
  maxShareOfTimeLimit,
} from './alarm-thresholds.ts';

export type AlarmText = {
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
};

function hours(duration: Duration): string {
  return duration.toHours() === 1 ? 'an hour' : `${duration.toHours()} hours`;
}

function oneIn(share: number): string {
  return `one in ${Math.round(1 / share).toLocaleString('en')}`;
}

export function alarmDescription({ meaning, cause, remedy }: AlarmText): string {
  return `${meaning}\n\nLikely cause: ${cause}\n\nWhat to do: ${remedy}`;
}

export const functionNames = [
  'dispatch',
  'report',
  'reconcile',
  'events',
  'dead-letter',
  'download',
] as const;
/** Functions that a stage has only with `readApi`. */
type PlanningFunctionName = 'read-api' | 'import';
export type FunctionName = (typeof functionNames)[number] | PlanningFunctionName;

export const functionAlarmTexts: Readonly<Record<FunctionName, AlarmText>> = {
  dispatch: {
    meaning: 'Due reports are not queued, so nobody receives them until they are.',
    cause: 'S3 or SQS refused a call, or the bundled configuration cannot be read.',
    remedy:
      'Read the last error in the function’s log. Reconcile queues what is missing within half an hour; nothing is lost unless it fails too.',
  },
  report: {
    meaning: 'The report function fails, so readers wait until their reports are tried again.',
    cause:
      'A report crashes the function, or it ran out of time or memory, could not put a job back into the queue, or could not start: its environment or the bundled configuration cannot be read.',
    remedy: `Read the end of the log of the failed invocation, and deploy a fix. A job that crashed ${maxReceives} times is tried again two hours later, twice, and continues where it stopped. Then the contact is notified.`,
  },
  reconcile: {
    meaning: 'Nothing checks whether due reports went out, so a missing one would go unnoticed.',
    cause: 'S3, SQS or SES refused a call.',
    remedy: `Read the last error in the function’s log. Nothing is lost: the next run that succeeds looks back to the last one.`,
  },
  events: {
    meaning: 'What SES reports of messages is not stored, so bounces and proofs of sending are missing.',
    cause: 'S3 refused a call, or SES reports something in a new form.',
    remedy:
      'Read the last "failed" line in the function’s log. Each event is tried every 15 minutes for over four hours; then it goes to the queue SesEventsDropped.',
  },
  'dead-letter': {
    meaning: 'Jobs that crashed the report function are not tried again, so their reports wait.',
    cause: 'S3 or SQS refused a call.',
    remedy:
      'Read the last error in the function’s log. The dead-letter queue keeps the jobs, and the function is retried until it succeeds.',
  },
  download: {
    meaning: 'Readers cannot open week pages, answer pages or workbooks by the links in mails and on walls.',
    cause: 'The bucket, or the secret that signs the links, cannot be read.',
    remedy:
      'Read the last error in the function’s log. Check that the link secret has a value "current". Links work again when the cause is fixed.',
  },
  'read-api': {
    meaning: 'The Planning Read API fails, so reports of its projects wait and other readers get errors.',
    cause: 'The bucket cannot be read, a stored version is damaged, or the function ran out of memory.',
    remedy:
      'Read the last error in the function’s log. If a version is damaged, import its file again. Reports are tried until their deadline and go out by themselves.',
  },
  import: {
    meaning:
      'A file under inbox/ is not imported, so reports use the version before, or the result for its contact is not stored.',
    cause: 'The function ran out of time or memory on the file, or S3 refused a call.',
    remedy:
      'Read the last error in the function’s log. The file is tried every 30 minutes for over four hours; then its event goes to the queue InboxDropped.',
  },
};

export const nonFunctionAlarmTexts = {
  'manifest-missing': {
    meaning: 'Reports were due and none was started, so they are late.',
    cause: 'The schedule did not fire or is disabled, or dispatch failed each time.',
    remedy: `Reconcile has queued the reports, so they go out late by themselves; the contacts are notified of those whose deadline has passed. Check that the schedule is enabled, and read the messages in the queues SchedulesDropped and EventsDropped.`,
  },
  'nothing-due': {
    meaning: 'A schedule fired but the configuration has no report for it, so nobody receives one.',
    cause: 'The functions have another configuration than the schedules: a deployment failed half-way.',
    remedy:
      'Deploy again. Once the configuration has the reports, reconcile adds what was due, up to each report’s deadline.',
  },
  'due-added': {
    meaning: 'Reports were missing when their schedule fired; reconcile has queued them, so they are late.',
    cause: 'They were configured, or the configuration was corrected, after the schedule had fired.',
    remedy:
      'Nothing, if that was intended. Otherwise compare lookahead.yaml with the version that was deployed when the schedule fired.',
  },
  'action-needed': {
    meaning: 'Reports wait until a person puts something right; their contacts are notified.',
    cause:
      'The planning service refuses the key or the project, a secret is missing, a name in the configuration matches nothing, or SES does not accept the sender. Or a mail did not reach its contact.',
    remedy:
      'Read the mail to the contact, the line "a mail did not reach its contact" in reconcile’s log, or the last "postponed" line of the report function’s log. Put it right: the reports are tried every 30 minutes and go out by themselves.',
  },
  'jobs-postponed': {
    meaning: 'Reports have been postponed for an hour, so readers get them late.',
    cause: 'The planning service is down or refuses requests, or the daily quota of SES is used up.',
    remedy:
      'Read the "postponed" lines of the report function’s log. Nothing is lost: every report is tried until its deadline, and its contact is notified.',
  },
  'reconcile-missing': {
    meaning: `Nothing has checked for ${hours(maxReconcileGap)} whether reports went out, so a missing one would go unnoticed.`,
    cause:
      'The schedules are disabled or may no longer invoke their functions, or reconcile fails each time. On a new stack this is normal until its first run.',
    remedy:
      'Read the log of reconcile. If it was not invoked, deploy again to restore the schedules and permissions. Its next run makes up for the others.',
  },
  'reports-failed': {
    meaning:
      'A report missed its deadline, or some of its messages will never be accepted, so readers miss it; its contact is notified if mail works.',
    cause:
      'The planning service refused the key or the project or did not answer any attempt, or SES refused the sender or a recipient.',
    remedy:
      'Read the mail to the contact, or the log of the run: both name the cause. Fix it, then run the command in that mail; it sends what is missing and nothing twice. A message that was rejected must be forwarded by hand.',
  },
  'jobs-waiting': {
    meaning: `A job has waited in the queue for over ${hours(maxJobAge)}, so readers get the report late.`,
    cause:
      'More reports are due at once than maxConcurrency and the sending rate of SES allow, or the trigger of the report function is disabled.',
    remedy:
      'If nothing is received at all, enable the trigger in the console of Lambda. If the dashboard shows that neither the sending rate of SES nor the planning service is the limit, deploy with a higher maxConcurrency. Never purge the queue: what is in it is delivered.',
  },
  'dead-letters-waiting': {
    meaning:
      'Jobs that crashed the report function are stuck in the dead-letter queue, so their reports wait.',
    cause: 'The dead-letter function fails or is throttled.',
    remedy: 'Read the log of dead-letter. It brings the jobs back by itself once it succeeds.',
  },
  'schedules-dropped': {
    meaning: 'A schedule could not start its function, so due reports may not have been started.',
    cause: 'The schedules may no longer invoke the function, or Lambda was unavailable.',
    remedy:
      'Deploy again to restore the permission. Reconcile makes up for what was due. Read the messages in the queue SchedulesDropped, then purge it: until then, this alarm cannot go off again.',
  },
  'events-dropped': {
    meaning: 'A function failed three times on an event, so a dispatch, a check or a request is missing.',
    cause: 'The function failed each time; its own alarm says so too.',
    remedy:
      'Fix the cause named in the function’s log. Reconcile makes up for dispatches and checks. Requests you repeat: "Read and purge what was dropped" in docs/operate.md says how. Then purge the queue: until then, this alarm cannot go off again.',
  },
  'ses-events-waiting': {
    meaning: `What SES reported of a message has waited for ${hours(maxSesEventAge)}, so a bounce or a proof of sending is missing.`,
    cause: 'The trigger of the function is disabled, or it gets more events than it can take.',
    remedy:
      'Enable the trigger in the console of Lambda. If events are received but the queue grows, compare the concurrent invocations with the limit of the account. Nothing is lost for 14 days.',
  },
  'ses-events-dropped': {
    meaning:
      'What SES reported could not be stored for over four hours, so bounces and proofs of sending are missing.',
    cause: 'The function events failed each time; its own alarm says so too.',
    remedy:
      'Fix the cause named in the function’s log. Then move the events back: the command in the output SesEventsDropped does it, or Start DLQ redrive in the console of SQS.',
  },
  'inbox-dropped': {
    meaning:
      'A file under inbox/ could not be imported for over four hours, so reports use the version before.',
    cause: 'The function import failed each time; its own alarm says so too.',
    remedy:
      'Fix the cause named in the function’s log. Then move the events back: the command in the output InboxDropped does it, or Start DLQ redrive in the console of SQS.',
  },
  throttled: {
    meaning:
      'Lambda has refused to start functions for a quarter of an hour, so their work waits or callers get errors.',
    cause:
      'The account has no concurrent executions left, or the executions kept for a public address are in use, which strangers can cause.',
    remedy:
      'The graphs of the functions on the dashboard show which; the access logs under /aws/apigateway show when and what was called. Ask AWS for a higher quota of concurrent executions (Service Quotas, Lambda). Jobs in queues are done later.',
  },
  'near-time-limit': {
    meaning: `A function has taken over ${maxShareOfTimeLimit * 100} % of its time limit, at which its work is cut off.`,
    cause: 'A programme or a list that has grown, or a service of AWS or the planning service that is slow.',
    remedy:
      'The graphs of the functions on the dashboard show which. If it goes on, give that function more memory or time in infra/functions.ts, read-api and import in infra/planning-service.ts, and deploy. Work that is cut off is tried again.',
  },
  'not-handed-on': {
    meaning:
      'AWS could not hand on an event, an alarm or a failed invocation, which waits in a dead-letter queue or is lost.',
    cause: 'A permission of a topic, rule or queue was changed outside of the deployment.',
    remedy:
      'Deploy again to restore the permissions. What SES reported and files in the inbox are in the queues SesEventsDropped and InboxDropped: the commands in those outputs move them back. Reconcile makes up for dispatches and checks. CloudWatch shows alarms that were not mailed.',
  },
  'http-errors': {
    meaning: `Links in messages or the Planning Read API gave over ${maxHttpErrors} server errors within five minutes, so callers could not read anything, or an answer was not stored and has to be sent again.`,
    cause:
      'The function behind the address failed, took too long or was throttled; the first has an alarm of its own.',
    remedy:
      'Read the lines with status 5xx in the access logs under /aws/apigateway, then the log of the function at that time.',
  },
  'requests-refused': {
    meaning: `Over ${maxRefusedRequests} requests for links or the Planning Read API were answered with 429 within five minutes, so readers saw no page and programs had to wait.`,
    cause:
      'More readers or programs at once than the stage lets in, a program with a wrong key, or strangers.',
    remedy:
      'Read the lines with status 429 in the access logs under /aws/apigateway. In lookahead.yaml, raise links.perSecond of the stage for links or readApi.requestsPerSecond for the Planning Read API, and deploy. If one link, key or address asked too often, the function itself answered 429, which no setting changes; lines "links not opened" in the log of download count those of links.',
  },
  'mail-bounced': {
    meaning: 'A recipient’s mail server refused a report, so that person did not receive it.',
    cause:
      'A mistyped or closed address, a full mailbox, or a server that takes no attachments of that size.',
    remedy:
      'The contact gets a mail with the address, the reason and the line to change; the command in the output Status lists all of them. Correct lookahead.yaml and deploy. The workbook is stored; or send a copy with mode "test".',
  },
  'mail-rejected': {
    meaning: 'SES rejected a message after accepting it, or a reader marked one as spam.',
    cause: 'A virus found in an attachment, or a recipient who no longer wants the report.',
    remedy:
      'The contact gets a mail that names the reader: remove the address from lookahead.yaml and deploy. If SES rejected the message, it takes the workbook for infected: download it from the bucket, scan it, and check its logo and texts.',
  },
  'bounce-rate': {
    meaning: `Mail servers refuse ${oneIn(maxBounceRate)} of this account’s messages, or more, so AWS may stop all its mail.`,
    cause:
      'Several addresses in lookahead.yaml or in the planning service no longer exist, and each issue is sent to them again; or another program of the account sends to bad addresses.',
    remedy:
      'List them with the command in the output Status, and correct or remove them. The rate falls by itself with what is sent after that. The console of SES shows it under Reputation metrics, and whether AWS has written about it.',
  },
  'complaint-rate': {
    meaning: `Readers mark ${oneIn(maxComplaintRate)} of this account’s messages as spam, or more, so AWS may stop all its mail.`,
    cause:
      'People get the report who did not ask for it, such as a distribution list; or another program of the account sends unwanted mail.',
    remedy:
      'List them with the command in the output Status, and remove their addresses. The console of SES shows the rate under Reputation metrics, and whether AWS has written about it.',
  },
} as const satisfies Record<string, AlarmText>;

export type NonFunctionAlarm = keyof typeof nonFunctionAlarmTexts;
