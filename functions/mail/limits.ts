/** What an operator may want to change about messages and how they are sent. */

/**
 * Bytes of a file that can be attached. SES accepts messages of 10 MB after base64, which makes files a third longer
 * and adds a line end to every 76 characters: 7 MB become 9.6 MB and leave room for the text.
 */
export const maxAttachmentBytes = 7_000_000;

/** The limit of SES for a whole message, in bytes. */
export const maxMessageBytes = 10_000_000;

/** Characters of the filters in a subject; the message names them in full. */
export const maxLimitsLength = 60;

/** Characters. Longer names are shortened in the mail; the workbook shows them in full. */
export const maxNameLength = 160;

/** Characters of a task's name: three lines of a phone. */
export const maxTaskNameLength = 80;

/** Characters of a company or a reason of delay: a line of a phone. */
export const maxFactLength = 40;

/** Characters per line of the plain text, as is usual in mails. Only a long word or a wide table exceeds it. */
export const textLineLength = 78;

/** Tasks of each list: together they are what a reader takes in at a glance. */
export const maxNews = 3;
export const maxUnready = 3;
export const maxReasons = 3;

/** Weeks with a figure for each day. In a longer window a figure is a week. */
export const maxWeeksByDay = 2;

/** Lines of a subcontractor's own tasks: nobody reads more in a mail, and Gmail cuts a larger one. */
export const maxOwnDayLines = 40;

export const maxRejectedShown = 2;

/** How long a recipient refused for now (4xx) holds the message back from the others. */
export const greylistingPatienceSeconds = 3_600;

/** Greylisting refuses a sender's first try, and usually accepts one five minutes later. */
export const greylistingWaitSeconds = 300;

/** The wait after a busy server has asked for a later try. */
export const busyWaitSeconds = 60;

/** Share of the SES rate that workers use: the rest is for other senders, notices and differing clocks. */
export const usedShareOfRate = 0.97;

/** A waiting worker costs money; beyond this, the job waits in the queue instead. */
export const maxPaceWaitMs = 90_000;

/** Unused rate that a worker may use later, after a report that took long. */
export const unusedRateCreditMs = 10_000;

/** Time without a message after which workers may begin again at the same moment. */
export const restartAfterIdleMs = 300_000;

/** The share of the daily quota kept for notices: once a used-up quota comes back, they go first. */
export const quotaShareForNotices = 0.001;

/** Characters of the secret that signs links. */
export const minSecretLength = 32;

/** Days after the window's last one on which the links of week pages still work. */
export const daysOfPageLinks = 14;
