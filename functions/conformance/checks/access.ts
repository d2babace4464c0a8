import { idFilters } from '../../planning/contract/tasks-query.ts';
import {
  count,
  is200,
  kindOf,
  listText,
  outcomeOf,
  recordIn,
  shapeOf,
  tallyText,
  textOf,
  wordOf,
} from '../reading/describe-answer.ts';
import { pageIn } from '../reading/pages.ts';
import {
  collections,
  contractProperties,
  idOf,
  idsOf,
  lists,
  problemOf,
  references,
  repeatsIn,
} from '../reading/task-facts.ts';
import { checksOf, differs, holdsIf, judge, judgeStatus, notSeen } from './judges.ts';

const sixLists = 'the six lists';

/** The rows of the contract about what a task holds. */
const itemRows = Object.entries({
  labour: 'id name quantity',
  plant: 'id name category quantity',
  materials: 'id name quantity unit dailyPlanned dailyActual',
  progress: 'name date amount type',
  relatedTasks: 'id name lag relation type',
  workArea: 'type bbox geometry id properties',
  parent: 'id name',
}).flatMap(([item, names]) => names.split(' ').map((name) => `${item}.${name}`));

export const accessChecks = checksOf(
  { theme: 'Access and answers', asked: 'all seven collections', source: 'contract' },
  [
    {
      id: 'access.key',
      rows: ['X-API-Key', 'region', 'projectId'],
      question: 'Is our key accepted?',
      rule: '200 with X-API-Key',
      asked: 'calendars',
      ask: async ({ conversation }) => judgeStatus(200, await conversation.get('calendars')),
    },
    {
      id: 'answers.envelope',
      rows: ['paging', 'results', ...collections.map((collection) => `GET ${collection}`)],
      question: 'Do all seven answer with the same envelope?',
      rule: '{paging, results: list}',
      async ask({ conversation }) {
        const shapes: string[] = [];
        let departures = 0;
        for (const collection of collections) {
          const made = await conversation.get(collection);
          const envelope = is200(made) ? recordIn(made) : {};
          if (!Array.isArray(envelope['results']) || !('paging' in envelope)) departures += 1;
          const names = Object.keys(envelope).map(wordOf).sort().join(', ');
          const other = is200(made) ? shapeOf(made.body) : outcomeOf(made);
          shapes.push(names ? `{${names}}` : other);
        }
        return judge(tallyText(shapes), { for: shapes.length - departures, against: departures });
      },
    },
    {
      id: 'answers.lists',
      rows: lists.flatMap((list) => contractProperties(list).map((name) => `${list}.${name}`)),
      question: 'Which properties do the items of the six lists have?',
      rule: "the contract's, and no others",
      asked: sixLists,
      async ask(context) {
        const beyond: string[] = [];
        const lacking: string[] = [];
        let total = 0;
        for (const collection of lists) {
          const { items } = await context.list(collection);
          total += items.length;
          const expected = contractProperties(collection);
          for (const name of new Set(items.flatMap((item) => Object.keys(item)))) {
            if (!expected.includes(name)) beyond.push(`${collection}.${wordOf(name)}`);
          }
          for (const name of expected) {
            const without = items.filter((item) => (item[name] ?? null) === null).length;
            if (without > 0) lacking.push(`${collection}.${name} ${without} of ${items.length}`);
          }
        }
        if (total === 0) return notSeen('no items');
        const sometimes =
          lacking.length > 0 ? `; absent or null: ${listText(lacking)}` : ', none ever absent';
        const seen =
          beyond.length > 0
            ? `beyond the contract: ${listText(beyond)}`
            : `${count(total, 'item')} with the contract's properties`;
        return holdsIf(beyond.length === 0, seen + sometimes);
      },
    },
    {
      id: 'answers.fit',
      rows: itemRows,
      question: 'Would any item be rejected as wrong?',
      rule: 'every item fits the contract',
      async ask(context) {
        const withoutId = (await context.around()).items.filter((item) => idOf(item) === undefined);
        const tasks = [...(await context.items()), ...withoutId];
        const problems: string[] = [];
        let total = 0;
        for (const collection of collections) {
          const items = collection === 'tasks' ? tasks : (await context.list(collection)).items;
          total += items.length;
          for (const item of items) {
            const problem = problemOf(collection, item);
            if (problem) problems.push(`${collection}: ${problem}`);
          }
        }
        if (total === 0) return notSeen('no items');
        const seen =
          problems.length > 0
            ? `${problems.length} of ${total} would be rejected: ${tallyText(problems)}`
            : `${count(total, 'item')}, all of them fit`;
        return holdsIf(problems.length === 0, seen);
      },
    },
    {
      id: 'answers.references',
      source: 'ours',
      question: 'Are the ids in tasks those of the lists?',
      rule: 'every reference is in its list',
      asked: 'tasks against the six lists',
      async ask(context) {
        const strays: string[] = [];
        let compared = 0;
        for (const filter of idFilters) {
          const { property, list } = references[filter];
          const { complete, items } = await context.list(list);
          if (!complete) continue;
          const used = new Set((await context.sample()).flatMap(({ ids }) => ids[filter]));
          const missing = used.difference(idsOf(items)).size;
          compared += used.size;
          if (missing > 0) strays.push(`${property} ${missing} of ${used.size}`);
        }
        if (compared === 0) return notSeen('no references to lists that were read to the end');
        return strays.length > 0
          ? holdsIf(false, `not in their list: ${strays.join(', ')}`)
          : holdsIf(true, `${count(compared, 'id')}, all listed`);
      },
    },
    {
      id: 'answers.ids',
      question: 'What is an id?',
      rule: 'text, each once',
      async ask({ conversation }) {
        const kinds: string[] = [];
        let twice = 0;
        for (const collection of collections) {
          const items = pageIn(await conversation.get(collection))?.items ?? [];
          kinds.push(...items.map(({ id }) => kindOf(id)));
          twice += repeatsIn(items);
        }
        const wrong = kinds.filter((kind) => kind !== 'text').length + twice;
        return judge(`${tallyText(kinds)}; ${twice} twice`, { for: kinds.length - wrong, against: wrong });
      },
    },
  ],
);

