/** A contact of reports, the facts that they are notified of, and the checks that find these facts. */
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import * as objects from '#runs/store/objects.ts';
import { factKinds, type NotifiableFact } from '#watch/contacts/facts.ts';
import {
  findReportFacts,
  type ReportFactContext,
  type ReportState,
} from '#watch/contacts/late-and-failed-reports.ts';
import { type NotifyOneContactWorld, notifyContact } from '#watch/contacts/notify-contacts.ts';
import { cloudSendAgainFormatter } from '#watch/send-again-command.ts';
import { aSiteConfiguration } from '../a-world.ts';
import { createMemoryStore } from '../memory-store.ts';
import { createRecordingMailer } from '../recording-mailer.ts';
import { aClock, anAttempt } from './a-delivery.ts';

/** An instant: `15:00` of the Friday on which reports are due at 14:00, or a time with its date; in UTC. */
export function instant(time: string): Temporal.Instant {
  return Temporal.Instant.from(time.includes('T') ? `${time}:00Z` : `2026-11-20T${time}:00Z`);
}

/** A check at which the queue has only delayed messages. */
export function aMoment(time: string, changes: Partial<ReportFactContext> = {}): ReportFactContext {
  return {
    store: createMemoryStore(),
    at: instant(time),
    isDraining: false,
    isHeldByStop: false,
    sendAgain: cloudSendAgainFormatter({ name: 'lookahead-prod-report', region: 'eu-west-2' }),
    ...changes,
  };
}

/** The facts about these reports, found separately for each contact of each dispatch. */
export function factsOf(
  reports: readonly ReportState[],
  moment: ReportFactContext,
): readonly NotifiableFact[] {
  const own = Map.groupBy(reports, ({ contact, dispatchId }) => `${dispatchId} ${contact}`);
  return [...own.values()].flatMap((some) => findReportFacts(some, moment));
}

/** The facts in the order of the mail, as `late: a b · old: c`: for each kind, the projects or other subjects. */
export function factSummary(facts: readonly NotifiableFact[]): string {
  const own = Map.groupBy(facts, ({ kind }) => kind);
  return factKinds
    .flatMap((kind) => {
      const about = own.get(kind)?.map(({ id }) => aboutOf(id));
      return about ? `${kind}: ${about.join(' ')}` : [];
    })
    .join(' · ');
}

function aboutOf(id: string): string {
  const [kind, subject = ''] = id.split(':');
  return kind === 'programme' ? subject.replace(/\/.*/, '') : subject.replace(/^.*\/|_.*$/g, '');
}

/** A contact, the log of the mails to them, and a mail service. */
export function aContact({ start = '2026-11-20T14:00:05Z' } = {}) {
  const store = createMemoryStore();
  const mailer = createRecordingMailer({ repeatable: false });
  const clock = aClock(start);
  const log = () => store.list(objects.contactMail.under({}));
  let checks = 0;
  /** The dependencies of one check. Each check is an attempt with its own `owner`. */
  const teller = (changes: Partial<NotifyOneContactWorld> = {}): NotifyOneContactWorld => ({
    ...anAttempt({ store, mailer, now: clock.now, owner: `check-${++checks}` }),
    configuration: { ...aSiteConfiguration(), from: 'lookahead@example.com', fromName: 'Lookahead' },
    stopped: {},
    ...changes,
  });
  return {
    ...{ store, mailer, clock, log, teller },
    /** Notifies the contact as a check does, and returns the result. */
    tell: async (candidates: readonly NotifiableFact[], changes: Partial<NotifyOneContactWorld> = {}) =>
      notifyContact(candidates, await log(), teller(changes)),
    at: (time: string) => clock.advance(instant(time).since(clock.now())),
    subjects: async () => {
      const mails = await Promise.all(mailer.taken.map(({ raw }) => PostalMime.parse(raw)));
      return mails.map(({ subject }) => subject);
    },
  };
}

/** A fact that is not about a report. */
export function aFact(id: string, changes: Partial<NotifiableFact> = {}): NotifiableFact {
  return {
    kind: 'late',
    id,
    to: 'planner@example.com',
    since: instant('14:00'),
    text: { what: `what ${id} says` },
    ...changes,
  };
}
