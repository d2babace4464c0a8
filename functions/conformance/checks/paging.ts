import type { ProbeContext } from '../reading/context.ts';
import type { ProbeQuery } from '../reading/conversation.ts';
import { count, type Exchange, outcomeOf, tallyText } from '../reading/describe-answer.ts';
import { linkKind, type Page, pageIn } from '../reading/pages.ts';
import { idsOf, lists, repeatsIn } from '../reading/task-facts.ts';
import { checksOf, differs, type Finding, holds, holdsIf, judge, notSeen, type Row } from './judges.ts';

/** The way on from the shortest first page there is. */
type Leading = Page['next'] & {
  readonly ids: ReadonlySet<string>;
  readonly linkLeads: ReturnType<typeof linkKind>;
  readonly getAfter: (after: string) => Promise<Exchange>;
};

/** A question about how one page leads to the next. */
function nextPage(
  row: Omit<Row, 'ask' | 'asked'>,
  ask: (leading: Leading, context: ProbeContext) => Finding | Promise<Finding>,
): Row {
  return {
    ...row,
    async ask(context) {
      const { page } = await context.limitEffect();
      if (page?.next.end !== undefined || !page) return notSeen('all tasks came on one page');
      const query: ProbeQuery = { limit: '2' };
      const { urlOf, get } = context.conversation;
      const leading: Leading = {
        ...page.next,
        ids: idsOf(page.items),
        linkLeads: linkKind(page.next.link, urlOf('tasks', query)),
        getAfter: (after) => get('tasks', { ...query, after }),
      };
      return ask(leading, context);
    },
  };
}

export const pagingChecks = checksOf({ theme: 'Paging', asked: 'tasks', source: 'ours' }, [
  {
    id: 'paging.limit',
    source: 'offered',
    question: 'Does limit set the length of a page?',
    rule: 'limit is honoured',
    asked: 'tasks?limit=2',
    async ask({ limitEffect }) {
      const { made, page, effect } = await limitEffect();
      const items = page ? count(page.items.length, 'task') : outcomeOf(made);
      if (effect === 'undecided') return notSeen(`${items}, and there are no more`);
      return effect === 'honoured' ? holds(`${items}, more to come`) : differs(`${effect}: ${items}`);
    },
  },
  nextPage(
    {
      id: 'paging.after',
      rows: ['paging.next.after'],
      question: 'Does after=<cursor> give the next page?',
      rule: 'after gives the next page',
    },
    async ({ after, ids, getAfter }) => {
      if (after === undefined) return differs('a next page, but no paging.next.after');
      const made = await getAfter(after);
      const second = pageIn(made);
      if (!second) return { asked: made.asked, ...differs(outcomeOf(made)) };
      const again = idsOf(second.items).intersection(ids).size;
      const { length } = second.items;
      const seen =
        again === 0 ? count(length, 'other task') : `${again} of ${length} tasks are those of the first page`;
      return { asked: made.asked, ...holdsIf(again === 0, seen) };
    },
  ),
  nextPage(
    {
      id: 'paging.link',
      rows: ['paging.next.link'],
      question: 'Where does paging.next.link lead?',
      rule: 'absolute, same origin and path',
    },
    ({ linkLeads }) => {
      if (linkLeads === 'none') return notSeen('a next page, but no paging.next.link');
      return linkLeads === 'same origin and path' ? holds(linkLeads) : differs(`${linkLeads}; not followed`);
    },
  ),
  nextPage(
    {
      id: 'paging.link-page',
      question: 'Does the link give the page that after gives?',
      rule: 'the same page',
    },
    async ({ after, link, linkLeads, getAfter }, { conversation }) => {
      if (after === undefined || link === undefined) return notSeen('not both given');
      if (linkLeads !== 'same origin and path') return notSeen(`not followed: ${linkLeads}`);
      const followed = await conversation.follow(link);
      const byLink = pageIn(followed);
      if (!byLink) return { asked: followed.asked, ...differs(outcomeOf(followed)) };
      const byCursor = pageIn(await getAfter(after));
      const isSame = [...idsOf(byLink.items)].join() === [...idsOf(byCursor?.items ?? [])].join();
      return { asked: followed.asked, ...holdsIf(isSame, isSame ? 'the same tasks' : 'other tasks') };
    },
  ),
  {
    id: 'paging.end',
    rows: ['paging.next'],
    question: 'How does the last page say that it is the last?',
    rule: 'next null, absent or empty',
    asked: 'readings that came to an end',
    async ask(context) {
      const readings = [await context.everything(), await context.around()];
      for (const collection of lists) readings.push(await context.list(collection));
      const lastPages = readings.flatMap(({ pages }) => pages.at(-1) ?? []);
      const ends = lastPages.flatMap(({ next }) => next.end ?? []);
      if (ends.length > 0) return holds(tallyText(ends));
      // A lone page without items that still names a next one would go on for ever.
      return lastPages.some(({ items }) => items.length === 0)
        ? differs('an empty page that names a next one')
        : notSeen('none was read to its end');
    },
  },
  {
    id: 'paging.twice',
    question: 'Does a task come on two pages?',
    rule: 'each task once',
    asked: 'readings of several pages',
    async ask(context) {
      const readings = [await context.everything(), await context.around(), await context.focus()];
      const several = readings.filter(({ pages }) => pages.length > 1);
      if (several.length === 0) return notSeen('none had several pages');
      const pages = several.reduce((sum, reading) => sum + reading.pages.length, 0);
      const twice = several.reduce((sum, { items }) => sum + repeatsIn(items), 0);
      return judge(`${pages} pages, ${count(twice, 'task')} twice`, { for: pages, against: twice });
    },
  },
]);
