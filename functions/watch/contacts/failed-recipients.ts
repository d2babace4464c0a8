/** Facts about recipients whom a message did not reach, and about addresses that keep failing. */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { localDayOf } from '#base/day.ts';
import { sha256Of } from '#base/digest.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { shellQuoted } from '#base/text/shell.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { textLine } from '#mail/notice-layout.ts';
import { readManifests } from '#queue/due-reports.ts';
import type { FailedRecipient } from '#runs/messages/recipient-events.ts';
import { reportNameInKeys, startOfUtcDate, utcDate } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { type FactSearchContext, findFactsInStoredObjects } from './answers-reminders-and-inbox.ts';
import type { NotifiableFact } from './facts.ts';

const correctAddressText = 'Correct or remove the address: {place}.';
const ifAddressIsWrongText = 'If the address is wrong, correct or remove it: {place}.';
const notConfigured =
  'The address is no longer configured, or it was given in a request. Nothing has to be changed for the next report.';

/** Two texts for each kind of failure: an explanation, and a remedy. */
const failureExplanations: Readonly<
  Record<FailedRecipient['event'] | NonNullable<FailedRecipient['cause']>, readonly [string, string]>
> = {
  bounced: ['its mail server refused the message for good', correctAddressText],
  complained: [
    'the reader marked the message as spam',
    'Ask the reader, or remove the address: {place}. After too many complaints, the mail service stops all mail.',
  ],
  rejected: [
    'the mail service refused to send the message',
    'Check the workbook and the message for content that the mail service may object to.',
  ],
  'no address': ['the planning service has this text instead of an e-mail address', correctAddressText],
  undelivered: [
    'the message could not be delivered, for a reason that may be temporary',
    `Forward the report, and ask the reader whether other mail arrives. ${ifAddressIsWrongText}`,
  ],
  'not in time': [
    'its mail server did not accept the message within an hour, or by the last attempt',
    `Forward the report, and ask the reader why the mail server delayed it. ${ifAddressIsWrongText}`,
  ],
  'mailbox full': [
    'its mailbox is full',
    `Forward the report, and ask the reader to make room. ${ifAddressIsWrongText}`,
  ],
  'too large': [
    'its mail server does not accept messages of this size',
    `Make the report smaller, or ask the reader for a higher limit. ${ifAddressIsWrongText}`,
  ],
  'content refused': [
    'its mail server refused the message because of its content or attachments',
    `Ask whoever runs that mail server to let these messages through. ${ifAddressIsWrongText}`,
  ],
};

/**
 * Days without a failure after which an address counts as working: longer than the time between two monthly reports.
 */
const maxDaysBetweenFailures = 35;

type ContactAndAddress = { readonly contact: string; readonly address: string };

function failingName({ contact, address }: ContactAndAddress): string {
  return sha256Of(JSON.stringify([contact.toLowerCase(), address.toLowerCase()])).slice(0, 32);
}

/**
 * @param at time of the latest failure
 * @returns when it first failed; undefined if the contact was never notified of a failure, or if the last such failure
 * was more than `maxDaysBetweenFailures` days earlier
 * @throws RunStoreError
 */
async function failingSince(
  store: ObjectStore,
  of: ContactAndAddress,
  at: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const last = (await objects.failingAddress.list(store, { name: failingName(of) })).at(-1);
  if (last === undefined) return undefined;
  const days = at.since(startOfUtcDate(last.date)).total('hours') / 24;
  return days > maxDaysBetweenFailures ? undefined : (await objects.failingAddress.read(store, last))?.since;
}

/** Records that the contact was notified of a failure. */
export async function saveFailingAddress(
  store: ObjectStore,
  of: ContactAndAddress,
  at: Temporal.Instant,
): Promise<void> {
  const since = (await failingSince(store, of, at)) ?? at;
  await objects.failingAddress.create(store, { name: failingName(of), date: utcDate(at) }, { since });
}

