/** Every kind of question that a client can have about the Planning Read API, wherever the service runs. */
import { contractQuestions } from './contract.ts';
import { manners } from './manners.ts';
import { openPoints } from './open-points.ts';
import type { ClientQuestion } from './question.ts';

/** The questions by group, in the order in which they are asked. */
export const clientQuestions: Readonly<Record<string, readonly ClientQuestion[]>> = {
  contract: contractQuestions,
  'open points': openPoints,
  manners,
};
