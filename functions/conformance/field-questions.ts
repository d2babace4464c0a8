import { normalizeWord } from '../lookahead/text/clean-text.ts';
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../planning/contract/tasks-query.ts';
import { contractProperties } from './access-questions.ts';
import { outcomeOf } from './exchange.ts';
import { fieldEffects, propertiesOf } from './field-effects.ts';
import {
  count,
  type JsonRecord,
  listText,
  nameOf,
  part,
  recordsOf,
  tallyOf,
  tallyText,
  wordOf,
} from './json-shapes.ts';
import { differs, holds, judge, notSeen, type Question } from './question.ts';

const theme = 'Fields';

/** `always: id, name; sometimes: shift 30 of 40`. */
function presence(items: readonly JsonRecord[]): string {
  const names = [...propertiesOf(items)];
  const having = (name: string) =>
    items.filter((item) => item[name] !== undefined && item[name] !== null).length;
  const constant = names.filter((name) => having(name) === items.length).map(nameOf);
  const sometimes = names
    .filter((name) => having(name) < items.length)
    .map((name) => `${nameOf(name)} ${Math.max(1, Math.round((having(name) / items.length) * 100))}%`);
  const rest = sometimes.length > 0 ? `; sometimes: ${sometimes.join(', ')}` : '';
  return `${count(items.length, 'task')}; always: ${constant.join(', ') || 'none'}${rest}`;
}

const fieldQuestions: readonly Question[] = taskFields.map(
  (field): Question => ({
    id: `fields.${field}`,
    theme,
    question: `What does ${field} add?`,
    rule: fieldProperties[field],
    async ask(context) {
      const { added, bare, full, groups } = await fieldEffects(context);
      const expected = fieldProperties[field];
      const answered = groups.filter(({ fields, reading }) => fields.includes(field) && !reading.failure);
      const together = answered.some(({ fields }) => fields.length > 1);
      const asked = `tasks?fields=${field}${together ? ',…' : ''}`;
      const refusal = groups.find(({ fields, reading }) => fields.includes(field) && reading.failure)?.reading
        .failure;
      if (answered.length === 0) {
        return refusal ? differs(asked, outcomeOf(refusal)) : notSeen(asked, 'not asked');
      }
      const adds = (added.get(field) ?? []).map(nameOf);
      if (bare.has(expected)) return differs(asked, `${expected} comes without being asked for`);
      if (adds.includes(expected)) {
        const more = adds.filter((name) => name !== expected);
        return more.length > 0 ? differs(asked, `adds ${adds.join(', ')}`) : holds(asked, `adds ${expected}`);
      }
      if (adds.length > 0) return differs(asked, `adds ${adds.join(', ')}, not ${expected}`);
      return full.has(expected) ? differs(asked, 'adds nothing') : notSeen(asked, `no task has ${expected}`);
    },
  }),
);

/** Relations in answers to which only one of predecessors and successors was asked for. */
async function relationsWith(context: Parameters<Question['ask']>[0], field: TaskField, other: TaskField) {
  const { groups } = await fieldEffects(context);
  return groups
    .filter(({ fields }) => fields.includes(field) && !fields.includes(other))
    .flatMap(({ reading }) => reading.items)
    .flatMap((item) => recordsOf(part(item, 'relatedTasks')))
    .map((related) => wordOf(part(related, 'relation')));
}

export const fieldsQuestions: readonly Question[] = [
  {
    id: 'properties.without-fields',
    theme,
    question: 'Which properties come without fields?',
    rule: baseProperties.join(', '),
    async ask(context) {
      const reading = await context.readTasks(await context.focusDates(), 1);
      const { asked, items } = reading;
      if (reading.failure) return differs(asked, outcomeOf(reading.failure));
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const names = propertiesOf(items);
      const inFull = propertiesOf((await context.focus()).pages[0]?.items ?? []);
      const unasked = [...names].filter((name) => !baseProperties.some((each) => each === name));
      const missing = baseProperties.filter((name) => inFull.has(name) && !names.has(name));
      const departures = [
        ...(unasked.length > 0 ? [`unasked: ${listText(unasked.map(nameOf))}`] : []),
        ...(missing.length > 0 ? [`only with fields: ${missing.join(', ')}`] : []),
      ];
      const seen = [...departures, presence(items)].join('; ');
      return departures.length > 0 ? differs(asked, seen) : holds(asked, seen);
    },
  },
  {
    id: 'properties.with-fields',
    theme,
    question: 'Which properties come with all fifteen?',
    rule: "the contract's, and no others",
    async ask(context) {
      const { asked, items } = await context.focus();
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const expected = contractProperties('tasks');
      const beyond = [...propertiesOf(items)].filter((name) => !expected.includes(name)).map(nameOf);
      const never = expected.filter((name) => !propertiesOf(items).has(name));
      const rest = never.length > 0 ? `; never: ${never.join(', ')}` : '';
      const seen = `${presence(items)}${rest}`;
      return beyond.length > 0
        ? differs(asked, `beyond the contract: ${listText(beyond)}; ${seen}`)
        : holds(asked, seen);
    },
  },
  {
    id: 'properties.empty',
    theme,
    question: 'How does a task say that it has no value?',
    rule: 'the property is absent',
    async ask(context) {
      const { asked, items } = await context.focus();
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const empty = (matches: (value: unknown) => boolean) =>
        tallyOf(items.flatMap((item) => Object.keys(item).filter((name) => matches(item[name]))).map(nameOf));
      const nulls = empty((value) => value === null);
      const blanks = empty((value) => value === '');
      const noItems = empty((value) => Array.isArray(value) && value.length === 0);
      const absent = contractProperties('tasks').filter((name) => items.some((item) => !(name in item)));
      const seen = [
        ...(nulls.size > 0 ? [`null: ${tallyText(nulls)}`] : []),
        ...(blanks.size > 0 ? [`empty text: ${tallyText(blanks)}`] : []),
        ...(noItems.size > 0 ? [`empty list: ${tallyText(noItems)}`] : []),
        ...(absent.length > 0 ? [`absent: ${listText(absent)}`] : []),
      ].join('; ');
      return judge(asked, seen || 'every task has every property', {
        for: absent.length,
        against: nulls.size,
      });
    },
  },
  ...fieldQuestions,
  {
    id: 'fields.relations',
    theme,
    question: 'Do predecessors and successors bring one relation each?',
    rule: 'each its own',
    async ask(context) {
      const asked = 'tasks?fields=predecessors,…';
      const before = await relationsWith(context, 'predecessors', 'successors');
      const after = await relationsWith(context, 'successors', 'predecessors');
      if (before.length + after.length === 0) return notSeen(asked, 'no related tasks');
      const strays =
        before.filter((word) => normalizeWord(word) !== 'predecessor').length +
        after.filter((word) => normalizeWord(word) !== 'successor').length;
      const seen = `predecessors: ${tallyText(tallyOf(before)) || 'none'}; successors: ${tallyText(tallyOf(after)) || 'none'}`;
      return strays > 0 ? differs(asked, seen) : holds(asked, seen);
    },
  },
];