/** Nobody's key: made up, and the same every time, so that a service's operator can tell what it was. */
const madeUpKey = 'lookahead-probe-made-up-key';
const noCredentials = 'not asked: no client id and secret given';

/** Asked last: a service that counts wrong keys should have answered everything else by then. */
export const keyChecks = checksOf({ theme: 'Keys and tokens', asked: 'POST auth/token', source: 'offered' }, [
  {
    id: 'keys.wrong',
    source: 'contract',
    rows: ['401'],
    question: 'What does a made-up key get?',
    rule: '401',
    asked: 'calendars, a made-up key',
    ask: async ({ conversation }) => judgeStatus(401, await conversation.getWithKey('calendars', madeUpKey)),
  },
  {
    id: 'tokens.issue',
    question: 'Are tokens issued for a client id and secret?',
    rule: '{accessToken, expiresIn, tokenType}',
    async ask(context) {
      const made = await context.token();
      if (!made) return notSeen(noCredentials);
      const { accessToken, expiresIn, tokenType } = recordIn(made);
      if (made.kind !== 'answer' || textOf(accessToken) === undefined) return differs(outcomeOf(made));
      const life = typeof expiresIn === 'number' ? `${expiresIn} (seconds, we take it)` : kindOf(expiresIn);
      const seen = `${made.status}; accessToken text, expiresIn ${life}, tokenType ${wordOf(tokenType)}`;
      return holdsIf(typeof expiresIn === 'number' && typeof tokenType === 'string', seen);
    },
  },
  {
    id: 'tokens.use',
    question: 'Does such a token do as X-API-Key?',
    rule: 'it does',
    asked: 'calendars, the token as key',
    async ask(context) {
      const made = await context.token();
      if (!made) return notSeen(noCredentials);
      const key = textOf(recordIn(made)['accessToken']);
      if (key === undefined) return notSeen('not asked: no token was issued');
      return judgeStatus(200, await context.conversation.getWithKey('calendars', key));
    },
  },
]);
