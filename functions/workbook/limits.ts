/** Every workbook carries the logo, and an attached workbook must stay below 7 MB. */
export const maxLogoMebibytes = 2;

/** Pixels of a logo, each way. */
export const maxLogoPixels = 10_000;

/** A wall has no room for more. */
export const maxWallPages = 12;

/** Tasks below which a shift shares a sheet with others. */
export const minShiftTasks = 5;

/** A single measured week shows no trend. */
export const minTrendWeeks = 2;

/** Names in a total by subcontractor or reason; the others are folded below. */
export const maxTotalNames = 5;

export const maxSummaryTasks = { changes: 8, risks: 10, places: 5, keyTasks: 15 } as const;

export const maxRejectedItems = 100;

/** Lines of a text in a task's row; a longer one refers to the Tasks sheet. */
export const maxTaskLines = 8;

/** Lines of a text in a list; a longer one is cut. */
export const maxListLines = 10;
