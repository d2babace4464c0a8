import { accessChecks } from './access.ts';
import { amountChecks } from './amounts.ts';
import { dateChecks } from './dates.ts';
import { fieldChecks } from './fields.ts';
import { filterChecks } from './filters.ts';
import type { Check } from './judges.ts';
import { keyChecks } from './keys.ts';
import { limitChecks } from './limits-and-headers.ts';
import { methodChecks } from './methods-and-paths.ts';
import { offeredChecks } from './offered.ts';
import { pagingChecks } from './paging.ts';
import { refusalChecks } from './refusals.ts';
import { shiftChecks } from './shifts.ts';
import { windowChecks } from './windows.ts';
import { wordChecks } from './words.ts';
import { wrongRequestChecks } from './wrong-requests.ts';

/**
 * Every check, in the order of asking. The key comes first, since without it nothing else can be asked; what
 * looks at all answers so far comes after most of them, and wrong keys come last.
 */
export const checks: readonly Check[] = [
  ...accessChecks,
  ...pagingChecks,
  ...fieldChecks,
  ...dateChecks,
  ...windowChecks,
  ...filterChecks,
  ...shiftChecks,
  ...wordChecks,
  ...amountChecks,
  ...refusalChecks,
  ...limitChecks,
  ...methodChecks,
  ...wrongRequestChecks,
  ...offeredChecks,
  ...keyChecks,
];

/** Those that may be asked of a service that others work with. */
export const politeChecks = checks.filter(({ needs }) => needs === 'any project');
