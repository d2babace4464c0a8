import { lists } from '../reading/collections.ts';
import type { ProbeContext } from '../reading/context.ts';
import { outcomeOf } from '../reading/describe-answer.ts';
import { count, tallyOf, tallyText } from '../reading/json-shapes.ts';
import { linkKind, pageIn } from '../reading/pages.ts';
import type { ProbeQuery } from '../reading/probe-query.ts';
import { idsOf, repeatsIn } from '../reading/task-facts.ts';
import { differs, holds, holdsIf, judge, notSeen, questionsOf } from './judges.ts';

/** A first page that another one follows, the shortest there is. */
async function leadingPage({ limitEffect }: ProbeContext) {
  const { page, effect } = await limitEffect();
  const query: ProbeQuery = effect === 'refused' ? {} : { limit: '2' };
  return { page: page?.next.end === undefined ? page : undefined, query };
}

const onePage = 'all tasks came on one page';

export const pagingQuestions = questionsOf('Paging', [
  {
    id: 'paging.limit',
    question: 'Does limit set the length of a page?',
    rule: 'limit is honoured',
    async ask({ limitEffect }) {
      const { made, page, effect } = await limitEffect();
      const items = page ? count(page.items.length, 'task') : outcomeOf(made);
      if (effect === 'undecided') return notSeen(made.asked, `${items}, and there are no more`);
      if (effect === 'honoured') return holds(made.asked, `${items}, more to come`);
      return differs(made.asked, `${effect}: ${items}`);
    },
  },
  {
    id: 'paging.size',
    question: 'How long is a page when nothing is said?',
    rule: 'of any length; the rest follows',
    async ask({ conversation }) {
      const made = await conversation.get('tasks');
      const page = pageIn(made);
      if (!page) return differs(made.asked, outcomeOf(made));
      const kilobytes = made.kind === 'answer' ? Math.ceil(made.bytes / 1024).toLocaleString('en') : '';
      const seen = `${count(page.items.length, 'task')}, ${kilobytes} kB`;
      return page.next.end === undefined
        ? holds(made.asked, `${seen}, more to come`)
        : notSeen(made.asked, `${seen}, nothing more to come`);
    },
  },
  {
    id: 'paging.after',
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
      const { length } = second.items;
      return again === 0
        ? holds(made.asked, count(length, 'other task'))
        : differs(made.asked, `${again} of ${length} tasks are those of the first page`);
    },
  },
  {
    id: 'paging.link',
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
    question: 'Does the link give the page that after gives?',
    rule: 'the same page',
    async ask(context) {
      const { page, query } = await leadingPage(context);
      if (!page) return notSeen('tasks', onePage);
      const { after, link } = page.next;
      if (after === undefined || link === undefined) return notSeen('tasks', 'not both given');
      const kind = linkKind(link, context.conversation.urlOf('tasks', query));
      if (kind !== 'same origin and path') return notSeen('tasks', `not followed: ${kind}`);
      const followed = await context.conversation.follow(link);
      const byLink = pageIn(followed);
      if (!byLink) return differs(followed.asked, outcomeOf(followed));
      const byCursor = pageIn(await context.conversation.get('tasks', { ...query, after }));
      const isSame = [...idsOf(byLink.items)].join() === [...idsOf(byCursor?.items ?? [])].join();
      return holdsIf(isSame, followed.asked, isSame ? 'the same tasks' : 'other tasks');
    },
  },
  {
    id: 'paging.end',
    question: 'How does the last page say that it is the last?',
    rule: 'next null, absent or empty',
    async ask(context) {
      const asked = 'readings that came to an end';
      const readings = [await context.everything(), await context.around()];
      for (const collection of lists) readings.push(await context.list(collection));
      const lastPages = readings.flatMap(({ pages }) => pages.at(-1) ?? []);
      const ends = lastPages.flatMap(({ next }) => next.end ?? []);
      if (ends.length > 0) return holds(asked, tallyText(tallyOf(ends)));
      // A lone page without items that still names a next one would go on for ever.
      return lastPages.some(({ items }) => items.length === 0)
        ? differs(asked, 'an empty page that names a next one')
        : notSeen(asked, 'none was read to its end');
    },
  },
  {
    id: 'paging.lists',
    question: 'Do the six lists come in pages too?',
    rule: 'as tasks do',
    async ask(context) {
      const paged: string[] = [];
      for (const collection of lists) {
        const [first] = (await context.list(collection)).pages;
        if (first && first.next.end === undefined) paged.push(`${collection} ${first.items.length} a page`);
      }
      return paged.length > 0
        ? holds('the six lists', paged.join(', '))
        : notSeen('the six lists', 'each came on one page');
    },
  },
  {
    id: 'paging.twice',
    question: 'Does a task come on two pages?',
    rule: 'each task once',
    async ask(context) {
      const asked = 'readings of several pages';
      const readings = [await context.everything(), await context.around(), await context.focus()];
      const several = readings.filter(({ pages }) => pages.length > 1);
      const pages = several.reduce((sum, reading) => sum + reading.pages.length, 0);
      const twice = several.reduce((sum, { items }) => sum + repeatsIn(items), 0);
      if (pages === 0) return notSeen(asked, 'none had several pages');
      return judge(asked, `${pages} pages, ${count(twice, 'task')} twice`, { for: pages, against: twice });
    },
  },
  {
    id: 'paging.order',
    question: 'Do tasks come in one order?',
    rule: 'in any order',
    async ask(context) {
      const { asked, items } = await context.around();
      const ids = [...idsOf(items)];
      if (ids.length < 3) return notSeen(asked, 'too few tasks');
      const isSorted = ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id);
      return holds(asked, isSorted ? 'by id' : 'not by id');
    },
  },
]);
