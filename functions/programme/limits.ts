/** Maximum size of a file. A larger one holds several projects, or pictures. */
export const maxFileBytes = 100_000_000;

/** Maximum number of rows: no programme within the size limit has more. */
export const maxXerRows = 5_000_000;

/** Lines that continue a row; the longest notes have hundreds. */
export const maxContinuedLines = 100_000;

/** A line is one record. Notes have up to some thousand characters, so a longer line is not a record. */
export const maxLineCharacters = 4_000_000;

/**
 * Maximum number of tasks, links, assignments and the like: those within the size limit take 150 bytes each and more.
 */
export const maxXmlRecords = 700_000;

/** Maximum depth of elements; a programme needs about ten levels. */
export const maxXmlDepth = 64;

/** One text, comment or tag. */
export const maxXmlPartCharacters = 4_000_000;

/** Maximum number of characters that XML forbids: a file with more is damaged, and each one is slow. */
export const maxForbiddenCharacters = 100_000;

/** Maximum number of tasks: four times the largest programme that the planning service serves. */
export const maxTasks = 200_000;

/** Maximum number of days examined per file; far beyond every holiday of a century of calendars. */
export const maxExceptionDays = 2_000_000;

/** Maximum bytes that all entries together may unpack to: several times the largest workbook that is a programme. */
export const maxUnpackedBytes = 300_000_000;

/** A worksheet of the most rows that are read has ten different texts in each. */
export const maxSharedTexts = 2_000_000;

/** Excel itself allows 65,490. */
export const maxStyles = 100_000;

/** Maximum number of rows: four times the largest programme that the planning service serves. */
export const maxTableRows = 200_000;

/** Maximum number of rows with blank and repeated ones: twice those of an Excel worksheet. */
export const maxAnyTableRows = 2_000_000;

/** Columns further to the right are ignored. */
export const maxTableColumns = 1_000;

/** Maximum number of rows that merged cells fill: those of Excel never overlap. */
export const maxMergedRows = 5_000_000;

/** Maximum length of a record; an open quotation mark would make one record of the rest of the file. */
export const maxRecordCharacters = 1_000_000;

/** No planning tool has as many. */
export const maxFolderLevels = 50;

/** Maximum number of tries of one import: each starts again because another import of the project came first. */
export const maxImportTries = 5;

/** A file that removes a larger share of the tasks is more often a wrong file than a new plan. */
export const maxRemovedShare = 0.2;

/**
 * No import takes longer. A version dated later than this was dated by a clock that was ahead, so its time says nothing
 * about order.
 */
export const maxMinutesAhead = 60;

/** A refused import names at most this number of the tasks that it would remove. */
export const shownRemovedTasks = 10;

/** Maximum number of entries shown of a list; `--json` and the manifest have all. */
export const shownEntries = 20;

/** Examples shown for records with the same problem. */
export const shownExamples = 5;
