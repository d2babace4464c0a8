/**
 * Notifies contacts of the facts that hold at a check: reads facts and logs once, then mails the contacts concurrently.
 *
 * The log of a contact is its numbered mails, each with the ids of its facts. The check that creates mail n sends it,
 * so two checks never report the same fact. A mail that could not be sent is not retried unchanged: the next check
 * replaces it with a mail of the facts that hold then.
 */

import { Temporal } from 'temporal-polyfill';
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { shortDigest } from '#base/digest.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { isWithinLast } from '#base/recent.ts';
import { resentSubject } from '#mail/subject.ts';
import { isPlanningServiceDown } from '#queue/outage.ts';
import { type MessageSendingWorld, planningServiceId } from '#runs/attempt.ts';
import { deliverMessage } from '#runs/messages/deliver-message.ts';
import { hasUnansweredSend } from '#runs/messages/message-history.ts';
import { readLatestMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import {
  type ContactMailKeyValues,
  contactAddressDigest,
  contactMailPrefixesAndName,
  contactMessageId,
  type DispatchId,
  runPrefix,
  startOfUtcDate,
  utcDate,
} from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import {
  catchUnreadable,
  type UnreadableObject,
  unreadableObjectHandler,
} from '#runs/store/stored-object.ts';
import { NoTimeLeftError } from '#runs/time-left.ts';
import type { CheckDependencies } from '#watch/world.ts';
import {
  type FactSearchContext,
  findAnswerFacts,
  findInboxFacts,
  findReminderFacts,
} from './answers-reminders-and-inbox.ts';
import {
  type ContactMailOutcome,
  factKindSettings,
  factMailGroup,
  factTopicId,
  factUrgencyKey,
  isNotified,
  type NotifiableFact,
} from './facts.ts';
import { findRecipientFacts } from './failed-recipients.ts';
import {
  dataProblemKeyValues,
  findReportFacts,
  minutesUntilLate,
  type ReportFactContext,
  type ReportState,
} from './late-and-failed-reports.ts';
import { composeContactMail } from './mail-layout.ts';

const contactsAtOnce = 32;
/**
 * Seconds that a contact gets no further mail after one, unless a new fact is urgent.
 * @tunable
 */
const minSecondsBetweenMails = 3_600;
/**
 * Minutes after mail is resumed, or after a dispatch makes its reports due, in which no report counts as late.
 * @tunable
 */
const minutesUntilLateAfterStop = 30;

export type NotifyWorld = MessageSendingWorld & CheckDependencies;

export type CheckFindings = Pick<FactSearchContext, 'at' | 'from'> & {
  readonly reports: readonly ReportState[];
  /** Sentences about unreadable manifests, each with all known reports of the same dispatch. */
  readonly damaged: readonly { readonly sentence: string; readonly reports: readonly ReportState[] }[];
} & Pick<ReportFactContext, 'isDraining' | 'isGathering'>;

/** `outcome`: the outcome of the mails that report the fact; undefined if there is no mail. */
type LoggedFact = NotifiableFact & { readonly outcome?: ContactMailOutcome | undefined };
type LoggedMail = ContentOf<typeof objects.contactMail> & ContactMailResult;
type ContactMailResult = {
  readonly outcome: ContactMailOutcome;
  readonly reason?: string;
  /** The path, if the mail was written to a file. */
  readonly file?: string;
};
export type AttemptedContactMail = ContactMailResult & { readonly facts: readonly LoggedFact[] };

export type NotifyContactsResult = Awaited<ReturnType<typeof notifyContacts>>;

/**
 * @returns `tried`: the mails that were begun; `left`: number of contacts for whom time ran out; `told`: ids of
 *   reported facts; `open`: topics (`factTopicId`) of facts that are unreported, or whose mail is pending;
 *   `unreadable`: objects that could not be read; `since`: when the stored facts and pending mails that were open began
 */
export async function notifyContacts(
  { at, from, isDraining, isGathering, ...findings }: CheckFindings,
  world: NotifyWorld,
) {
  const { store } = world;
  const finding: FactSearchContext = { ...world, at, from, unreadable: [], openSince: [] };
  const { unreadable, openSince } = finding;
  // The error is ignored: if the stop cannot be read, nothing is mailed anyway.
  const stop = await readLatestMailStopOrResume(store).catch(() => undefined);
  const isStopped = stop?.became === 'stopped';
  // `Math.abs`, because another machine set `stop.at`, and its clock may be ahead of this one.
  const wasStopped =
    stop !== undefined && Math.abs(at.since(stop.at).total('minutes')) < minutesUntilLateAfterStop;
  const moment = {
    ...world,
    at,
    isDraining,
    isGathering,
    isHeldByStop: isStopped || wasStopped,
  };
  const known = { isDown: serviceDownReader(at, world), madeAt: dispatchTimesReader(store) };
  const reports = await mapConcurrently(findings.reports, contactsAtOnce, (one) =>
    withStoredState(one, finding, known),
  );
  const byTime = reports.toSorted((one, other) => Temporal.Instant.compare(one.due, other.due));
  const byDispatch = Map.groupBy(
    byTime,
    ({ contact, dispatchId }) => `${dispatchId} ${contactAddressDigest(contact)}`,
  );
  const candidates: readonly NotifiableFact[] = [
    ...[...byDispatch.values()].flatMap((own) => findReportFacts(own, moment)),
    ...(await findRecipientFacts(finding)),
    ...(await findAnswerFacts(finding)),
    ...(await findInboxFacts(finding)),
    ...(await findReminderFacts(finding)),
    ...findings.damaged.flatMap(({ sentence, reports }) =>
      reports.map(({ contact: to, projectName }) => {
        const text = { what: projectName, details: [sentence] };
        return { kind: 'damaged' as const, id: `damaged:${shortDigest(sentence)}`, to, since: at, text };
      }),
    ),
  ];
  const contacts = Map.groupBy(candidates, ({ to }) => contactAddressDigest(to));
  const prefix = objects.contactMail.under({});
  const listed = await store.list(prefix, { after: `${prefix}${utcDate(from)}` });
  const logs = Map.groupBy(listed, (key) => key.split('/')[2] ?? '');
  for (const [contact, log] of logs) {
    for (const of of objects.contactMail.in(log)) {
      if (settlingKind(of, log) !== undefined) continue;
      openSince.push(startOfUtcDate(of.date));
      getOrInsert(contacts, contact, () => []);
    }
  }

  const notifyWorld = { ...world, stopped: isStopped ? { reason: 'It is stopped.' } : {} };
  const told = new Set<string>();
  const open = new Set<string>();
  const tried: AttemptedContactMail[] = [];
  let left = 0;
  await mapConcurrently(contacts, contactsAtOnce, async ([contact, own]) => {
    const tell = () => notifyContact(own, logs.get(contact) ?? [], notifyWorld);
    const result = await catchUnreadable(`the mails to a contact, ${contact}`, tell).catch(
      (error: unknown) => {
        if (!(error instanceof NoTimeLeftError)) throw error;
        left += 1;
      },
    );
    if (result && 'of' in result) unreadable.push(result);
    const isDone = result !== undefined && 'facts' in result;
    if (isDone) {
      tried.push(...result.tried);
      unreadable.push(...result.unreadable);
    }
    const facts: readonly LoggedFact[] = isDone ? result.facts : own;
    for (const { id, outcome, markNotified } of facts) {
      if (isNotified(outcome)) told.add(id);
      if (!isNotified(outcome) || outcome === 'pending') open.add(factTopicId(id));
      else await markNotified?.(outcome === 'sent');
    }
  });
  return { tried, left, told, open, unreadable, since: openSince };
}

/**
 * Completes the state of a report with what else is stored about it. `findReportFacts` decides from the result which
 * facts hold.
 */
async function withStoredState(
  report: ReportState,
  { store, at }: FactSearchContext,
  known: {
    readonly isDown: ReturnType<typeof serviceDownReader>;
    readonly madeAt: ReturnType<typeof dispatchTimesReader>;
  },
): Promise<ReportState> {
  const { project, state, due, deliverBy, dispatchId, dataProblem } = report;
  if (state === 'done') {
    // A contact is notified of a problem once, even if many reports and weeks have it.
    const isKnown =
      dataProblem && (await store.get(objects.dataProblemNotified.key(dataProblemKeyValues(report))));
    return isKnown ? { ...report, dataProblem: undefined } : report;
  }
  const isInTime = Temporal.Instant.compare(at, deliverBy) < 0;
  if (isInTime && (state !== 'waiting' || isWithinLast(minutesUntilLate * 60, due, at))) return report;
  const isServiceDown = state === 'waiting' && (await known.isDown(project));
  if (isInTime) {
    const made = (await known.madeAt(dispatchId)) ?? due;
    return { ...report, isServiceDown, isNewlyDue: isWithinLast(minutesUntilLateAfterStop * 60, made, at) };
  }
  const mayHaveBeenSent = hasUnansweredSend(await store.list(runPrefix(report)));
  return { ...report, isServiceDown, mayHaveBeenSent };
}

/** Reads when a dispatch made its first reports due. Cached, because a manifest may list thousands of reports. */
function dispatchTimesReader(store: ObjectStore) {
  const known = new Map<string, Promise<Temporal.Instant | undefined>>();
  return async (dispatchId: DispatchId) =>
    getOrInsert(known, dispatchId, async () => {
      const manifest = objects.dispatchManifest.read(store, { tests: '', dispatchId, n: 1 });
      const { at } = (await manifest.catch(unreadableObjectHandler(() => undefined))) ?? {};
      return at === undefined ? undefined : Temporal.Instant.from(at);
    });
}

/** If its state cannot be read, a service counts as up: the mail goes out without that cause. */
function serviceDownReader(at: Temporal.Instant, { store, configuration }: NotifyWorld) {
  const known = new Map<string, Promise<boolean>>();
  return async (key: string) => {
    const project = configuration.projects.find((one) => one.key === key);
    const service = project ? planningServiceId(project) : '';
    return getOrInsert(known, service, () =>
      isPlanningServiceDown(service, { store, at }).catch(() => false),
    );
  };
}

/** Of several mails with a fact, the last outcome in this list counts: an unsent mail does not undo a sent one. */
const outcomesByWeight = ['replaced', 'perhaps-sent', 'failed', 'sent', 'pending'] as const;

/** `stopped.reason`: why no mail is sent; also set if the mail service refuses one for a reason that affects all. */
export type NotifyOneContactWorld = MessageSendingWorld &
  Pick<NotifyWorld, 'configuration'> & { readonly stopped: { reason?: string } };

/**
 * @param candidates facts that may hold; empty if only a pending mail is left
 * @param keys all keys of the contact's log
 * @throws NoTimeLeftError; RunStoreError for an unreadable object; errors of the store
 */
export async function notifyContact(
  candidates: readonly NotifiableFact[],
  keys: readonly string[],
  by: NotifyOneContactWorld,
) {
  const { store, clock, stopped, configuration, restoredAt } = by;
  by.checkTime?.({ kind: 'send' });
  const log = objects.contactMail.in(keys).toSorted((one, other) => one.n - other.n);
  const mails: LoggedMail[] = [];
  const unreadable: UnreadableObject[] = [];
  for (const of of log) {
    const read = async () => {
      const mail = await objects.contactMail.readExisting(store, of);
      mails.push({ ...mail, outcome: 'perhaps-sent' });
      const outcome = await readContactMailOutcome(of, keys, store);
      const isTried = outcome === 'pending' && stopped.reason === undefined;
      return {
        ...mail,
        ...(isTried ? await deliverContactMail(of, mail, { ...by, storedState: 'replaced' }) : { outcome }),
      };
    };
    const known = mails.length;
    const mail = await catchUnreadable(objects.contactMail.key(of), read);
    // An unreadable mail must not suppress its facts: they are sent again, marked as resent.
    if ('unreadable' in mail) unreadable.push(mail);
    else mails.splice(known, 1, mail);
  }
  const factsThatHold = (): readonly LoggedFact[] => {
    const told = new Map<string, ContactMailOutcome>();
    for (const outcome of outcomesByWeight) {
      for (const { facts } of mails.filter((mail) => mail.outcome === outcome)) {
        for (const id of facts) told.set(id, outcome).set(id.split(':').slice(0, 2).join(':'), outcome);
      }
    }
    const all = candidates.filter(({ holds }) => holds?.(told) ?? true);
    return [...new Map(all.map((fact) => [fact.id, { ...fact, outcome: told.get(fact.id) }])).values()];
  };

  const tried: AttemptedContactMail[] = [];
  const due = factsThatHold().filter(({ outcome }) => !isNotified(outcome));
  for (const [group, facts] of Map.groupBy(due, ({ id }) => factMailGroup(id))) {
    const now = clock.now();
    const isRecent = ({ outcome, message }: LoggedMail) =>
      outcome === 'pending' ||
      (isNotified(outcome) && isWithinLast(minSecondsBetweenMails, Temporal.Instant.from(message.date), now));
    const recent = mails.filter((mail) => factMailGroup(mail.facts[0]) === group && isRecent(mail));
    const said = new Set(recent.flatMap((mail) => mail.facts.map(factUrgencyKey)));
    const isNow = ({ id, kind, since }: NotifiableFact) => {
      const { isUrgent, gatherMinutes = 0 } = factKindSettings(kind);
      if (recent.length > 0) return isUrgent && !said.has(factUrgencyKey(id));
      return now.since(since).total('minutes') >= gatherMinutes;
    };
    const [first] = facts;
    if (first === undefined || stopped.reason !== undefined || !facts.some(isNow)) continue;
    const written = composeContactMail(facts);
    // A restored backup may lack mails that were sent.
    const isAgain = facts.some(
      ({ outcome, since }) =>
        unreadable.length > 0 ||
        outcome === 'perhaps-sent' ||
        (restoredAt && Temporal.Instant.compare(since, restoredAt) <= 0),
    );
    const { from, fromName } = configuration;
    const mail = {
      facts: facts.map(({ id }) => id),
      message: {
        ...{ id: contactMessageId, audience: { kind: 'everyone' as const }, from, fromName, to: [first.to] },
        ...{ cc: [], replyTo: [...new Set(facts.flatMap(({ replyTo = [] }) => replyTo))] },
        ...{ date: now.toString(), attachments: [], ...written },
        subject: isAgain ? resentSubject(written.subject) : written.subject,
      },
    };
    // The date comes from the facts, not from the clock, so that two checks around midnight agree on the key.
    const sinces = [now.subtract({ hours: 48 }), ...facts.map(({ since }) => since)];
    const [latest = now] = sinces.sort(Temporal.Instant.compare).reverse();
    const given = { date: utcDate(latest), contact: contactAddressDigest(first.to) };
    let tries = 0;
    const next = async () => (++tries === 1 ? mail : undefined);
    const n = await appendNumberedObject(objects.contactMail, store, given, next, log.at(-1)?.n ?? 0);
    // A second try means that another check created mail n first.
    if (tries > 1) continue;
    log.push({ ...given, n });
    const result = await deliverContactMail({ ...given, n }, mail, { ...by, storedState: 'new' });
    tried.push({ ...result, facts });
    mails.push({ ...mail, ...result });
  }
  return { tried, facts: factsThatHold(), unreadable };
}

/** @param log keys of the contact's log */
export async function readContactMailOutcome(
  of: ContactMailKeyValues,
  log: readonly string[],
  store: ObjectStore,
): Promise<ContactMailOutcome> {
  const settled = settlingKind(of, log);
  if (settled !== objects.messageFailed) return settled ? 'sent' : 'pending';
  return (
    (await objects.messageFailed.readExisting(store, contactMailPrefixesAndName(of))).replaced ?? 'failed'
  );
}

/** Returns the kind of object that records the end of a mail; undefined while the mail is pending. */
function settlingKind(of: ContactMailKeyValues, log: readonly string[]) {
  return [objects.messageSent, objects.messageFailed].find((kind) =>
    log.includes(kind.key(contactMailPrefixesAndName(of))),
  );
}

async function deliverContactMail(
  of: ContactMailKeyValues,
  { message }: Pick<LoggedMail, 'message'>,
  { storedState, ...by }: NotifyOneContactWorld & { readonly storedState: 'new' | 'replaced' },
): Promise<ContactMailResult> {
  const due = Temporal.Instant.from(message.date);
  const run = {
    ...contactMailPrefixesAndName(of),
    due,
    workbooks: [],
    onAmbiguous: 'resend',
    storedState,
  } as const;
  const outcome = await deliverMessage(message, run, by).catch((error: unknown) => {
    // Time ran out before the next try. If the last try was refused, the refusal is stored already.
    if (error instanceof NoTimeLeftError) return { kind: 'waiting' as const, reason: error.message };
    throw error;
  });
  if (outcome.kind === 'refused' && outcome.affects) by.stopped.reason = outcome.reason;
  const failed = outcome.kind === 'failed' ? await objects.messageFailed.read(by.store, run) : undefined;
  return {
    outcome: failed?.replaced ?? contactMailOutcomes[outcome.kind],
    ...('reason' in outcome ? { reason: outcome.reason } : {}),
    ...(outcome.kind === 'in outbox' ? { file: outcome.messageId } : {}),
  };
}

const contactMailOutcomes = {
  refused: 'pending',
  waiting: 'pending',
  failed: 'failed',
  'in outbox': 'sent',
  sent: 'sent',
  'would be sent': 'sent',
} as const;
