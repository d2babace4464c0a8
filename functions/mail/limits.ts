/** What an operator may want to change about messages and how they are sent. */

/**
 * Bytes of a file that can be attached. SES accepts messages of 10 MB after base64, which makes files a third longer
 * and adds a line end to every 76 characters: 7 MB become 9.6 MB and leave room for the text.
 */
export const maxAttachmentBytes = 7_000_000;

/** The limit of SES for a whole message, in bytes. */
export const maxMessageBytes = 10_000_000;
