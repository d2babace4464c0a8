import english from 'zod/v4/locales/en.js';

/** zod's own messages, for a parse whose problems are shown: zod/mini has none. */
export const englishZodMessages = { error: english().localeError };
