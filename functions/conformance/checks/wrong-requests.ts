import type { ProbeContext } from '../reading/context.ts';
import { type Exchange, outcomeOf, recordIn } from '../reading/describe-answer.ts';
import { count, recordsOf, textsAt } from '../reading/json-shapes.ts';
import { pageIn } from '../reading/pages.ts';
import { idsOf } from '../reading/task-facts.ts';
import { checksOf, type Finding, holdsIf, notSeen, type Row } from './judges.ts';

/** The answer must be a 422 that names each of the parameters. */
function judgeNamed(made: Exchange, parameters: readonly string[]): Finding {
  const { errors } = recordIn(made);
  const named = textsAt(recordsOf(errors), 'parameter');
  const isRefused = made.kind === 'answer' && made.status === 422;
  const missing = parameters.filter((parameter) => !named.includes(parameter));
  return holdsIf(
    isRefused && missing.length === 0,
    `${outcomeOf(made)}, names ${named.join(', ') || 'none'}`,
  );
}

/** A request with mistakes, and the parameters that those are in. */
type Mistake = readonly [id: string, question: string, asked: string, ...parameters: string[]];

const mistakes: readonly Mistake[] = [
  ['limit-0', 'A page of no items?', 'tasks?limit=0', 'limit'],
  ['limit-1001', 'A page of 1,001 items?', 'tasks?limit=1001', 'limit'],
  ['limit-word', 'A page of ten items, in words?', 'tasks?limit=ten', 'limit'],
  ['date-form', 'A date in another form?', 'tasks?start=23/11/2026', 'start'],
  ['date-blank', 'A date that is blank?', 'tasks?start=', 'start'],
  ['leap-day', 'A leap day in a common year?', 'tasks?finish=2026-02-29', 'finish'],
  ['list-blank', 'Filters with an empty entry?', 'tasks?ownerIds=a,,b', 'ownerIds'],
  ['repeated', 'A filter given twice?', 'tasks?ownerIds=a&ownerIds=b', 'ownerIds'],
  ['letter-case', 'A filter in another letter case?', 'tasks?folderids=f1', 'folderids'],
  ['list-shift', 'A shift of a list that has none?', 'users?shift=day', 'shift'],
  [
    'all-at-once',
    'Several mistakes at once?',
    'tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    ...['start', 'shift', 'fields', 'limit', 'colour', 'folderIds'],
  ],
];

const mistakeRows = mistakes.map(
  ([id, question, asked, ...parameters]): Row => ({
    id: `wrong.${id}`,
    question,
    rule: `422 that names ${parameters.join(', ')}`,
    asked,
    async ask({ conversation }) {
      const [collection = '', search = ''] = asked.split('?');
      return judgeNamed(await conversation.sendUnusual(collection, { search }), parameters);
    },
  }),
);

/** The cursor of the second page of `tasks?limit=1`, with or without more in the query. */
async function cursorOf({ conversation }: ProbeContext, search = ''): Promise<string | undefined> {
  const made = await conversation.sendUnusual('tasks', { search: `limit=1${search}` });
  return pageIn(made)?.next.after;
}

/** Requests that a cursor of `tasks?limit=1` does not belong to. */
const strangers: readonly (readonly [id: string, what: string, asked: string])[] = [
  ['shift', 'another shift', 'tasks?shift=day&after=<cursor>'],
  ['filter', 'another filter', 'tasks?ownerIds=o&after=<cursor>'],
  ['range', 'another range', 'tasks?start=2026-11-23&after=<cursor>'],
  ['fields', 'other fields', 'tasks?fields=notes&after=<cursor>'],
  ['collection', 'another collection', 'users?after=<cursor>'],
  ['changed', 'a changed cursor', 'tasks?after=x<cursor>'],
  ['cut', 'a cursor that was cut', 'tasks?after=<cut cursor>'],
  ['blank', 'a blank cursor', 'tasks?after='],
];

const strangerRows = strangers.map(
  ([id, what, asked]): Row => ({
    id: `cursors.${id}`,
    question: `Is ${what} refused?`,
    rule: '422 that names after',
    asked,
    async ask(context) {
      const after = await cursorOf(context);
      if (after === undefined) return notSeen('no second page');
      const filled = asked.replace('<cursor>', after).replace('<cut cursor>', after.slice(0, -1));
      const [collection = '', search = ''] = filled.split('?');
      return judgeNamed(await context.conversation.sendUnusual(collection, { search }), ['after']);
    },
  }),
);

/** What a cursor does not depend on. */
function continues(row: Omit<Row, 'ask'>, first: string, then: (after: string) => string): Row {
  return {
    ...row,
    async ask(context) {
      const after = await cursorOf(context, first);
      if (after === undefined) return notSeen('no second page');
      const made = await context.conversation.sendUnusual('tasks', { search: then(after) });
      const page = pageIn(made);
      const again = idsOf((await context.limitEffect()).page?.items.slice(0, 1) ?? []);
      const isNext = page !== undefined && page.items.length > 0 && idsOf(page.items).isDisjointFrom(again);
      return holdsIf(isNext, page ? count(page.items.length, 'other task') : outcomeOf(made));
    },
  };
}

/** Every request here is wrong, or forges a cursor. */
export const wrongRequestChecks = checksOf(
  { theme: 'Requests made wrong', asked: 'tasks', source: 'offered', needs: 'our fixture' },
  [
    ...mistakeRows,
    continues(
      { id: 'cursors.any-size', question: 'May the size of pages change on the way?', rule: 'the next page' },
      '',
      (after) => `limit=2&after=${after}`,
    ),
    continues(
      {
        id: 'cursors.any-order',
        question: 'May the order of fields change on the way?',
        rule: 'the next page',
      },
      '&fields=notes,wbs',
      (after) => `limit=1&fields=wbs,notes&after=${after}`,
    ),
    ...strangerRows,
  ],
);
