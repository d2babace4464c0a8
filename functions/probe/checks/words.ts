import type { Task } from '../../planning/contract/resources.ts';
import {
  knownCalendarType,
  knownProgress,
  knownRelation,
  knownRelationType,
  knownShift,
  knownStatus,
} from '../../planning/contract/words.ts';
import { listText, tallyText, wordOf } from '../describe-values.ts';
import { type Check, holdsIf, notSeen, usualOddities } from '../finding.ts';

type Words = {
  readonly id: string;
  readonly rule: string;
  readonly of: (task: Task) => readonly (string | undefined)[];
  readonly knows: (word: string) => boolean;
};

const words: readonly Words[] = [
  {
    id: 'status',
    rule: 'backlog, planned, promised, in progress, complete and their kin',
    of: ({ status }) => [status],
    knows: (word) => knownStatus(word) !== undefined,
  },
  {
    id: 'shift',
    rule: 'day, afternoon, night, 24hr, All',
    of: ({ shift }) => [shift],
    knows: (word) => knownShift(word) !== undefined,
  },
  {
    id: 'calendar-type',
    rule: 'five-day, six-day, seven-day',
    of: ({ calendar }) => [calendar?.type],
    knows: (word) => knownCalendarType(word) !== undefined,
  },
  {
    id: 'progress-type',
    rule: 'delay, on schedule, improved',
    of: ({ progress = [] }) => progress.map(({ type }) => type),
    knows: (word) => knownProgress(word) !== undefined,
  },
  {
    id: 'relation',
    rule: 'predecessor, successor',
    of: ({ relatedTasks = [] }) => relatedTasks.map(({ relation }) => relation),
    knows: (relation) => knownRelation(relation) !== undefined,
  },
  {
    id: 'relation-type',
    rule: 'start-start, finish-start, finish-finish, start-finish',
    of: ({ relatedTasks = [] }) => relatedTasks.map(({ type }) => type),
    knows: (type) => knownRelationType(type) !== undefined,
  },
];

export const wordChecks: readonly Check[] = words.map(({ id, rule, of, knows }) => ({
  id: `words.${id}`,
  question: `Do we know the words of ${id.replace('-', ' ')}?`,
  rule,
  async find({ tasks }) {
    const given = (await tasks()).tasks
      .flatMap(({ source }) => of(source))
      .flatMap((word) => word?.trim() || []);
    if (given.length === 0) return notSeen('no words');
    const unknown = given.filter((word) => !knows(word));
    const tally = tallyText(given.map(wordOf));
    const seen =
      unknown.length === 0 ? tally : `${tally}; not known: ${listText([...new Set(unknown.map(wordOf))])}`;
    return holdsIf(unknown.length <= given.length * usualOddities, seen);
  },
}));
