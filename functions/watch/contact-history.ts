/** The mails to contacts since a date. */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import { shortListText } from '#base/text/one-line.ts';
import * as objects from '#runs/store/objects.ts';
import { catchUnreadable } from '#runs/store/stored-object.ts';
import { factTopicId } from './contacts/facts.ts';
import { readContactMailOutcome } from './contacts/notify-contacts.ts';
import type { HistoryQuery } from './report-history.ts';

const readAtOnce = 32;
const maxNamed = 5;

/** @param query `projects` and `reports` are keys; an empty list means all of them */
export async function readContactMailsSince(store: ObjectStore, { since, projects, reports }: HistoryQuery) {
  const prefix = objects.contactMail.under({});
  // A key has the date of its facts, so its mail may be days newer.
  const keys = await store.list(prefix, { after: `${prefix}${since.subtract({ days: 4 })}` });
  const mails = await mapConcurrently(objects.contactMail.in(keys), readAtOnce, (of) =>
    catchUnreadable(objects.contactMail.key(of), async () => {
      const { message, facts } = await objects.contactMail.readExisting(store, of);
      const outcome = await readContactMailOutcome(of, keys, store);
      const { date, subject, to } = message;
      return { at: Temporal.Instant.from(date), to: to.join(', '), outcome, subject, facts };
    }),
  );
  const isAskedFor = (id: string) => {
    const [project = '', report = ''] = reportKeysOfFact(id);
    const isIn = (key: string, asked: readonly string[]) => asked.length === 0 || asked.includes(key);
    return isIn(project, projects) && isIn(report, reports);
  };
  // One more day, because in the east the UTC date is behind the local date.
  const isSince = (at: Temporal.Instant) => at.toString() >= since.subtract({ days: 1 }).toString();
  const timeOf = (mail: (typeof mails)[number]) => ('at' in mail ? mail.at.epochMilliseconds : 0);
  return mails
    .filter((mail) => 'unreadable' in mail || (mail.facts.some(isAskedFor) && isSince(mail.at)))
    .toSorted((one, other) => timeOf(one) - timeOf(other));
}

/** `['riverside', 'weekly']`; empty if the fact is not about a report. */
function reportKeysOfFact(id: string): readonly string[] {
  return /([a-z0-9-]+)_([a-z0-9-]+)/.exec(factTopicId(id))?.slice(1) ?? [];
}

/** `riverside weekly, riverside nights`; empty if no fact is about a report. */
export function reportsOfFactsText(ids: readonly string[]): string {
  const names = ids.map((id) => reportKeysOfFact(id).join(' ')).filter((name) => name !== '');
  return shortListText([...new Set(names)], maxNamed);
}
