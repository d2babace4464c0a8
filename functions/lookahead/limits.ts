/** What a reader may want to change about the plan. */

export const maxWindowWeeks = 6;

/** Weeks of the PPC chart and table, the last one included. */
export const maxPpcWeeks = 8;

/** Due tasks below which PPC is n of m, without a percentage. */
export const minDueForShare = 5;

/** Tasks that a sentence names; the others are counted. */
export const maxListedTasks = 3;

/** Names in a sentence or heading; the others are counted. */
export const maxListedNames = 4;

/** References in a warning; the others are counted. */
export const maxListedRefs = 5;

/** Characters of a programme version's name: a service may choose any. */
export const maxVersionLength = 16;
