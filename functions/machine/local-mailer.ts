import type { ObjectStore } from '../archive/object-store.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import { createOutbox } from '../mail/transport/outbox.ts';

/** Below the archive's folder: the messages, one `.eml` file each. */
export const outboxFolder = 'outbox';

/** Messages become files in the archive's folder. */
export function openOutbox(store: ObjectStore): Mailer {
  return createOutbox({
    putOnce: (name, body, contentType) => store.putOnce(`${outboxFolder}/${name}`, body, contentType),
    get: (name) => store.get(`${outboxFolder}/${name}`),
  });
}
