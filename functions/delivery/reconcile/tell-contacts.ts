/** What a check tells contacts: which notices are stored, what waits for the mail service, and what is due now. */
import { Temporal } from 'temporal-polyfill';
import { together } from '../../base/together.ts';
import type { Sender } from '../attempt.ts';
import { readStop } from '../messages/stoppable-mailer.ts';
import { causesOf, type DueNotice, dueNotices, isTrueOf, type StoredNotice } from '../notify/due-notices.ts';
import {
  continueNotice,
  type NoticeResult,
  type NoticeState,
  type Notifier,
  notifyContact,
  readNotices,
} from '../notify/notify-contact.ts';
import { isDown, serviceId, waitsForService } from '../queue/outage.ts';
import { attemptsOf, readAllAttempts } from '../store/attempts.ts';
import { noticeOfKey, noticesPrefix, reportInDispatch } from '../store/dispatch-keys.ts';
import type { DispatchId } from '../store/run-id.ts';
import type { World } from '../world.ts';
import { atOnce, isolated, type OpenDispatch, type Unreadable } from './open-dispatch.ts';
import { firstToTell } from './stale-programmes.ts';

type Teller = Sender & Pick<World, 'configuration' | 'sendAgain'>;

type Moment = Parameters<typeof dueNotices>[2] & {
  /** As of `isHeld`. */
  readonly isHeld: boolean;
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

/** Minutes within which what waited for a stop to end goes out. */
const minutesUntilResumed = 30;

/** Whether what is late is so by a stop, which its contact is not told of: it goes out soon after the mail goes on. */
export async function isHeld(at: Temporal.Instant, { store }: Pick<World, 'store'>): Promise<boolean> {
  // Where it cannot be read, nothing is mailed.
  const stop = await readStop(store).catch(() => undefined);
  if (stop?.became !== 'resumed') return stop !== undefined;
  // By the clock of another machine, which may be ahead.
  return Math.abs(at.since(stop.at).total('minutes')) < minutesUntilResumed;
}

/** The notices that are stored with dispatches. @param keys of those dispatches */
export async function readAllNotices(
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
export type Group = { readonly dispatches: readonly OpenDispatch[]; readonly stored: readonly NoticeState[] };

export type Told = {
  readonly notices: readonly (CheckedNotice | Unreadable)[];
  readonly stored: readonly StoredNotice[];
  /** Notices that a later check sends. */
  readonly waiting: readonly DueNotice[];
};

/** Sends the notices that are due, and those that could not be sent before. */
export async function tell(
  { dispatches, stored: before }: Group,
  moment: Moment,
  parts: Teller,
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
  const instead = before.some(isPending)
    ? dueNotices(
        reports,
        before.map((notice) => (isPending(notice) ? { ...notice, outcome: 'dropped' } : notice)),
        moment,
      )
    : [];
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
  const due = dueNotices(reports, stored, moment);
  // Another check may add to what was lost, which is one mail.
  const isGathering = dispatches.some(({ added }) => added > 0);
  const mustWait = ({ kind, isTooSoon }: DueNotice) =>
    isTooSoon || (isGathering && kind === 'not-delivered') || (moment.isHeld && kind === 'late');
  const now = due.filter((notice) => !mustWait(notice));
  for (const notice of await firstToTell(now, { store: parts.store, at: moment.now })) {
    const { kind, reports: listed } = notice;
    const made = { ...notice, causes: causesOf(kind, listed), reports: listed.map(reportInDispatch) };
    const result = await isolated(notice.dispatchId, async () =>
      notifyContact(await withCauses(notice, moment.now, parts), { ...parts, isTrue: truth }),
    );
    const left = kind === 'not-delivered' ? listed.filter(({ request }) => request === undefined) : [];
    note(made, result, { isNew: true, commands: left.map(parts.sendAgain) });
  }
  return { notices, stored, waiting: due.filter(mustWait) };
}

/** Names the service that is down to the contact of reports without an attempt: the brake keeps their jobs from asking. */
async function withCauses(
  notice: DueNotice,
  at: Temporal.Instant,
  { store, configuration, restoredAt }: Teller,
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
function truthOf(dispatches: readonly OpenDispatch[], parts: Teller): NonNullable<Notifier['isTrue']> {
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
