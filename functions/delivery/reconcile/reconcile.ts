/**
 * Compares what is due with what was done, every few minutes: what was configured late is added, what no message carries
 * is queued again, contacts get the notices that are due, and what is finished is not looked at any more.
 */
import { Temporal } from 'temporal-polyfill';
import { together } from '../../base/together.ts';
import type { Sender } from '../attempt.ts';
import type { QueueDepth } from '../dispatch/job-queue.ts';
import { isDown, serviceId, waitsForService } from '../jobs/outage.ts';
import { readStop } from '../messages/stoppable-mailer.ts';
import {
  causesOf,
  type DueNotice,
  dueNotices,
  isDraining,
  isRecent,
  isTrueOf,
  type StoredNotice,
} from '../notify/due-notices.ts';
import {
  continueNotice,
  type NoticeResult,
  type NoticeState,
  type Notifier,
  notifyContact,
  readNotices,
} from '../notify/notify-contact.ts';
import { attemptsOf, readAllAttempts } from '../store/attempts.ts';
import { noticeOfKey, noticesPrefix, reportInDispatch } from '../store/dispatch-keys.ts';
import { type DispatchId, timeOfDispatch } from '../store/run-id.ts';
import type { World } from '../world.ts';
import { notifyOfRecipients } from './failed-recipients.ts';
import { readLookBack, saveLooked } from './look-back.ts';
import {
  isOpen,
  isolated,
  lostJobs,
  type OpenDispatch,
  type Unreadable,
  unqueuedJobs,
} from './open-dispatch.ts';
import { openDispatches } from './open-dispatches.ts';
import { openRequests } from './open-requests.ts';
import { firstToTell } from './stale-programmes.ts';

export type Reconciler = Sender &
  Pick<World, 'configuration' | 'programmes' | 'queue' | 'sendAgain' | 'awsRegion' | 'schedules'> & {
    /** Set for the first check of a process whose queue began empty. */
    readonly queueIsNew?: boolean | undefined;
  };

/** The result of checking one dispatch or request. */
export type CheckedDispatch = Pick<
  OpenDispatch,
  'dispatchId' | 'schedule' | 'added' | 'arrived' | 'manifestMissing' | 'damaged'
> & {
  /** Reports that are still to be tried. */
  readonly open: number;
  readonly settled: boolean;
};

/** What became of a notice: one that this check made, or one that could not be sent before. */
export type CheckedNotice = NoticeResult &
  Pick<StoredNotice, 'dispatchId' | 'kind'> & {
    readonly isNew: boolean;
    /** How many it is about. */
    readonly reports: number;
    /** The commands that send the reports which it says are not delivered; addresses of requests are in none. */
    readonly commands: readonly string[];
  };

/**
 * @returns the result for each dispatch and notice, those of recipients whom a message did not reach apart, and the number
 *   of jobs that were lost and queued again
 * @throws what the store and the queue throw
 */
export async function reconcileDue(at: Temporal.Instant, parts: Reconciler) {
  const lookBack = await readLookBack(parts.store, at);
  const { found, keys } = await openDispatches(at, lookBack, parts);
  const requests = await openRequests(at, lookBack, parts);
  const all = [...found, ...requests];
  const reports = all.flatMap((one) => ('reports' in one ? one.reports : []));
  const isAnyOpen = reports.some((report) => isOpen(report, at));
  const depth = isAnyOpen ? await parts.queue.depth() : nothing;
  const lost = parts.queueIsNew ? unqueuedJobs(reports, at) : lostJobs(reports, depth, at);
  if (lost.length > 0) await parts.queue.send(lost);

  const { stored, unreadable } = await readAllNotices(keys, parts);
  const dispatches: (CheckedDispatch | Unreadable)[] = all.filter((one) => 'unreadable' in one);
  const notices: (CheckedNotice | Unreadable)[] = [...unreadable];
  const moment = { now: at, isDraining: isDraining(depth), isHeld: await isHeld(at, parts) };
  const damaged = new Set(unreadable.map(({ of }) => of));
  const scheduled = found.filter((one) => 'reports' in one).filter((one) => !damaged.has(one.dispatchId));
  const groups: Group[] = [{ dispatches: scheduled, stored }];
  for (const one of requests) {
    if ('unreadable' in one) continue;
    const own = await isolated(one.dispatchId, () => readNotices(parts, one.dispatchId));
    if ('unreadable' in own) notices.push(own);
    else groups.push({ dispatches: [one], stored: own });
  }
  const open: Temporal.Instant[] = [];
  for (const group of groups) {
    const told = await tell(group, moment, parts);
    notices.push(...told.notices);
    const checked = await together(group.dispatches, atOnce, async (one) => {
      const finished = await finish(one, { at, ...told }, parts);
      if (!finished.settled) open.push(one.since);
      return finished;
    });
    dispatches.push(...checked);
    const recent = told.stored.filter((notice) => isRecent(notice, at));
    open.push(...recent.flatMap((notice) => timeOfDispatch(notice.dispatchId) ?? []));
  }
  const { recipients, since } = await notifyOfRecipients(at, { ...lookBack, stored }, parts);
  await saveLooked(parts.store, at, { ...lookBack, open: [...open, ...since] });
  return { dispatches, notices, queuedAgain: lost.length, recipients };
}

