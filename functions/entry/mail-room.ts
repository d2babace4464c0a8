/**
 * The mail room, which brings the composer of MIME. A report's is loaded while the planning service is answering;
 * the functions that tell of failures load it when they have something to tell.
 */
import type { DeliveryParts } from '../delivery/delivery-parts.ts';

const room = () => import('../mail/compose-message.ts');

/** Begins to load it. Should that fail, whoever composes hears of it. */
export async function loadMailRoom(): Promise<void> {
  await Promise.allSettled([room()]);
}

export const composeMessage: DeliveryParts['composeMessage'] = async (content, attachments) =>
  (await room()).composeMessage(content, attachments);
