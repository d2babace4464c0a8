import { accessQuestions } from './access.ts';
import { amountQuestions } from './amounts.ts';
import { dateQuestions } from './dates.ts';
import { fieldQuestions } from './fields.ts';
import { filterQuestions } from './filters.ts';
import type { Question } from './judges.ts';
import { keyQuestions } from './keys.ts';
import { limitQuestions } from './limits-and-headers.ts';
import { pagingQuestions } from './paging.ts';
import { refusalQuestions } from './refusals.ts';
import { shiftQuestions } from './shifts.ts';
import { windowQuestions } from './windows.ts';
import { wordQuestions } from './words.ts';

/**
 * Every question, in the order of asking. The key comes first, since without it nothing else can be asked; what
 * looks at all answers so far comes after most of them, and wrong keys come last.
 */
export const questions: readonly Question[] = [
  ...accessQuestions,
  ...pagingQuestions,
  ...fieldQuestions,
  ...dateQuestions,
  ...windowQuestions,
  ...filterQuestions,
  ...shiftQuestions,
  ...wordQuestions,
  ...amountQuestions,
  ...refusalQuestions,
  ...limitQuestions,
  ...keyQuestions,
];