const nothing: QueueDepth = { all: 0, delayed: 0 };
/** After an absence of weeks there are hundreds of dispatches. */
const atOnce = 16;

/** Minutes within which what waited for a stop to end goes out. */
const minutesUntilResumed = 30;

/** Whether what is late is so by a stop, which its contact is not told of: it goes out soon after the mail goes on. */
async function isHeld(at: Temporal.Instant, { store }: Pick<World, 'store'>): Promise<boolean> {
  // Where it cannot be read, nothing is mailed.
  const stop = await readStop(store).catch(() => undefined);
  if (stop?.became !== 'resumed') return stop !== undefined;
  // By the clock of another machine, which may be ahead.
  return Math.abs(at.since(stop.at).total('minutes')) < minutesUntilResumed;
}

/** The notices that are stored with dispatches. @param keys of those dispatches */
async function readAllNotices(
  keys: readonly string[],
  parts: Pick<World, 'store'>,
): Promise<{ readonly stored: readonly NoticeState[]; readonly unreadable: readonly Unreadable[] }> {
  const stored: NoticeState[] = [];
  const unreadable: Unreadable[] = [];
  for (const dispatchId of new Set(keys.flatMap((key) => noticeOfKey(key)?.dispatchId ?? []))) {
    const below = keys.filter((key) => key.startsWith(noticesPrefix(dispatchId)));
    const own = await isolated(dispatchId, () => readNotices(parts, dispatchId, below));
    if ('unreadable' in own) unreadable.push(own);
    else stored.push(...own);
  }
  return { stored, unreadable };
}

/** What contacts are told of together: all that schedules made due, or one request. */
type Group = { readonly dispatches: readonly OpenDispatch[]; readonly stored: readonly NoticeState[] };

type Told = {
  readonly notices: readonly (CheckedNotice | Unreadable)[];
  readonly stored: readonly StoredNotice[];
  /** Notices that have to wait, because the contact has just been told of the same. */
  readonly waiting: readonly DueNotice[];
};

/** Sends the notices that are due, and those that could not be sent before. */
async function tell(
  { dispatches, stored: before }: Group,
  moment: Parameters<typeof dueNotices>[2] & { readonly isHeld: boolean },
  parts: Reconciler,
): Promise<Told> {
  // A report that was added just now is not late before the next check.
  const reports = dispatches.filter((one) => one.added + one.arrived === 0).flatMap((one) => one.reports);
  const truth = truthOf(dispatches, parts);
  const stored: StoredNotice[] = [];
  const notices: (CheckedNotice | Unreadable)[] = [];
  const note = (
    notice: Omit<StoredNotice, 'outcome'>,
    result: NoticeResult | Unreadable,
    made: Pick<CheckedNotice, 'isNew' | 'commands'>,
  ) => {
    if ('unreadable' in result) {
      notices.push(result);
      stored.push({ ...notice, outcome: 'pending' });
      return;
    }
    const { dispatchId, kind } = notice;
    notices.push({ dispatchId, kind, reports: notice.reports.length, ...made, ...result });
    stored.push({
      ...notice,
      outcome: result.outcome,
      sentAt: result.outcome === 'sent' ? moment.now : undefined,
    });
  };
  const isPending = ({ kind, outcome }: NoticeState) => outcome === 'pending' && kind !== 'recipients';
  // What would be said in place of what waits for the mail service: a notice that has become a part of it is dropped.
  const instead = dueNotices(
    reports,
    before.map((notice) => (isPending(notice) ? { ...notice, outcome: 'dropped' } : notice)),
    moment,
  );
  for (const notice of before) {
    if (!isPending(notice)) {
      stored.push(notice);
      continue;
    }
    const whole = instead.find(({ kind, contact }) => kind === notice.kind && contact === notice.contact);
    // The notice of a file in the inbox is about no report, and no other notice says the same.
    const isPart =
      notice.reports.length > 0 &&
      whole?.reports.some((report) => !notice.reports.includes(reportInDispatch(report)));
    const isTrue = isPart || (moment.isHeld && notice.kind === 'late') ? async () => false : truth;
    const { dispatchId, name } = notice;
    const result = await isolated(dispatchId, () => continueNotice(dispatchId, name, { ...parts, isTrue }));
    note(notice, result, { isNew: false, commands: [] });
  }
  // Another check may add to what was lost, which is one mail.
  const isGathering = dispatches.some(({ added }) => added > 0);
  const due = dueNotices(reports, stored, moment).map((notice) =>
    (isGathering && notice.kind === 'not-delivered') || (moment.isHeld && notice.kind === 'late')
      ? { ...notice, isTooSoon: true }
      : notice,
  );
  const now = due.filter(({ isTooSoon }) => !isTooSoon);
  for (const notice of await firstToTell(now, { store: parts.store, at: moment.now })) {
    const { kind, reports: listed } = notice;
    const made = { ...notice, causes: causesOf(kind, listed), reports: listed.map(reportInDispatch) };
    const result = await isolated(notice.dispatchId, async () =>
      notifyContact(await withCauses(notice, moment.now, parts), { ...parts, isTrue: truth }),
    );
    const left = kind === 'not-delivered' ? listed.filter(({ request }) => request === undefined) : [];
    note(made, result, { isNew: true, commands: left.map(parts.sendAgain) });
  }
  return { notices, stored, waiting: due.filter(({ isTooSoon }) => isTooSoon) };
}

