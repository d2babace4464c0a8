export type Attachment = { readonly fileName: string; readonly bytes: Uint8Array };

/**
 * Bytes of a file that can be attached. SES accepts messages of 10 MB after base64, which makes files a third longer
 * and adds a line end to every 76 characters: 7 MB become 9.6 MB and leave room for the text.
 */
export const maxAttachmentBytes = 7_000_000;
/** The limit of SES for a whole message, in bytes. */
export const maxMessageBytes = 10_000_000;

/** Whether a file of so many bytes can be attached. A larger one is linked, and the mail says so. */
export function canAttach(bytes: number): boolean {
  return bytes <= maxAttachmentBytes;
}
