/** Recipients of one message, to and cc together: the limit of SES. */
export const maxRecipients = 50;

/** Recipients a second that SES grants an account at first. */
export const sesStartRate = 14;

/** Ids in one list of a request: the planning server refuses more, and the client splits there. */
export const maxIds = 500;

/** Seconds to wait when the daily quota of SES is used up. It covers the last 24 hours, so it comes back bit by bit. */
export const quotaWaitSeconds = 1_800;
