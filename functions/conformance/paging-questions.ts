import { lists } from './access-questions.ts';
import type { ProbeContext } from './context.ts';
import { outcomeOf } from './exchange.ts';
import { count, tallyOf, tallyText } from './json-shapes.ts';
import { linkKind, pageIn } from './pages.ts';
import { differs, holds, judge, notSeen, type Question } from './question.ts';
import { idsOf } from './task-facts.ts';

const theme = 'Paging';

/** A first page that another one follows, the shortest there is. */
async function leadingPage({ limitTrial }: ProbeContext) {
  const { page, trial } = await limitTrial();
  const query: Readonly<Record<string, string>> = trial === 'refused' ? {} : { limit: '2' };
  return page?.next.end === undefined ? { page, query } : { page: undefined, query };
}

const onePage = 'all tasks came on one page';

export const pagingQuestions: readonly Question[] = [
  {
    id: 'paging.limit',
    theme,
    question: 'Does limit set the length of a page?',
    rule: 'limit is honoured',
    async ask({ limitTrial }) {
      const { made, page, trial } = await limitTrial();
      const items = page ? count(page.items.length, 'task') : outcomeOf(made);
      if (trial === 'not told') return notSeen(made.asked, `${items}, and there are no more`);
      if (trial === 'honoured') return holds(made.asked, `${items}, more to come`);
      return differs(made.asked, trial === 'refused' ? `refused: ${items}` : `passed over: ${items}`);
    },
  },
  {
    id: 'paging.size',
    theme,
    question: 'How long is a page when nothing is said?',
    rule: 'of any length; the rest follows',
    async ask({ conversation }) {
      const made = await conversation.get('tasks');
      const page = pageIn(made);
      if (!page) return differs(made.asked, outcomeOf(made));
      const size =
        made.kind === 'answer' ? `${count(Math.ceil(made.bytes / 1024), 'kB').replace('kBs', 'kB')}` : '';
      const seen = `${count(page.items.length, 'task')}, ${size}`;
      return page.next.end === undefined
        ? holds(made.asked, `${seen}, more to come`)
        : notSeen(made.asked, `${seen}, nothing more to come`);
    },
  },
  {
    id: 'paging.after',
    theme,
    question: 'Does after=<cursor> give the next page?',
    rule: 'after gives the next page',
    async ask(context) {
      const { page, query } = await leadingPage(context);
      if (!page) return notSeen('tasks', onePage);
      const { after } = page.next;
      if (after === undefined) return differs('tasks', 'a next page, but no paging.next.after');
      const made = await context.conversation.get('tasks', { ...query, after });
      const second = pageIn(made);
      if (!second) return differs(made.asked, outcomeOf(made));
      const earlier = idsOf(page.items);
      const again = [...idsOf(second.items)].filter((id) => earlier.has(id)).length;
      if (again === 0) return holds(made.asked, `${count(second.items.length, 'other task')}`);
      return differs(made.asked, `${again} of ${second.items.length} tasks are those of the first page`);
    },
  },
  {
    id: 'paging.link',
    theme,
    question: 'Where does paging.next.link lead?',
    rule: 'absolute, same origin and path',
    async ask(context) {
      const { page, query } = await leadingPage(context);
      if (!page) return notSeen('tasks', onePage);
      const kind = linkKind(page.next.link, context.conversation.urlOf('tasks', query));
      if (kind === 'none') return notSeen('tasks', 'a next page, but no paging.next.link');
      return kind === 'same origin and path'
        ? holds('tasks', kind)
        : differs('tasks', `${kind}; not followed`);
    },
  },
  {
    id: 'paging.link-page',
    theme,
    question: 'Does the link give the page that after gives?',
    rule: 'the same page',
    async ask(context) {
      const { page, query } = await leadingPage(context);
      const { after, link } = page?.next ?? {};
      if (!page || after === undefined || link === undefined)
        return notSeen('tasks', page ? 'not both given' : onePage);
      const kind = linkKind(link, context.conversation.urlOf('tasks', query));
      if (kind !== 'same origin and path') return notSeen('tasks', `not followed: ${kind}`);
      const followed = await context.conversation.follow(link);
      const byLink = pageIn(followed);
      const byCursor = pageIn(await context.conversation.get('tasks', { ...query, after }));
      if (!byLink) return differs(followed.asked, outcomeOf(followed));
      const one = [...idsOf(byLink.items)].join();
      const same = one === [...idsOf(byCursor?.items ?? [])].join();
      return same ? holds(followed.asked, 'the same tasks') : differs(followed.asked, 'other tasks');
    },
  },
  {
    id: 'paging.end',
    theme,
    question: 'How does the last page say that it is the last?',
    rule: 'next null, absent or empty',
    async ask(context) {
      const asked = 'readings that came to an end';
      const readings = [await context.everything(), await context.around()];
      for (const collection of lists) readings.push(await context.list(collection));
      const ends = readings.flatMap(({ pages }) => pages.at(-1)?.next.end ?? []);
      const seen = tallyText(tallyOf(ends));
      if (ends.length > 0) return holds(asked, seen);
      // A lone page without items that still names a next one would go on for ever.
      const empty = readings.some(({ pages }) => pages.at(-1)?.items.length === 0);
      return empty
        ? differs(asked, 'an empty page that names a next one')
        : notSeen(asked, 'none was read to its end');
    },
  },
  {
    id: 'paging.lists',
    theme,
    question: 'Do the six lists come in pages too?',
    rule: 'as tasks do',
    async ask(context) {
      const paged: string[] = [];
      for (const collection of lists) {
        const { pages } = await context.list(collection);
        if (pages[0]?.next.end === undefined && pages[0])
          paged.push(`${collection} ${pages[0].items.length} a page`);
      }
      return paged.length > 0
        ? holds('the six lists', paged.join(', '))
        : notSeen('the six lists', 'each came on one page');
    },
  },
  {
    id: 'paging.twice',
    theme,
    question: 'Does a task come on two pages?',
    rule: 'each task once',
    async ask(context) {
      let pages = 0;
      let twice = 0;
      for (const reading of [await context.everything(), await context.around(), await context.focus()]) {
        if (reading.pages.length < 2) continue;
        pages += reading.pages.length;
        twice += reading.items.length - idsOf(reading.items).size;
      }
      const asked = 'readings of several pages';
      if (pages === 0) return notSeen(asked, 'none had several pages');
      return judge(asked, `${pages} pages, ${count(twice, 'task')} twice`, { for: pages, against: twice });
    },
  },
  {
    id: 'paging.order',
    theme,
    question: 'Do tasks come in one order?',
    rule: 'in any order',
    async ask(context) {
      const { asked, pages } = await context.around();
      const ids = [...idsOf(pages.flatMap(({ items }) => items))];
      if (ids.length < 3) return notSeen(asked, 'too few tasks');
      const sorted = ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id);
      return holds(asked, sorted ? 'by id' : 'not by id');
    },
  },
];
