/** Names in a total by subcontractor or reason; the others are folded below. */
export const maxTotalNames = 5;

export const maxSummaryTasks = { changes: 8, risks: 10, places: 5, keyTasks: 15 } as const;

/** Lines of a text in a task's row; a longer one refers to the Tasks sheet. */
export const maxTaskLines = 8;

/** Lines of a text in a list; a longer one is shortened. */
export const maxListLines = 10;
