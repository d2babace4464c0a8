import { readShift } from '../../lookahead/tasks/shift-of-task.ts';
import { readStatus } from '../../lookahead/tasks/status.ts';
import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import type { ProbeContext } from '../reading/context.ts';
import { isRecord, listText, part, recordsOf, tallyOf, tallyText, wordOf } from '../reading/json-shapes.ts';
import { everyTask, judge, questionsOf, type Row } from './judges.ts';

type Values = (context: ProbeContext) => Promise<readonly unknown[]>;

const sampled =
  (property: string): Values =>
  async (context) =>
    (await context.sample()).map(({ raw }) => raw[property]);
/** Of the entries of a list in each task. */
const nested =
  (property: string, inner: string): Values =>
  async (context) =>
    (await context.sample()).flatMap(({ raw }) => recordsOf(raw[property]).map((entry) => entry[inner]));
/** The type of a resource, in its list and in the tasks. */
const typeOf =
  (property: string, list?: 'calendars' | 'locations'): Values =>
  async (context) => {
    const listed = list === undefined ? [] : (await context.list(list)).items;
    const referred = (await context.sample()).map(({ raw }) => raw[property]).filter(isRecord);
    return [...listed, ...referred].map((each) => part(each, 'type'));
  };

const oneOf = (...words: readonly string[]) => {
  const keys = new Set(words.map(normalizeWord));
  return (word: string) => keys.has(normalizeWord(word));
};

/** Which words a property takes, and whether our rules know them. */
const words: readonly {
  readonly id: string;
  readonly what?: string;
  readonly rule: string;
  readonly knows: (word: string) => boolean;
  readonly values: Values;
}[] = [
  {
    id: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    knows: (word) => readStatus(word).kind !== 'other',
    values: sampled('status'),
  },
  {
    id: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    knows: (word) => readShift(word) !== undefined,
    values: sampled('shift'),
  },
  {
    id: 'calendar-type',
    what: 'calendar type',
    rule: 'five-day, six-day, seven-day',
    // Wider than what counts working days: a seven-day week is known, and works every day like an unknown one.
    knows: (word) => /^(five|six|seven|[567])days?(week)?$/.test(normalizeWord(word)),
    values: typeOf('calendar', 'calendars'),
  },
  {
    id: 'location-type',
    what: 'location type',
    rule: 'map; nothing depends on it',
    knows: oneOf('map'),
    values: typeOf('location', 'locations'),
  },
  {
    id: 'progress-type',
    what: 'progress type',
    rule: 'delay, on schedule, improved',
    knows: oneOf('delay', 'on schedule', 'improved'),
    values: nested('progress', 'type'),
  },
  {
    id: 'relation',
    rule: 'predecessor, successor',
    knows: oneOf('predecessor', 'successor'),
    values: nested('relatedTasks', 'relation'),
  },
  {
    id: 'relation-type',
    what: "a related task's type",
    rule: 'start-start, finish-start, finish-finish, start-finish',
    knows: oneOf('start-start', 'finish-start', 'finish-finish', 'start-finish'),
    values: nested('relatedTasks', 'type'),
  },
  {
    id: 'work-area-type',
    what: 'work area type',
    rule: 'Feature; nothing depends on it',
    knows: oneOf('Feature'),
    values: typeOf('workArea'),
  },
];

export const wordQuestions = questionsOf(
  'Words',
  words.map(
    ({ id, what = id, rule, knows, values }): Row => ({
      id: `words.${id}`,
      question: `Which words does ${what} take?`,
      rule,
      async ask(context) {
        const given = (await values(context)).filter((value) => value !== undefined && value !== null);
        const tally = tallyOf(given.map(wordOf));
        const unknown = [...tally.keys()].filter((word) => !knows(word));
        const seen = tallyText(tally) || 'none';
        const text = unknown.length > 0 ? `${seen}; not known: ${listText(unknown)}` : seen;
        return judge(everyTask, text, { for: tally.size, against: unknown.length });
      },
    }),
  ),
);
