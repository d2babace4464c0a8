/** Columns further to the right are ignored. */
export const maxTableColumns = 1_000;

/** Maximum length of a record; an open quotation mark would make one record of the rest of the file. */
export const maxRecordCharacters = 1_000_000;

/** No planning tool has as many. */
export const maxFolderLevels = 50;