/** Settles a dispatch once nothing is left of it. */
async function finish(
  dispatch: OpenDispatch,
  { at, stored, waiting }: Pick<Told, 'stored' | 'waiting'> & { readonly at: Temporal.Instant },
  parts: Reconciler,
): Promise<CheckedDispatch> {
  const { dispatchId, schedule, reports, added, arrived, manifestMissing, damaged } = dispatch;
  const open = reports.filter((report) => isOpen(report, at)).length;
  const mayStillGrow = schedule !== undefined && mayGrow(dispatchId, at, parts);
  const namesIn = (of: readonly StoredNotice[]) => new Set(of.flatMap((notice) => notice.reports));
  const told = namesIn(
    stored.filter(({ kind, outcome }) => kind === 'not-delivered' && outcome !== 'dropped'),
  );
  const pending = namesIn(stored.filter(({ outcome }) => outcome === 'pending'));
  for (const one of waiting.flatMap((notice) => notice.reports)) pending.add(reportInDispatch(one));
  const isOver = reports.every((report) => {
    const name = reportInDispatch(report);
    return (report.state === 'done' || told.has(name)) && !pending.has(name);
  });
  const settled = isOver && !mayStillGrow && dispatch.awaitsAnswer !== true;
  if (settled) await dispatch.settle();
  return { dispatchId, schedule, added, arrived, manifestMissing, damaged, open, settled };
}

/** Names the service that is down to the contact of reports without an attempt: the brake keeps their jobs from asking. */
async function withCauses(
  notice: DueNotice,
  at: Temporal.Instant,
  { store, configuration, restoredAt }: Reconciler,
): Promise<DueNotice> {
  const waiting = notice.reports.filter(({ state }) => state === 'waiting').map(({ project }) => project);
  const down = new Set<string>();
  for (const project of configuration.projects) {
    if (!waiting.includes(project.key)) continue;
    // A notice goes out also where the archive does not say it.
    if (await isDown(serviceId(project), { store, at }).catch(() => false)) down.add(project.key);
  }
  const failure = { kind: 'retryable', message: waitsForService } as const;
  const reports = notice.reports.map((report) => ({
    ...report,
    ...(report.state === 'waiting' && down.has(report.project) ? { failure } : {}),
    mayHaveGone: restoredAt !== undefined && Temporal.Instant.compare(report.due, restoredAt) <= 0,
  }));
  return { ...notice, reports };
}

/** A report may have been delivered since this check began, which waits for the mail service at times. */
function truthOf(dispatches: readonly OpenDispatch[], parts: Reconciler): NonNullable<Notifier['isTrue']> {
  const byName = new Map(
    dispatches.flatMap(({ reports }) => reports.map((report) => [reportInDispatch(report), report])),
  );
  return async ({ kind, reports: names }) => {
    const ids = new Set(names.flatMap((name) => byName.get(name)?.dispatchId ?? []));
    const read = async (id: DispatchId) => [id, await readAllAttempts(parts.store, id)] as const;
    const attempts = new Map(await together(ids, atOnce, read));
    return names.every((name) => {
      const report = byName.get(name);
      const own = report && attempts.get(report.dispatchId);
      const isDone = report && own && attemptsOf(own, report).done;
      return isTrueOf(isDone ? { ...report, state: 'done' } : report, kind, parts.clock.now());
    });
  };
}

/**
 * Until when a report may be configured that the schedule made due and the dispatch lacks: its deadline may be later
 * than those of all others.
 */
function mayGrow(dispatchId: DispatchId, at: Temporal.Instant, { configuration }: Reconciler): boolean {
  const hours = Math.max(...configuration.reports.map(({ deliverWithin }) => deliverWithin));
  const due = timeOfDispatch(dispatchId);
  return due !== undefined && at.epochMilliseconds < due.add({ hours }).epochMilliseconds;
}
