import { LookaheadError } from '#base/lookahead-error.ts';
import { checkTimeFor } from '#delivery/attempt.ts';
import type { NoticeResult } from '#delivery/notify/notify-contact.ts';
import { type Fields, type Log, withoutAddresses } from '#delivery/step-log.ts';
import type { LoggedReconcileWorld } from '#delivery/world.ts';
import type { CheckedKeys } from './notices-of-keys.ts';
import type { CheckedNotice } from './notify-of-reports.ts';
import type { Left, Unreadable } from './open-dispatch.ts';
import { type CheckedDispatch, reconcileDue } from './reconcile.ts';

/** Seconds reserved for what a check does after its last notice: it settles dispatches, and counts. */
const secondsAfterNotices = 20;

class ReconcileError extends LookaheadError {
  override readonly name = 'ReconcileError';
}

/**
 * Compares what is due with what was done, and logs and counts the result.
 * @param by.queueIsNew the first check of a process whose queue began empty
 * @param by.timeLeft milliseconds until the process is ended: in time before, no further notice is begun
 * @throws ReconcileError for what cannot be read, once the rest has been checked; what the store and the queue throw
 */
export async function checkAndLog(
  world: LoggedReconcileWorld,
  by: { readonly queueIsNew?: boolean; readonly timeLeft?: () => number } = {},
) {
  const { log } = world;
  const { queueIsNew, timeLeft = () => Number.POSITIVE_INFINITY } = by;
  // The clock, not the schedule's time: a check that starts late includes what is late by then.
  const { dispatches, notices, queuedAgain, ofKeys } = await reconcileDue(world.clock.now(), {
    ...world,
    queueIsNew,
    owner: world.chance.id(),
    checkTime: (step) => checkTimeFor(step, timeLeft() - secondsAfterNotices * 1_000),
  });
  log.count('ManifestMissing', 0);
  const unreadable: string[] = [];
  let stoppedEarly: true | undefined;
  const read = <Checked extends object>(checked: Checked | Unreadable | Left): readonly Checked[] => {
    if ('left' in checked) {
      stoppedEarly = true;
      return [];
    }
    if (!('unreadable' in checked)) return [checked];
    unreadable.push(checked.unreadable);
    log.error('unreadable', { of: checked.of, reason: withoutAddresses(checked.unreadable) });
    return [];
  };
  for (const checked of dispatches.flatMap(read)) {
    logCheck(checked, log);
    checked.damaged.flatMap((problem) => read({ of: checked.dispatchId, unreadable: problem }));
  }
  for (const checked of notices.flatMap(read)) logNotice(checked, log);
  for (const checked of ofKeys.flatMap(read)) logKeys(checked, log);
  const say = queuedAgain > 0 ? log.warn : log.info;
  say('checked', { dispatches: dispatches.length, queuedAgain, stoppedEarly });
  const [first] = unreadable;
  if (first !== undefined) {
    const what = unreadable.length === 1 ? 'dispatch or request' : 'dispatches or requests';
    throw new ReconcileError(`${unreadable.length} ${what} could not be checked`, {
      kind: 'curable',
      remedy: first,
    });
  }
  return { dispatches, notices };
}

function logKeys(checked: CheckedKeys, log: Log): void {
  const { dispatchId, kind, keys } = checked;
  const told = `the contact was notified: ${kind}`;
  if (checked.outcome !== 'sent') logNotSent(checked, { dispatchId }, log);
  else if (kind === 'recipients') log.warn(told, { dispatchId, recipients: keys });
  else log.info(told, { dispatchId, reports: keys });
}

function logNotSent({ outcome, reason }: NoticeResult, of: Fields, log: Log): void {
  const because = { ...of, reason: withoutAddresses(reason) };
  if (outcome === 'pending') log.error('the contact could not be notified yet', because);
  else if (outcome === 'refused') {
    log.count('ActionNeeded', 1);
    log.error('a notice did not reach its contact', because);
  } else log.info('a notice was dropped', because);
}

function logCheck(checked: CheckedDispatch, log: Log): void {
  const { dispatchId, schedule, added, arrived, open } = checked;
  const fields = { dispatchId, cron: schedule?.cron, timeZone: schedule?.timeZone, open };
  if (checked.manifestMissing) {
    log.count('ManifestMissing', 1);
    log.error('the manifest was missing, and has been written', { ...fields, added });
  } else if (added > 0) {
    log.count('DueAdded', added);
    log.error('reports were missing in the manifest, and have been added', { ...fields, added });
  }
  if (arrived > 0) {
    log.count('ReportsDue', arrived);
    log.info('a version of the programme has arrived', { ...fields, due: arrived });
  }
  if (checked.settled) log.info('settled', fields);
}

function logNotice(checked: CheckedNotice, log: Log): void {
  const { dispatchId, kind, isNew, reports, file } = checked;
  if (isNew) {
    if (kind === 'not-delivered' || kind === 'not-sent') log.count('ReportsFailed', reports);
    if (kind === 'action') log.count('ActionNeeded', reports);
  }
  if (checked.outcome === 'sent') {
    const say = kind === 'delivered' ? log.info : log.error;
    if (file === undefined) say(`the contact was notified: ${kind}`, { dispatchId, reports });
    else say(`a notice was written to a file: ${kind}`, { dispatchId, reports, file });
  } else logNotSent(checked, { dispatchId, notice: kind, reports }, log);
  for (const command of checked.commands) {
    log.error('not delivered; the command sends what is missing', { dispatchId, command });
  }
}
