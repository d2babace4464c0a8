import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { parseJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import type { Clock } from '#base/system.ts';
import { saveSesEvent, sesEventSchema } from '#watch/ses-event.ts';
import { parseEvent } from './parse-event.ts';
import { processBatch } from './sqs-batch.ts';

/** SES publishes this text, which is not an event, when its configuration set is connected to the topic. */
const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.';

/** The envelope in which SNS may wrap a message. AWS does not document whether it always does. */
const envelopeSchema = z.object({ Type: z.literal('Notification'), Message: z.string() });

type EventParts = { readonly store: ObjectStore; readonly log: Log; readonly clock: Clock };

/** Saves the events in a batch of SQS messages. A message that fails is received again; the others are saved. */
export function processSesEvents(event: unknown, world: EventParts) {
  return processBatch(event, world.log, ({ body }) => saveSesEventMessage(body, world));
}

/**
 * Stores an event of SES.
 * @param body the event as JSON, alone or in the envelope of SNS, or the greeting of SES, which is only logged
 * @returns the keys under which the event was stored; none for the greeting, or if its mail is not in the run store
 * @throws EventError for any other body, and what the store throws
 */
export async function saveSesEventMessage(
  body: string,
  { store, log, clock }: EventParts,
): Promise<readonly string[]> {
  const text = envelopeSchema.safeParse(parseJson(body)).data?.Message ?? body;
  if (text === greeting) {
    log.info('SES is connected', {});
    return [];
  }
  const event = parseEvent(sesEventSchema, parseJson(text), 'an event of SES about a message');
  const { keys, nobodyToNotify } = await saveSesEvent(store, event, clock.now());
  const { eventType, mail } = event;
  const fields = { eventType, messageId: mail.messageId };
  if (nobodyToNotify === 'contact') {
    // Mail to the contact fails, so this metric raises the alarm `action-needed`.
    log.count('ActionNeeded', 1);
    log.error('a mail did not reach its contact', { ...fields, key: keys[0] });
  } else if (nobodyToNotify === 'no issue') {
    log.error('a message without an issue did not reach a recipient', { ...fields, key: keys[0] });
  } else log.info(keys.length === 0 ? 'not of the run store' : 'event', fields);
  return keys;
}
