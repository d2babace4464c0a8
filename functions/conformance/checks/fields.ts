import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import {
  count,
  type JsonRecord,
  listText,
  outcomeOf,
  tallyText,
  valuesAt,
  wordOf,
} from '../reading/describe-answer.ts';
import { propertiesOf } from '../reading/field-effects.ts';
import { contractProperties } from '../reading/task-facts.ts';
import { checksOf, differs, type Finding, holdsIf, judge, notSeen, type Row } from './judges.ts';

/** `40 tasks; always: id, name; sometimes: shift 75%`. */
function presence(items: readonly JsonRecord[]): string {
  const names = [...propertiesOf(items)].map((name) => {
    const having = items.filter((item) => (item[name] ?? null) !== null).length;
    return { name: wordOf(name), share: having / items.length };
  });
  const always = names.flatMap(({ name, share }) => (share === 1 ? [name] : []));
  const sometimes = names.flatMap(({ name, share }) =>
    share < 1 ? [`${name} ${Math.max(1, Math.round(share * 100))}%`] : [],
  );
  return phrases(
    count(items.length, 'task'),
    `always: ${always.join(', ') || 'none'}`,
    sometimes.length > 0 && `sometimes: ${sometimes.join(', ')}`,
  );
}

/** The texts that are not empty, separated by semicolons. */
function phrases(...texts: readonly (string | false)[]): string {
  return texts.filter(Boolean).join('; ');
}

const eachField = taskFields.map(
  (field): Row => ({
    id: `fields.${field}`,
    rows: [`fields=${field}`],
    question: `What does ${field} add?`,
    rule: fieldProperties[field],
    async ask(context) {
      const { added, bare, full, groups } = await context.fieldEffects();
      const expected = fieldProperties[field];
      const asking = groups.filter(({ fields }) => fields.includes(field));
      const answered = asking.filter(({ reading }) => !reading.failure);
      const isTogether = answered.some(({ fields }) => fields.length > 1);
      const asked = `tasks?fields=${field}${isTogether ? ',…' : ''}`;
      const judged = (): Finding => {
        const [refusal] = asking.flatMap(({ reading }) => reading.failure ?? []);
        if (answered.length === 0) return refusal ? differs(outcomeOf(refusal)) : notSeen('not asked');
        if (bare.has(expected)) return differs(`${expected} comes without being asked for`);
        const adds = (added.get(field) ?? []).map(wordOf);
        if (adds.includes(expected)) return holdsIf(adds.length === 1, `adds ${adds.join(', ')}`);
        if (adds.length > 0) return differs(`adds ${adds.join(', ')}, not ${expected}`);
        return full.has(expected) ? differs('adds nothing') : notSeen(`no task has ${expected}`);
      };
      return { asked, ...judged() };
    },
  }),
);

/** Relations in answers to which only one of predecessors and successors was asked for. */
async function relationsWith(context: ProbeContext, field: TaskField, other: TaskField) {
  const { groups } = await context.fieldEffects();
  const alone = groups.filter(({ fields }) => fields.includes(field) && !fields.includes(other));
  return alone.flatMap(({ reading }) => valuesAt(reading.items, 'relatedTasks.relation')).map(wordOf);
}

/** A question about the focus window's tasks, with all fields. */
function withAllFields(
  row: Omit<Row, 'ask' | 'asked'>,
  judgeItems: (items: readonly JsonRecord[], expected: readonly string[]) => Finding,
): Row {
  return {
    ...row,
    async ask(context) {
      const { asked, items } = await context.focus();
      const judged =
        items.length === 0 ? notSeen('no tasks') : judgeItems(items, contractProperties('tasks'));
      return { asked, ...judged };
    },
  };
}

export const fieldChecks = checksOf(
  { theme: 'Fields', asked: 'tasks?fields=predecessors,…', source: 'ours' },
  [
    {
      id: 'properties.without-fields',
      question: 'Which properties come without fields?',
      rule: baseProperties.join(', '),
      async ask(context) {
        const { asked, failure, items } = await context.readTasks(await context.focusDates(), 1);
        if (failure) return { asked, ...differs(outcomeOf(failure)) };
        if (items.length === 0) return { asked, ...notSeen('no tasks') };
        const names = propertiesOf(items);
        const inFull = propertiesOf((await context.focus()).pages[0]?.items ?? []);
        const unasked = [...names.difference(new Set<string>(baseProperties))].map(wordOf);
        const missing = baseProperties.filter((name) => inFull.has(name) && !names.has(name));
        const seen = phrases(
          unasked.length > 0 && `unasked: ${listText(unasked)}`,
          missing.length > 0 && `only with fields: ${missing.join(', ')}`,
          presence(items),
        );
        return { asked, ...holdsIf(unasked.length + missing.length === 0, seen) };
      },
    },
    withAllFields(
      {
        id: 'properties.with-fields',
        source: 'contract',
        rows: contractProperties('tasks').map((name) => `tasks.${name}`),
        question: 'Which properties come with all fifteen?',
        rule: "the contract's, and no others",
      },
      (items, expected) => {
        const names = propertiesOf(items);
        const beyond = [...names.difference(new Set(expected))].map(wordOf);
        const never = expected.filter((name) => !names.has(name));
        const seen = phrases(
          beyond.length > 0 && `beyond the contract: ${listText(beyond)}`,
          presence(items),
          never.length > 0 && `never: ${never.join(', ')}`,
        );
        return holdsIf(beyond.length === 0, seen);
      },
    ),
    withAllFields(
      {
        id: 'properties.empty',
        question: 'How does a task say that it has no value?',
        rule: 'the property is absent',
      },
      (items, expected) => {
        const namesWith = (matches: (value: unknown) => boolean) =>
          items.flatMap((item) => Object.keys(item).filter((name) => matches(item[name]))).map(wordOf);
        const nulls = namesWith((value) => value === null);
        const texts = namesWith((value) => value === '');
        const lists = namesWith((value) => Array.isArray(value) && value.length === 0);
        const absent = expected.filter((name) => items.some((item) => !(name in item)));
        const seen = phrases(
          nulls.length > 0 && `null: ${tallyText(nulls)}`,
          texts.length > 0 && `empty text: ${tallyText(texts)}`,
          lists.length > 0 && `empty list: ${tallyText(lists)}`,
          absent.length > 0 && `absent: ${listText(absent)}`,
        );
        return judge(seen || 'every task has every property', { for: absent.length, against: nulls.length });
      },
    ),
    ...eachField,
    {
      id: 'fields.relations',
      question: 'Do predecessors and successors bring one relation each?',
      rule: 'each its own',
      async ask(context) {
        const before = await relationsWith(context, 'predecessors', 'successors');
        const after = await relationsWith(context, 'successors', 'predecessors');
        if (before.length + after.length === 0) return notSeen('no related tasks');
        const isEachItsOwn =
          before.every((word) => normalizeWord(word) === 'predecessor') &&
          after.every((word) => normalizeWord(word) === 'successor');
        const text = (words: readonly string[]) => tallyText(words) || 'none';
        return holdsIf(isEachItsOwn, `predecessors: ${text(before)}; successors: ${text(after)}`);
      },
    },
  ],
);
