/** How promises, and what became of them, are said in the workbook and in messages. */

import type { Day } from '#base/day.ts';
import { shortList } from '#base/text/one-line.ts';
import type { PromiseResult } from './compare/judge-promises.ts';
import { dayText } from './dates/day-text.ts';
import { weeksText } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';
import type { Answer } from './promises/answer.ts';
import type { PromisePpc } from './promises/promises.ts';
import { groupedText, percentText } from './text/quantity-text.ts';

const maxMissingNames = 3;

const sayingWords: Readonly<Record<Answer['says'], string>> = {
  promise: 'promised',
  decline: 'declined',
  done: 'done',
  undone: 'not done',
};

/** `done Thu 26 Nov`, `not done Thu 26 Nov: Materials`, `declined Sat 21 Nov: Labour`; empty if nothing was said. */
export function saidText({ said, promise, state }: PromiseResult, reportDay: Day): string {
  const { answer } = said ?? (state === 'declined' ? promise : undefined) ?? {};
  if (answer === undefined) return '';
  const { says, day, reason } = answer;
  return `${sayingWords[says]} ${dayText(day, reportDay)}${reason === '' ? '' : `: ${reason}`}`;
}

export function promiseShare(promises: PromisePpc | undefined): number | undefined {
  return promises === undefined || promises.counted === 0 ? undefined : promises.kept / promises.counted;
}

/** `PPC of promises 82%: 31 of 38 kept, 3 of them only said done; 38 of 51 asked tasks promised`, never 0% of nothing. */
export function promisePpcText({ ppc }: Pick<Lookahead, 'ppc'>): string | undefined {
  const promises = ppc.kind === 'measured' ? ppc.promises : undefined;
  if (promises === undefined || promises.asked === 0) return undefined;
  const { promised, counted, kept, saidDone } = promises;
  const asked = groupedText(promises.asked);
  if (promised === 0) return `PPC of promises: none promised of ${asked} asked`;
  const coverage = `${groupedText(promised)} of ${asked} asked tasks promised`;
  const share = promiseShare(promises);
  if (share === undefined) return `PPC of promises: ${coverage}`;
  const said = saidDone === 0 ? '' : `, ${groupedText(saidDone)} of them only said done`;
  return `PPC of promises ${percentText(share)}: ${groupedText(kept)} of ${groupedText(counted)} kept${said}; ${coverage}`;
}

/** `Not answered for week 48: Keller Piling (6), Steelfix (2), Glaze Ltd (1) and 2 more`; undefined if all have. */
export function missingText(
  { answers }: Pick<Lookahead, 'answers'>,
  nameText: (name: string) => string = (name) => name,
): string | undefined {
  if (answers === undefined || answers.missing.length === 0) return undefined;
  const { week, missing } = answers;
  const names = missing.map(({ name, tasks }) => `${nameText(name)} (${groupedText(tasks)})`);
  return `Not answered for ${weeksText(week)}: ${shortList(names, maxMissingNames)}`;
}
