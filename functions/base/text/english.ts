import english from 'zod/v4/locales/en.js';

/** Option for a parse whose problems are shown to people: zod's messages in English. zod/mini has none by itself. */
export const englishZodMessages = { error: english().localeError };
