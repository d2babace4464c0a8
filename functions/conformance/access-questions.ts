import { type Collection, resourceSchemas } from '../planning/contract/resources.ts';
import { isOk, outcomeOf, shapeOf } from './exchange.ts';
import {
  count,
  isRecord,
  type JsonRecord,
  kindOf,
  listText,
  nameOf,
  part,
  tallyOf,
  tallyText,
} from './json-shapes.ts';
import { pageIn } from './pages.ts';
import { differs, holds, judge, notSeen, type Question } from './question.ts';
import { filterProperties, idsOf } from './task-facts.ts';

const theme = 'Access and answers';

export const lists = [
  'calendars',
  'users',
  'subcontractors',
  'folders',
  'packages',
  'locations',
] as const satisfies readonly Collection[];

/** The properties that the contract gives the items of a collection. */
export function contractProperties(collection: Collection): readonly string[] {
  return Object.keys(resourceSchemas[collection].shape);
}

/** `expected number, got text`: what is wrong, without the value. */
function problemsOf(collection: Collection, item: JsonRecord): string | undefined {
  const issue = resourceSchemas[collection].safeParse(item).error?.issues[0];
  if (!issue) return undefined;
  const path = issue.path
    .map((part) => (typeof part === 'number' ? '[]' : `.${nameOf(String(part))}`))
    .join('');
  const found = issue.path.reduce<unknown>(
    (value, part) =>
      Array.isArray(value) ? value[Number(part)] : isRecord(value) ? value[String(part)] : undefined,
    item,
  );
  const wanted = issue.code === 'invalid_type' ? `expected ${issue.expected}` : 'not as expected';
  return `${path.slice(1) || 'item'} ${wanted}, got ${kindOf(found)}`;
}

/** Where a reference in a task should be found in a list. */
const referenceLists = {
  ownerIds: 'users',
  assignedToIds: 'users',
  folderIds: 'folders',
  packageIds: 'packages',
  locationIds: 'locations',
  calendarIds: 'calendars',
  subcontractorIds: 'subcontractors',
} as const;
const referenceFilters = [
  'ownerIds',
  'assignedToIds',
  'folderIds',
  'packageIds',
  'locationIds',
  'calendarIds',
  'subcontractorIds',
] as const;

export const accessQuestions: readonly Question[] = [
  {
    id: 'access.key',
    theme,
    question: 'Is our key accepted?',
    rule: '200 with X-API-Key',
    async ask({ conversation }) {
      const made = await conversation.get('calendars');
      return isOk(made) ? holds(made.asked, outcomeOf(made)) : differs(made.asked, outcomeOf(made));
    },
  },
  {
    id: 'answers.envelope',
    theme,
    question: 'Do all seven answer with the same envelope?',
    rule: '{paging, results: list}',
    async ask(context) {
      const shapes: string[] = [];
      let departures = 0;
      for (const collection of [...lists, 'tasks'] as const) {
        const made = await context.conversation.get(collection);
        const envelope = isOk(made) && made.body.kind === 'json' ? made.body.value : undefined;
        const sound =
          isRecord(envelope) &&
          Array.isArray(part(envelope, 'results')) &&
          part(envelope, 'paging') !== undefined;
        if (!sound) departures += 1;
        shapes.push(
          isRecord(envelope)
            ? `{${Object.keys(envelope).map(nameOf).sort().join(', ')}}`
            : isOk(made)
              ? shapeOf(made.body)
              : outcomeOf(made),
        );
      }
      const tally = { for: shapes.length - departures, against: departures };
      return judge('all seven collections', tallyText(tallyOf(shapes)), tally);
    },
  },
  {
    id: 'answers.lists',
    theme,
    question: 'Which properties do the items of the six lists have?',
    rule: "the contract's, and no others",
    async ask(context) {
      const beyond: string[] = [];
      const lacking: string[] = [];
      let items = 0;
      for (const collection of lists) {
        const found = (await context.list(collection)).items;
        items += found.length;
        const names = new Set(found.flatMap((item) => Object.keys(item)));
        const expected = contractProperties(collection);
        for (const name of names) if (!expected.includes(name)) beyond.push(`${collection}.${nameOf(name)}`);
        for (const name of expected) {
          const without = found.filter((item) => item[name] === undefined || item[name] === null).length;
          if (without > 0) lacking.push(`${collection}.${name} ${without} of ${found.length}`);
        }
      }
      if (items === 0) return notSeen('the six lists', 'no items');
      const sometimes = lacking.length > 0 ? `; absent or null: ${listText(lacking)}` : ', none ever absent';
      return beyond.length > 0
        ? differs('the six lists', `beyond the contract: ${listText(beyond)}${sometimes}`)
        : holds('the six lists', `${count(items, 'item')} with the contract's properties${sometimes}`);
    },
  },
  {
    id: 'answers.fit',
    theme,
    question: 'Would any item be set aside as wrong?',
    rule: 'every item fits the contract',
    async ask(context) {
      const asked = 'all seven collections';
      const problems: string[] = [];
      let items = 0;
      for (const collection of [...lists, 'tasks'] as const) {
        const found =
          collection === 'tasks'
            ? (await context.sample())
                .map(({ raw }) => raw)
                .concat((await context.around()).items.filter(withoutId))
            : (await context.list(collection)).items;
        items += found.length;
        for (const item of found) {
          const problem = problemsOf(collection, item);
          if (problem) problems.push(`${collection}: ${problem}`);
        }
      }
      if (items === 0) return notSeen(asked, 'no items');
      if (problems.length === 0) return holds(asked, `${count(items, 'item')}, all of them fit`);
      return differs(
        asked,
        `${problems.length} of ${items} would be set aside: ${tallyText(tallyOf(problems))}`,
      );
    },
  },
  {
    id: 'answers.references',
    theme,
    question: 'Are the ids in tasks those of the lists?',
    rule: 'every reference is in its list',
    async ask(context) {
      const asked = 'tasks against the six lists';
      const strays: string[] = [];
      let compared = 0;
      for (const filter of referenceFilters) {
        const list = await context.list(referenceLists[filter]);
        if (!list.complete) continue;
        const listed = idsOf(list.items);
        const used = new Set((await context.sample()).flatMap(({ ids }) => ids[filter]));
        const missing = [...used].filter((id) => !listed.has(id)).length;
        compared += used.size;
        if (missing > 0) strays.push(`${filterProperties[filter]} ${missing} of ${used.size}`);
      }
      if (compared === 0) return notSeen(asked, 'no references to lists that were read to the end');
      return strays.length > 0
        ? differs(asked, `not in their list: ${strays.join(', ')}`)
        : holds(asked, `${count(compared, 'id')}, all listed`);
    },
  },
  {
    id: 'answers.ids',
    theme,
    question: 'What is an id?',
    rule: 'text, each once',
    async ask(context) {
      const asked = 'all seven collections';
      const kinds: string[] = [];
      let twice = 0;
      for (const collection of [...lists, 'tasks'] as const) {
        const items = pageIn(await context.conversation.get(collection))?.items ?? [];
        kinds.push(...items.map((item) => kindOf(part(item, 'id'))));
        twice += items.length - idsOf(items).size - items.filter(withoutId).length;
      }
      const seen = `${tallyText(tallyOf(kinds))}; ${twice} twice`;
      const wrong = kinds.filter((kind) => kind !== 'text').length + twice;
      return judge(asked, seen, { for: kinds.length - wrong, against: wrong });
    },
  },
];

function withoutId(item: JsonRecord): boolean {
  return kindOf(part(item, 'id')) !== 'text' && kindOf(part(item, 'id')) !== 'number';
}
