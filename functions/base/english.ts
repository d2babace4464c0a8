import english from 'zod/v4/locales/en.js';

/** For a parse whose problems are shown: zod's words where a schema has none of its own. zod/mini brings none. */
export const inEnglish = { error: english().localeError };
