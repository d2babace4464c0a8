/**
 * What each alarm means, where it comes from and what to do. The meaning is one sentence that says what people
 * miss while it lasts.
 */

export type AlarmText = {
  /** One sentence: the impact. */
  readonly meaning: string;
  readonly cause: string;
  readonly remedy: string;
};

/** The text of an alarm, and so of the mail about it: whoever is woken up reads there what to do. */
export function alarmDescription({ meaning, cause, remedy }: AlarmText): string {
  return `${meaning}\n\nLikely: ${cause}\n\nDo: ${remedy}`;
}

export const functionNames = ['dispatch', 'report', 'reconcile', 'dead-letter', 'download'] as const;
export type FunctionName = (typeof functionNames)[number];

export const functionAlarmTexts: Readonly<Record<FunctionName, AlarmText>> = {
  dispatch: {
    meaning: 'Reports that are due now are not being queued, so nobody gets this lookahead until it is.',
    cause: 'The archive or the queue refused a call, or the configuration in the bundle cannot be read.',
    remedy:
      'Read the function’s last error in its log. Lambda starts it twice more; if what is due has been written down by then, a sweep queues the rest within the hour. If not, manifest-missing goes off: start dispatch by hand.',
  },
  report: {
    meaning: 'Attempts to make or send reports break off, so their readers wait while the queue tries again.',
    cause:
      'The function runs out of time or memory, or cannot begin: its environment or the configuration in the bundle cannot be read.',
    remedy:
      'Read the end of the log of the invocation. A job goes on where it stopped; after five attempts its contact is told.',
  },
  reconcile: {
    meaning: 'Nobody is checking that due reports went out, so a missing one would go unnoticed.',
    cause: 'The archive, the queue or the mail service refused a call.',
    remedy:
      'Read the function’s last error in its log; the next sweep looks at the last hours again, so nothing is lost once it runs.',
  },
  'dead-letter': {
    meaning: 'A report failed for good and its contact has not been told.',
    cause: 'The notice to the contact could not be sent, or the failure could not be written down.',
    remedy:
      'Read the log for the project and report, tell the contact, and mend the sender’s identity or the address; the job is tried again from the dead-letter queue.',
  },
  download: {
    meaning: 'Readers who follow the link in their message do not get their workbook.',
    cause: 'The archive or the secret that links are signed with cannot be read.',
    remedy:
      'Read the function’s last error in its log; check that the link secret holds "current". Links work again by themselves afterwards.',
  },
};

export const otherAlarmTexts = {
  manifestMissing: {
    meaning: 'A time at which reports were due has passed without any of them being begun.',
    cause: 'The schedule did not fire, was disabled, or dispatch failed each time it was started.',
    remedy:
      'See whether the schedule is enabled and what lies in the queues of what was dropped, then start dispatch by hand with the cron, the zone and the time that was missed. Twelve hours after that time nothing looks for it any more.',
  },
  sweepMissing: {
    meaning:
      'For two hours nothing has checked whether reports went out, so a missing one would go unnoticed.',
    cause:
      'The schedules are disabled or may not start their functions any more, or reconcile fails each time. On a new stack it is only the first half hour.',
    remedy:
      'Read the log of reconcile; where it has not been started, deploy again to restore schedules and permissions. Then see whether anything was due in the meantime, and start dispatch by hand for it.',
  },
  reportsFailed: {
    meaning:
      'A report or a message of it failed for good or is five hours late, so readers miss it; its contact is told if mail goes out at all.',
    cause:
      'The planning service refused the key or the project, stayed away for all attempts, or SES refused the sender or an address.',
    remedy:
      'Read the mail to the contact, or the report function’s log under the occurrence: both name the cause. Mend it, then run the line in that mail, which sends what is left of the report and nothing twice; a message that was refused for good is forwarded by hand.',
  },
  jobsWaiting: {
    meaning: 'Reports have waited in the queue for over two hours, so readers get them late or not at all.',
    cause:
      'The planning service is down or slow, or more reports are due at once than maxConcurrency gets through.',
    remedy:
      'See the report function’s errors first; if there are none, deploy with a higher maxConcurrency, as far as the planning service allows.',
  },
  deadLettersWaiting: {
    meaning: 'Reports that failed for good lie in the dead-letter queue and their contacts are not told.',
    cause: 'The function dead-letter fails or is throttled.',
    remedy: 'Read the log of dead-letter; the queue empties by itself once it runs.',
  },
  schedulesDropped: {
    meaning: 'A schedule could not start its function, so what was due then may not have been begun.',
    cause: 'The permission of the schedules to invoke the function is gone, or Lambda was unavailable.',
    remedy:
      'Deploy again to restore the permission, start dispatch by hand with the cron, the zone and the time of each message in the queue, then purge the queue, or the alarm cannot go off again.',
  },
  eventsDropped: {
    meaning:
      'An event that started a function was given up after its retries, so a dispatch, a check or a proof of sending is missing.',
    cause: 'The function failed on it each time; its own alarm says so too.',
    remedy:
      'Mend the cause named in the function’s log. A message of the queue is what a function was started with: start it with that again; sweeps repeat by themselves. Then purge the queue, or the alarm cannot go off again.',
  },
  mailBounced: {
    meaning: 'A recipient’s mail server refused a report, so that person did not get it.',
    cause:
      'A mistyped or closed address, a full mailbox, or a server that takes no attachments of that size.',
    remedy:
      'SES mails each bounce, with the address and the reason, to the sender’s own address; addresses that do not exist are in its console under Suppression list too. Correct lookahead.yaml and deploy; the workbook is stored, or send a copy with mode "test".',
  },
  mailRefused: {
    meaning: 'The mail service rejected a message after taking it, or a reader reported one as unwanted.',
    cause: 'A virus found in an attachment, or a recipient who no longer wants the report.',
    remedy:
      'SES mails a complaint to the sender’s own address: take that reader out of lookahead.yaml and deploy. A rejected message has a workbook that SES takes for infected: fetch it from the archive, have it scanned, and see which logo or text it carries.',
  },
} as const satisfies Record<string, AlarmText>;

export type OtherAlarm = keyof typeof otherAlarmTexts;
