/** What a column, an activity code or a user field holds, by its heading and its values together. */
import { knownStatus, probableShift, wordsPattern } from '../../planning/contract/known-words.ts';
import { type Heading, type HeadingConcept, type HeadingVersion, hasWord, plainWords } from './heading.ts';
import {
  areAddresses,
  areCompanies,
  areDates,
  areMostly,
  areNumbered,
  areOutlineNumbers,
  areTrades,
  areWords,
  isMilestoneType,
  isSummaryType,
  mostly,
  type Values,
  whyEmpty,
  whyUnfit,
  writtenAnswer,
} from './values.ts';
import { writtenPercent } from './written-number.ts';

export type Column = Values & {
  readonly source: 'code' | 'udf' | 'column';
  readonly name: string;
  readonly heading: Heading;
  /** Number of the activities that have dates, if known, else of all. */
  readonly rows: number;
};

export type ColumnConcept =
  | Exclude<HeadingConcept, 'done' | 'percent' | 'crewSize'>
  | 'actualStart'
  | 'actualFinish'
  | 'remainingStart'
  | 'remainingDuration'
  | 'percentComplete';

export type Guess = {
  readonly concept: ColumnConcept;
  /** The higher wins; 0 if the values rule the concept out. */
  readonly sureness: number;
  readonly because: string;
};

/** How well each version of a column serves, of several. */
const ofVersion: Readonly<Record<HeadingVersion, number>> = {
  current: 0.9,
  target: 0.8,
  remaining: 0.7,
  actual: 0.6,
  baseline: 0.3,
  whole: 0.2,
};

const hasLasting = hasWord('lasting');
const isOfCreation = hasWord('created');
const hasFullName = hasWord('fullName');
const hasJob = hasWord('job');
const hasAboutIt = hasWord('aboutIt', 'notes');
const endsAsId = new RegExp(`(?<![^ ])(?:${wordsPattern('idEnding')})\\W*$`);
const hasCompany = hasWord('subcontractor');
const hasResource = hasWord('resource');

/** Whether almost all rows have a value, and no two the same. */
function identifiesRows({ activities, values, rows }: Column): boolean {
  return activities >= rows * 0.9 && values.length >= activities * 0.95;
}

