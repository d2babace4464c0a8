import { readShift } from '../../lookahead/tasks/shift-of-task.ts';
import { readStatus } from '../../lookahead/tasks/status.ts';
import { normalizeWord } from '../../lookahead/text/clean-text.ts';
import { listText, tallyText, valuesAt, wordOf } from '../reading/json-shapes.ts';
import { checksOf, everyTask, judge, type Row } from './judges.ts';

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
  /** The value that the contract shows. */
  readonly seen?: string;
  /** Where in a task the words are. */
  readonly path: string;
  /** A list whose items have a type of the same words. */
  readonly list?: 'calendars' | 'locations';
}[] = [
  {
    id: 'status',
    seen: 'planned',
    path: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    knows: (word) => readStatus(word).kind !== 'other',
  },
  {
    id: 'shift',
    path: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    knows: (word) => readShift(word) !== undefined,
  },
  {
    id: 'calendar-type',
    seen: 'five-day',
    what: 'calendar type',
    path: 'calendar.type',
    list: 'calendars',
    rule: 'five-day, six-day, seven-day',
    // Wider than what counts working days: a seven-day week is known, and works every day like an unknown one.
    knows: (word) => /^(five|six|seven|[567])days?(week)?$/.test(normalizeWord(word)),
  },
  {
    id: 'location-type',
    seen: 'map',
    what: 'location type',
    path: 'location.type',
    list: 'locations',
    rule: 'map; nothing depends on it',
    knows: oneOf('map'),
  },
  {
    id: 'progress-type',
    seen: 'delay',
    what: 'progress type',
    path: 'progress.type',
    rule: 'delay, on schedule, improved',
    knows: oneOf('delay', 'on schedule', 'improved'),
  },
  {
    id: 'relation',
    seen: 'predecessor',
    path: 'relatedTasks.relation',
    rule: 'predecessor, successor',
    knows: oneOf('predecessor', 'successor'),
  },
  {
    id: 'relation-type',
    seen: 'start-start',
    what: "a related task's type",
    path: 'relatedTasks.type',
    rule: 'start-start, finish-start, finish-finish, start-finish',
    knows: oneOf('start-start', 'finish-start', 'finish-finish', 'start-finish'),
  },
  {
    id: 'work-area-type',
    what: 'work area type',
    path: 'workArea.type',
    rule: 'Feature; nothing depends on it',
    knows: oneOf('Feature'),
  },
];

export const wordChecks = checksOf(
  { theme: 'Words', asked: everyTask, source: 'ours' },
  words.map(
    ({ id, what = id, seen, rule, knows, path, list }): Row => ({
      id: `words.${id}`,
      rows: seen === undefined ? [] : [`${path}=${seen}`],
      question: `Which words does ${what} take?`,
      rule,
      async ask(context) {
        const listed = list ? valuesAt((await context.list(list)).items, 'type') : [];
        const given = [...listed, ...valuesAt(await context.items(), path)].map(wordOf);
        const distinct = new Set(given);
        const unknown = [...distinct].filter((word) => !knows(word));
        const tally = tallyText(given) || 'none';
        const text = unknown.length > 0 ? `${tally}; not known: ${listText(unknown)}` : tally;
        return judge(text, { for: distinct.size, against: unknown.length });
      },
    }),
  ),
);
