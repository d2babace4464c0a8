import { readShift } from '../lookahead/tasks/shift.ts';
import { readStatus } from '../lookahead/tasks/status.ts';
import { normalizeWord } from '../lookahead/text/clean-text.ts';
import type { ProbeContext } from './context.ts';
import { isRecord, listText, part, recordsOf, tallyOf, tallyText, wordOf } from './json-shapes.ts';
import { judge, type Question } from './question.ts';
import type { TaskFacts } from './task-facts.ts';

const theme = 'Words';
const asked = 'every task read';

const oneOf = (...words: readonly string[]) => {
  const keys = new Set(words.map(normalizeWord));
  return (word: string) => keys.has(normalizeWord(word));
};

/** A question about which words a property takes, and whether our rules know them; the rest keep their text. */
function wordQuestion(about: {
  readonly id: string;
  readonly what: string;
  readonly rule: string;
  readonly isKnown: (word: string) => boolean;
  readonly valuesIn: (context: ProbeContext) => Promise<readonly unknown[]>;
}): Question {
  const { id, what, rule, isKnown, valuesIn } = about;
  return {
    id: `words.${id}`,
    theme,
    question: `Which words does ${what} take?`,
    rule,
    async ask(context) {
      const values = (await valuesIn(context)).filter((value) => value !== undefined && value !== null);
      const words = tallyOf(values.map(wordOf));
      const unknown = [...words.keys()].filter((word) => !isKnown(word));
      const seen = tallyText(words) || 'none';
      const text = unknown.length > 0 ? `${seen}; not known: ${listText(unknown)}` : seen;
      return judge(asked, text, { for: words.size, against: unknown.length });
    },
  };
}

const ofTasks = (values: (task: TaskFacts) => readonly unknown[]) => async (context: ProbeContext) =>
  (await context.sample()).flatMap(values);
const typeOf = (value: unknown) => (isRecord(value) ? [part(value, 'type')] : []);
const related = (property: string) =>
  ofTasks(({ raw }) => recordsOf(part(raw, 'relatedTasks')).map((each) => each[property]));

export const wordQuestions: readonly Question[] = [
  wordQuestion({
    id: 'status',
    what: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    isKnown: (word) => readStatus(word).kind !== 'other',
    valuesIn: ofTasks(({ raw }) => [part(raw, 'status')]),
  }),
  wordQuestion({
    id: 'shift',
    what: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    isKnown: (word) => readShift(word) !== undefined,
    valuesIn: ofTasks(({ raw }) => [part(raw, 'shift')]),
  }),
  wordQuestion({
    id: 'calendar-type',
    what: 'calendar type',
    rule: 'five-day, six-day, seven-day',
    // Wider than what counts working days: a seven-day week is known, and works every day like an unknown one.
    isKnown: (word) => /^(five|six|seven|[567])days?(week)?$/.test(normalizeWord(word)),
    valuesIn: async (context) => [
      ...(await context.list('calendars')).items.flatMap(typeOf),
      ...(await context.sample()).flatMap(({ raw }) => typeOf(part(raw, 'calendar'))),
    ],
  }),
  wordQuestion({
    id: 'location-type',
    what: 'location type',
    rule: 'map; nothing depends on it',
    isKnown: oneOf('map'),
    valuesIn: async (context) => [
      ...(await context.list('locations')).items.flatMap(typeOf),
      ...(await context.sample()).flatMap(({ raw }) => typeOf(part(raw, 'location'))),
    ],
  }),
  wordQuestion({
    id: 'progress-type',
    what: 'progress type',
    rule: 'delay, on schedule, improved',
    isKnown: oneOf('delay', 'on schedule', 'improved'),
    valuesIn: ofTasks(({ raw }) => recordsOf(part(raw, 'progress')).map((entry) => part(entry, 'type'))),
  }),
  wordQuestion({
    id: 'relation',
    what: 'relation',
    rule: 'predecessor, successor',
    isKnown: oneOf('predecessor', 'successor'),
    valuesIn: related('relation'),
  }),
  wordQuestion({
    id: 'relation-type',
    what: "a related task's type",
    rule: 'start-start, finish-start, finish-finish, start-finish',
    isKnown: oneOf('start-start', 'finish-start', 'finish-finish', 'start-finish'),
    valuesIn: related('type'),
  }),
  wordQuestion({
    id: 'work-area-type',
    what: 'work area type',
    rule: 'Feature; nothing depends on it',
    isKnown: oneOf('Feature'),
    valuesIn: ofTasks(({ raw }) => typeOf(part(raw, 'workArea'))),
  }),
];
