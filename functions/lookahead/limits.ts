/** What a reader may want to change about the plan. */

/** Due tasks below which PPC is n of m, without a percentage. */
export const minDueForShare = 5;

/** Names in a sentence or heading; the others are counted. */
export const maxListedNames = 4;