/** Explains the first failure of an address in full. While the address keeps failing, its failures are only listed. */
export function findRecipientFacts(finding: FactSearchContext): Promise<readonly NotifiableFact[]> {
  const { store, configuration, awsRegion = '<AWS region>' } = finding;
  const manifests = new Map<string, ReturnType<typeof readManifests>>();
  return findFactsInStoredObjects(objects.failedRecipient, finding, async (of) => {
    const { dispatchId, name } = of;
    const failure = await objects.failedRecipient.readExisting(store, of);
    // A damaged manifest is reported by the check of its dispatch.
    const read = () => readManifests(store, dispatchId, { onDamaged: () => undefined });
    const due = (await getOrInsert(manifests, dispatchId, read))?.due ?? [];
    const report = due.find((one) => reportNameInKeys(one) === reportNameInKeys(failure));
    if (report === undefined) return 'told';
    const { address, event, cause, reason, audience, suppressed } = failure;
    const { contact, projectName, limits = [], timeZone } = report;
    const failed = Temporal.Instant.from(failure.at);
    const first = await failingSince(store, { contact, address }, failed);
    const only = [...limits, ...(audience.kind === 'everyone' ? [] : [audience.name])].join(' · ');
    const [happened, todo] = failureExplanations[cause ?? event];
    const place = addressSourceText(failure, configuration);
    const explanation = [
      happened,
      `Reason given: ${reason}`,
      todo.includes('{place}') && place === undefined ? notConfigured : todo.replace('{place}', place ?? ''),
    ];
    const leaveList = [
      textLine(
        `The mail service no longer sends to ${address}, because it is on the account's suppression list. If the address is correct, remove it from the list:`,
      ),
      {
        kind: 'command',
        text: `aws sesv2 delete-suppressed-destination --region ${awsRegion} --email-address ${shellQuoted(address)}`,
      },
    ] as const;
    return {
      kind: first ? 'still' : event === 'complained' ? 'spam' : 'address',
      id: `address:${dispatchId}/${name}`,
      to: contact,
      since: Temporal.Instant.compare(failed, startOfUtcDate(of.date)) > 0 ? failed : startOfUtcDate(of.date),
      text: {
        what: address,
        details: [
          ...(first ? [`still failing since ${dayAndYearText(localDayOf(first, timeZone))}`] : explanation),
          `In: ${projectName}, ${report.reportName}${only === '' ? '' : `, only ${only}`}`,
        ],
        commands: suppressed && !first ? leaveList : [],
      },
      markNotified: async (wasSent) => {
        if (wasSent) await saveFailingAddress(store, { contact, address }, failed);
      },
    };
  });
}

/**
 * Where to correct an address: `reports[2].to in lookahead.yaml`, `the planning service (owner Cy Low)`; undefined if
 * the report is no longer configured, or if everyone's message went to an address that is not configured, such as one
 * of a request.
 */
export function addressSourceText(
  { address, report: key, audience }: Pick<FailedRecipient, 'address' | 'report' | 'audience'>,
  { reports }: FactSearchContext['configuration'],
): string | undefined {
  const index = reports.findIndex((report) => report.key === key);
  const report = reports[index];
  if (report === undefined) return undefined;
  const places =
    audience.kind === 'everyone'
      ? Object.entries({ to: report.to, cc: report.cc })
      : report.audiences.flatMap(({ each, to = {} }, position) =>
          each === audience.kind
            ? Object.entries(to).map(
                ([name, addresses]) => [`audiences[${position}].to (${name})`, addresses] as const,
              )
            : [],
        );
  const isIt = (other: string) => other.toLowerCase() === address.toLowerCase();
  const place = places.find(([, addresses]) => addresses.some(isIt))?.[0];
  if (place !== undefined) return `reports[${index}].${place} in lookahead.yaml`;
  return audience.kind === 'everyone'
    ? undefined
    : `the planning service (${audience.kind} ${audience.name})`;
}
