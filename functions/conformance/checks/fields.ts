import { fieldProperties, taskFields } from '../../planning/contract/tasks-query.ts';
import { count, type JsonRecord, listText, outcomeOf, wordOf } from '../reading/describe-answer.ts';
import { propertiesOf } from '../reading/field-effects.ts';
import { contractProperties } from '../reading/task-facts.ts';
import { checksOf, differs, type Finding, holdsIf, notSeen, type Row } from './judges.ts';

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

export const fieldChecks = checksOf(
  { theme: 'Fields', asked: 'tasks?fields=predecessors,…', source: 'ours' },
  [
    {
      id: 'properties.with-fields',
      source: 'contract',
      rows: contractProperties('tasks').map((name) => `tasks.${name}`),
      question: 'Which properties come with all fifteen?',
      rule: "the contract's, and no others",
      async ask(context) {
        const { asked, items } = await context.focus();
        if (items.length === 0) return { asked, ...notSeen('no tasks') };
        const expected = contractProperties('tasks');
        const names = propertiesOf(items);
        const beyond = [...names.difference(new Set(expected))].map(wordOf);
        const never = expected.filter((name) => !names.has(name));
        const seen = phrases(
          beyond.length > 0 && `beyond the contract: ${listText(beyond)}`,
          presence(items),
          never.length > 0 && `never: ${never.join(', ')}`,
        );
        return { asked, ...holdsIf(beyond.length === 0, seen) };
      },
    },
    ...eachField,
  ],
);
