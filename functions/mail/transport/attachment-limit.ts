/** A file that travels with a message. */
export type Attachment = { readonly fileName: string; readonly bytes: Uint8Array };

/**
 * SES takes 10 MB a message after base64, which makes files a third longer and adds a line end to every 76
 * characters: 7 MB of files become 9.6 MB and leave room for the bodies.
 */
export const maxAttachmentBytes = 7_000_000;
/** Bytes of a whole message that SES still takes. */
export const maxMessageBytes = 10_000_000;

/** The length of a file inside a message: base64 in lines of 76 characters, each with its line end. */
export function encodedLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + Math.ceil(characters / 76) * 2;
}

/** Whether a file of so many bytes may travel with a message. One that may not is linked, and the mail says so. */
export function canAttach(bytes: number): boolean {
  return bytes <= maxAttachmentBytes;
}
