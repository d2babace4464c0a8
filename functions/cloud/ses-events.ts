import * as z from 'zod/mini';
import { parseJson } from '../base/parse-json.ts';
import { saveSesEvent } from '../delivery/messages/save-ses-event.ts';
import { sesEventSchema } from '../delivery/recipients/ses-event.ts';
import type { World } from '../delivery/world.ts';
import { parseEvent } from './parse-event.ts';
import { processBatch } from './sqs-batch.ts';

/** The text that SES publishes once, when its configuration set is connected to the topic. It is no event. */
const greeting = 'Successfully validated SNS topic for Amazon SES event publishing.';

/** SNS's own form. AWS does not say whether a message that SNS could not hand to the queue is left in it. */
const envelopeSchema = z.object({ Type: z.literal('Notification'), Message: z.string() });

type EventsWorld = Pick<World, 'store' | 'log' | 'clock'>;

/** A batch of messages from SQS, each an event of SES. One that fails is received again; the others are saved. */
export function sesEvents(event: unknown, world: EventsWorld) {
  return processBatch(event, world.log, ({ body }) => saveEvent(body, world));
}

/**
 * Saves what SES says of a message.
 * @returns the keys of what it was stored as; none where it is not in the run store, and for SES's first message
 * @throws EventError for any other text, and what the store throws
 */
export async function saveEvent(
  body: string,
  { store, log, clock }: EventsWorld,
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
  if (nobodyToNotify === 'notice') {
    // The contact is who would be told, so the engineer is.
    log.count('ActionNeeded', 1);
    log.error('a notice did not reach its contact', { ...fields, key: keys[0] });
  } else if (nobodyToNotify === 'no issue') {
    log.error('a message without an issue did not reach a recipient', { ...fields, key: keys[0] });
  } else log.info(keys.length === 0 ? 'not of the run store' : 'event', fields);
  return keys;
}
