import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import { contractProperties } from '../reading/collections.ts';
import type { ProbeContext } from '../reading/context.ts';
import { outcomeOf } from '../reading/describe-answer.ts';
import { propertiesOf } from '../reading/field-effects.ts';
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
} from '../reading/json-shapes.ts';
import { differs, holdsIf, judge, notSeen, questionsOf, type Row } from './judges.ts';

/** `40 tasks; always: id, name; sometimes: shift 75%`. */
function presence(items: readonly JsonRecord[]): string {
  const names = [...propertiesOf(items)];
  const having = (name: string) => items.filter((item) => (item[name] ?? null) !== null).length;
  const constant = names.filter((name) => having(name) === items.length).map(nameOf);
  const sometimes = names
    .filter((name) => having(name) < items.length)
    .map((name) => `${nameOf(name)} ${Math.max(1, Math.round((having(name) / items.length) * 100))}%`);
  const rest = sometimes.length > 0 ? `; sometimes: ${sometimes.join(', ')}` : '';
  return `${count(items.length, 'task')}; always: ${constant.join(', ') || 'none'}${rest}`;
}

const eachField = taskFields.map(
  (field): Row => ({
    id: `fields.${field}`,
    question: `What does ${field} add?`,
    rule: fieldProperties[field],
    async ask(context) {
      const { added, bare, full, groups } = await context.fieldEffects();
      const expected = fieldProperties[field];
      const asking = groups.filter(({ fields }) => fields.includes(field));
      const answered = asking.filter(({ reading }) => !reading.failure);
      const isTogether = answered.some(({ fields }) => fields.length > 1);
      const asked = `tasks?fields=${field}${isTogether ? ',…' : ''}`;
      if (answered.length === 0) {
        const refusal = asking.find(({ reading }) => reading.failure)?.reading.failure;
        return refusal ? differs(asked, outcomeOf(refusal)) : notSeen(asked, 'not asked');
      }
      if (bare.has(expected)) return differs(asked, `${expected} comes without being asked for`);
      const adds = (added.get(field) ?? []).map(nameOf);
      if (adds.includes(expected)) return holdsIf(adds.length === 1, asked, `adds ${adds.join(', ')}`);
      if (adds.length > 0) return differs(asked, `adds ${adds.join(', ')}, not ${expected}`);
      return full.has(expected) ? differs(asked, 'adds nothing') : notSeen(asked, `no task has ${expected}`);
    },
  }),
);

/** Relations in answers to which only one of predecessors and successors was asked for. */
async function relationsWith(context: ProbeContext, field: TaskField, other: TaskField) {
  const { groups } = await context.fieldEffects();
  return groups
    .filter(({ fields }) => fields.includes(field) && !fields.includes(other))
    .flatMap(({ reading }) => reading.items)
    .flatMap((item) => recordsOf(part(item, 'relatedTasks')))
    .map((related) => wordOf(part(related, 'relation')));
}

export const fieldQuestions = questionsOf('Fields', [
  {
    id: 'properties.without-fields',
    question: 'Which properties come without fields?',
    rule: baseProperties.join(', '),
    async ask(context) {
      const { asked, failure, items } = await context.readTasks(await context.focusDates(), 1);
      if (failure) return differs(asked, outcomeOf(failure));
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const names = propertiesOf(items);
      const inFull = propertiesOf((await context.focus()).pages[0]?.items ?? []);
      const unasked = [...names].filter((name) => !baseProperties.some((each) => each === name));
      const missing = baseProperties.filter((name) => inFull.has(name) && !names.has(name));
      const departures = [
        ...(unasked.length > 0 ? [`unasked: ${listText(unasked.map(nameOf))}`] : []),
        ...(missing.length > 0 ? [`only with fields: ${missing.join(', ')}`] : []),
      ];
      return holdsIf(departures.length === 0, asked, [...departures, presence(items)].join('; '));
    },
  },
  {
    id: 'properties.with-fields',
    question: 'Which properties come with all fifteen?',
    rule: "the contract's, and no others",
    async ask(context) {
      const { asked, items } = await context.focus();
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const expected = contractProperties('tasks');
      const names = propertiesOf(items);
      const beyond = [...names].filter((name) => !expected.includes(name)).map(nameOf);
      const never = expected.filter((name) => !names.has(name));
      const seen = [
        ...(beyond.length > 0 ? [`beyond the contract: ${listText(beyond)}`] : []),
        presence(items),
        ...(never.length > 0 ? [`never: ${never.join(', ')}`] : []),
      ];
      return holdsIf(beyond.length === 0, asked, seen.join('; '));
    },
  },
  {
    id: 'properties.empty',
    question: 'How does a task say that it has no value?',
    rule: 'the property is absent',
    async ask(context) {
      const { asked, items } = await context.focus();
      if (items.length === 0) return notSeen(asked, 'no tasks');
      const namesWith = (matches: (value: unknown) => boolean) =>
        tallyOf(items.flatMap((item) => Object.keys(item).filter((name) => matches(item[name]))).map(nameOf));
      const empty = [
        ['null', namesWith((value) => value === null)],
        ['empty text', namesWith((value) => value === '')],
        ['empty list', namesWith((value) => Array.isArray(value) && value.length === 0)],
      ] as const;
      const absent = contractProperties('tasks').filter((name) => items.some((item) => !(name in item)));
      const seen = [
        ...empty.flatMap(([kind, names]) => (names.size > 0 ? [`${kind}: ${tallyText(names)}`] : [])),
        ...(absent.length > 0 ? [`absent: ${listText(absent)}`] : []),
      ].join('; ');
      const tally = { for: absent.length, against: empty[0][1].size };
      return judge(asked, seen || 'every task has every property', tally);
    },
  },
  ...eachField,
  {
    id: 'fields.relations',
    question: 'Do predecessors and successors bring one relation each?',
    rule: 'each its own',
    async ask(context) {
      const asked = 'tasks?fields=predecessors,…';
      const before = await relationsWith(context, 'predecessors', 'successors');
      const after = await relationsWith(context, 'successors', 'predecessors');
      if (before.length + after.length === 0) return notSeen(asked, 'no related tasks');
      const isEachItsOwn =
        before.every((word) => normalizeWord(word) === 'predecessor') &&
        after.every((word) => normalizeWord(word) === 'successor');
      const text = (words: readonly string[]) => tallyText(tallyOf(words)) || 'none';
      return holdsIf(isEachItsOwn, asked, `predecessors: ${text(before)}; successors: ${text(after)}`);
    },
  },
]);
