/**
 * The text of every alarm: what it means, the likely cause and what to do. Whoever is called at night reads it in
 * the alarm's mail; docs/operate.md lists them all. `meaning` is one sentence that says what people miss.
 */
import type { Duration } from 'aws-cdk-lib';
import { hoursUntilLate, lookBack } from '../functions/delivery/reconcile/check-times.ts';
import { maxJobAge, maxReconcileGap } from './alarm-thresholds.ts';
import { maxJobAttempts } from './time-limits.ts';

export type AlarmText = {
  /** One sentence: the impact. */
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
};

function hours(duration: Duration): string {
  return duration.toHours() === 1 ? 'an hour' : `${duration.toHours()} hours`;
}

/** The description of an alarm. CloudWatch takes up to 1,024 characters. */
export function alarmDescription({ meaning, cause, remedy }: AlarmText): string {
  return `${meaning}\n\nLikely cause: ${cause}\n\nWhat to do: ${remedy}`;
}

export const functionNames = ['dispatch', 'report', 'reconcile', 'dead-letter', 'download'] as const;
export type FunctionName = (typeof functionNames)[number];

/** The alarms `<function>-fails`. */
export const functionAlarmTexts: Readonly<Record<FunctionName, AlarmText>> = {
  dispatch: {
    meaning: 'Reports that are due now are not being queued, so nobody receives them until they are.',
    cause: 'S3 or SQS refused a call, or the bundled configuration cannot be read.',
    remedy:
      'Read the last error in the function’s log. Lambda retries twice. If the manifest has been written by then, reconcile queues the rest within the hour. If not, the alarm manifest-missing follows: start dispatch by hand.',
  },
  report: {
    meaning: 'Attempts to make or send reports fail, so readers wait while the queue retries.',
    cause:
      'The function ran out of time or memory, or could not start: its environment or the bundled configuration cannot be read.',
    remedy: `Read the end of the log of the failed invocation. A retry continues where the attempt stopped; after ${maxJobAttempts} attempts the contact is notified.`,
  },
  reconcile: {
    meaning: 'Nothing checks whether due reports went out, so a missing one would go unnoticed.',
    cause: 'S3, SQS or SES refused a call.',
    remedy: `Read the last error in the function’s log. The next run checks the last ${lookBack.hours} hours again, so nothing is lost once it succeeds.`,
  },
  'dead-letter': {
    meaning: 'A report failed permanently and its contact has not been notified.',
    cause: 'The notice to the contact could not be sent, or the failure could not be stored.',
    remedy:
      'Find the project and report in the log and notify the contact. Fix the sender’s SES identity or the address; the dead-letter queue keeps the job and the function is retried.',
  },
  download: {
    meaning: 'Readers who follow the link in their mail cannot open their workbook.',
    cause: 'The bucket, or the secret that signs the links, cannot be read.',
    remedy:
      'Read the last error in the function’s log. Check that the link secret has a value "current". Links work again as soon as the cause is fixed.',
  },
};

/** All other alarms, by name. */
export const otherAlarmTexts = {
  'manifest-missing': {
    meaning: 'Reports were due and none of them was started.',
    cause: 'The schedule did not fire or is disabled, or dispatch failed each time.',
    remedy: `Check that the schedule is enabled, and read the messages in the queues SchedulesDropped and EventsDropped. Then start dispatch by hand with the cron, the time zone and the missed time. This alarm looks back ${lookBack.hours} hours only.`,
  },
  'reconcile-missing': {
    meaning: `For ${hours(maxReconcileGap)} nothing has checked whether reports went out, so a missing one would go unnoticed.`,
    cause:
      'The schedules are disabled or may no longer invoke their functions, or reconcile fails each time. On a new stack this is normal for the first half hour.',
    remedy:
      'Read the log of reconcile. If it was not invoked, deploy again to restore the schedules and permissions. Then start dispatch by hand for every time that was missed.',
  },
  'reports-failed': {
    meaning: `A report or one of its messages failed permanently or is ${hoursUntilLate} hours late, so readers miss it; its contact is notified if mail can be sent at all.`,
    cause:
      'The planning service refused the key or the project or did not answer any attempt, or SES refused the sender or a recipient.',
    remedy:
      'Read the mail to the contact, or the log of the run: both name the cause. Fix it, then run the command in that mail; it sends what is missing and nothing twice. A message that was refused permanently must be forwarded by hand.',
  },
  'jobs-waiting': {
    meaning: `Reports have waited in the queue for over ${hours(maxJobAge)}, so readers get them late or not at all.`,
    cause:
      'The planning service is down or slow, or more reports are due at once than maxConcurrency allows.',
    remedy:
      'Check the report function’s errors first. If there are none, deploy with a higher maxConcurrency, as far as the planning service allows.',
  },
  'dead-letters-waiting': {
    meaning:
      'Reports that failed permanently are in the dead-letter queue and their contacts are not notified.',
    cause: 'The dead-letter function fails or is throttled.',
    remedy: 'Read the log of dead-letter. The queue empties by itself once the function succeeds.',
  },
  'schedules-dropped': {
    meaning: 'A schedule could not start its function, so reports that were due may not have been started.',
    cause: 'The schedules may no longer invoke the function, or Lambda was unavailable.',
    remedy:
      'Deploy again to restore the permission. For each message in the queue SchedulesDropped, start dispatch by hand with its cron, time zone and time. Then purge the queue; until then this alarm cannot go off again.',
  },
  'events-dropped': {
    meaning:
      'A function failed on an event until its retries ran out, so a dispatch, a check or a proof of sending is missing.',
    cause: 'The function failed each time; its own alarm says so too.',
    remedy:
      'Fix the cause named in the function’s log. Each message in the queue EventsDropped is an event: invoke the function with it again. Reconcile repeats its checks by itself. Then purge the queue; until then this alarm cannot go off again.',
  },
  'mail-bounced': {
    meaning: 'A recipient’s mail server refused a report, so that person did not receive it.',
    cause:
      'A mistyped or closed address, a full mailbox, or a server that takes no attachments of that size.',
    remedy:
      'SES mails each bounce, with the address and the reason, to the sender’s own address; its console also lists addresses that do not exist under Suppression list. Correct lookahead.yaml and deploy. The workbook is stored; or send a copy with mode "test".',
  },
  'mail-rejected': {
    meaning: 'SES rejected a message after accepting it, or a reader marked one as spam.',
    cause: 'A virus found in an attachment, or a recipient who no longer wants the report.',
    remedy:
      'SES mails each complaint to the sender’s own address: remove that reader from lookahead.yaml and deploy. A rejected message has a workbook that SES takes for infected: download it from the bucket, scan it, and check its logo and texts.',
  },
} as const satisfies Record<string, AlarmText>;

export type OtherAlarm = keyof typeof otherAlarmTexts;