/** What a column may be, each with how sure that is; none for a column of one value for the whole project. */
export function recognise(column: Column): readonly Guess[] {
  const { source, activities, values, rows, heading } = column;
  const { concepts, version, length } = heading;
  if (version === 'whole' && activities > 1 && values.length === 1) return [];
  const guesses: Guess[] = [];
  const guess = (concept: ColumnConcept, sureness: number, because = 'its heading') => {
    guesses.push({ concept, sureness, because });
  };
  const has = (concept: HeadingConcept) => concepts.includes(concept);
  const some = (fits: (value: string) => boolean) => values.some(({ value }) => fits(value));
  const name = plainWords(column.name);
  const plain = 0.5 ** Math.max(0, length - 1);
  const used = (version === undefined ? 1 : ofVersion[version]) + plain / 100;
  const areDated = areDates(column);
  for (const end of ['start', 'finish'] as const) {
    if (!has(end) || source !== 'column') continue;
    // A column of actual dates may still be empty.
    const mayBeDated = areDated || activities === 0;
    if (version === 'actual' && mayBeDated) guess(end === 'start' ? 'actualStart' : 'actualFinish', 2);
    if (version === 'remaining' && end === 'start') guess('remainingStart', 2);
    if (activities > 0) guess(end, areDated ? used : used / 10);
  }
  if (activities === 0) return guesses;
  const ofCompanies = areCompanies(column);
  if (source === 'column') guessColumns();
  const ofTrades = areTrades(column);
  if (has('shift') && (name !== 'marks' || areShifts())) guess('shift', (plain * activities) / rows);
  const parts = /wbs|outline/.test(name) || has('group');
  const sourceOf = (
    concept: ColumnConcept,
    { isParty = false, factor = 1, because = 'its heading' } = {},
  ) => {
    if (has('title') || (concept === 'group' ? values.length === activities : parts)) return;
    if (concept !== 'owner' && hasJob(name) && !ofCompanies) return;
    const mayBeOne =
      isParty &&
      length <= 2 &&
      hasCompany(
        name
          .replace(/ name$/, '')
          .split(' ')
          .at(-1) ?? '',
      );
    const of = { name, isParty, isAboutIt: hasAboutIt(name), mayBeOne };
    const why = concept === 'owner' && areAddresses(column) ? undefined : whyUnfit(column, of);
    if (why === undefined) guess(concept, (factor * plain * activities) / rows, because);
    else if (because === 'its heading') guess(concept, 0, `its values are ${why}`);
  };
  const isWorded = { isParty: true, factor: areWords(column) ? 1 : 0.9 };
  if (has('subcontractor')) sourceOf('subcontractor', isWorded);
  else if (ofCompanies && (has('owner') || hasResource(name)))
    sourceOf('subcontractor', { isParty: true, factor: 0.8 });
  if (has('trade') || (ofTrades && has('owner'))) sourceOf('trade', { isParty: true });
  if (has('owner') && !ofCompanies && !ofTrades) sourceOf('owner', { isParty: true });
  for (const place of ['area', 'level', 'package'] as const) if (has(place)) sourceOf(place);
  if (has('group')) sourceOf('group', { factor: areWords(column) ? 1 : 0.1 });
  // Most programmes have a code by which the work is divided.
  const isOther = (['shift', 'owner', 'trade', 'group', 'package'] as const).some(has);
  if (source === 'code' && activities >= rows * mostly && values.length > 1 && !isOther)
    sourceOf('package', { factor: 0.01, because: 'its values' });
  return guesses;

  /** Marks under days may be letters of anything. */
  function areShifts(): boolean {
    const areKnown = areMostly(column, (text) => probableShift(text) !== undefined, 0.9);
    return areKnown && some((text) => probableShift(text) === 'night');
  }

  function guessColumns(): void {
    if (areDated) {
      if (has('done')) guess('actualFinish', 1.5);
      if (has('dataDate') && values.length <= 2) guess('dataDate', plain);
      if (concepts.length === 0 && !isOfCreation(name))
        for (const end of ['start', 'finish'] as const) guess(end, 0.01, 'its values');
      return;
    }

    const isNumbered = areNumbered(column);
    const areNumbers = areMostly(column, (text) => /^\d+$/.test(text));
    const isApart = identifiesRows(column);
    if (
      (has('id') && (isApart || concepts.length === 1)) ||
      (isApart && (endsAsId.test(name) || (has('title') && isNumbered)))
    ) {
      const base = has('id') ? 1 : has('title') ? 0.9 : 0.6;
      const lasting = isApart && hasLasting(name) ? 1 : areOutlineNumbers(column) ? -0.2 : 0;
      guess('id', (base + lasting) * (isApart ? 1 : 0.1) * (version === 'whole' ? 0.5 : 1));
    }
    const isNamed = whyEmpty(column) === undefined && !isNumbered;
    if (isNamed && has('title')) guess('title', ((used + (hasFullName(name) ? 0.2 : 0)) * activities) / rows);
    if (isNamed && concepts.length === 0 && areWords(column) && values.length > activities / 2)
      guess('title', (0.1 * values.length) / rows, 'its values');

    const isProgress = has('percent') || has('done');
    const areStatuses = (share: number) =>
      areMostly(column, (text) => knownStatus(text) !== undefined, share);
    if (isProgress && areMostly(column, isPercent)) {
      if (version === undefined || ['current', 'actual', 'whole'].includes(version))
        guess('percentComplete', used);
    } else if (isProgress && areMostly(column, (text) => writtenAnswer(text) !== undefined))
      guess('status', 0.5);
    else if (has('status') || (isProgress && areStatuses(mostly))) guess('status', used);
    else if (values.length > 1 && areStatuses(0.9) && some((text) => knownStatus(text) === 'complete'))
      guess('status', 0.1, 'its values');
    if (has('duration')) {
      if (version === 'remaining') guess('remainingDuration', plain);
      else if (version !== 'actual' && version !== 'baseline') guess('duration', used);
    }

    if (has('type') && some((text) => isSummaryType(text) || isMilestoneType(text))) guess('type', 1);
    if (has('isSummary') && some(isYes)) guess('type', 0.9);
    if (has('isActive') && some((text) => writtenAnswer(text) === false)) guess('type', 0.8);
    if (has('outlineLevel')) guess('outlineLevel', plain);
    if (has('outlineNumber') && values.length === activities && areOutlineNumbers(column))
      guess('outlineLevel', 0.1);
    if (has('parent')) guess('parent', plain);
    if (has('notes') && !ofCompanies) guess('notes', areWords(column) ? plain : plain / 10);
    for (const list of ['plant', 'materials', 'predecessors'] as const) if (has(list)) guess(list, plain);
    if (has('crewSize')) guess('labour', 1.5);
    if (has('labour') && !(hasResource(name) && ofCompanies)) guess('labour', areNumbers ? 1 : plain / 2);
  }
}

const isYes = (text: string) => text === '1' || writtenAnswer(text) === true;
const isPercent = (text: string) => writtenPercent(text, 100) !== undefined;
