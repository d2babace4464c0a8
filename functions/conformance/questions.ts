import { accessQuestions } from './access-questions.ts';
import { amountQuestions } from './amount-questions.ts';
import { dateQuestions } from './date-questions.ts';
import { fieldsQuestions } from './field-questions.ts';
import { filterQuestions } from './filter-questions.ts';
import { keyQuestions } from './key-questions.ts';
import { limitQuestions } from './limit-questions.ts';
import { pagingQuestions } from './paging-questions.ts';
import type { Question } from './question.ts';
import { errorBodyQuestions, parameterRefusals, pathRefusals } from './refusal-questions.ts';
import { shiftQuestions } from './shift-questions.ts';
import { windowQuestions } from './window-questions.ts';
import { wordQuestions } from './word-questions.ts';

/**
 * Every question, in the order of asking. The key comes first, since without it nothing else can be asked; what
 * looks at all answers so far comes after most of them, and wrong keys come last.
 */
export const questions: readonly Question[] = [
  ...accessQuestions,
  ...pagingQuestions,
  ...fieldsQuestions,
  ...dateQuestions,
  ...windowQuestions,
  ...filterQuestions,
  ...shiftQuestions,
  ...wordQuestions,
  ...amountQuestions,
  ...parameterRefusals,
  ...pathRefusals,
  ...errorBodyQuestions,
  ...limitQuestions,
  ...keyQuestions,
];
