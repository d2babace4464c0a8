/** Recognises what a column, an activity code or a user field holds, from its heading and its values together. */
import { parseStatusWord, probableShift } from '#planning/contract/known-words.ts';
import {
  createConceptWordEndingPredicate,
  createConceptWordPredicate,
  plainWordsText,
  type RecognisedHeading,
} from './heading.ts';
import {
  areMostlyDates,
  datePattern,
  doMostValuesFit,
  isCompany,
  isMilestoneType,
  isNo,
  isNotKnownYet,
  isRating,
  isSentence,
  isStatus,
  isSummaryType,
  isTrade,
  isYes,
  isYesOrNo,
  minShareForMost,
  type TextTest,
  type ValueCount,
} from './values.ts';
import { parseWrittenPercent } from './written-number.ts';

export type InspectedColumn = {
  readonly source: 'code' | 'udf' | 'column';
  readonly name: string;
  readonly heading: RecognisedHeading;
  /** The distinct values, the most frequent first. */
  readonly values: readonly ValueCount[];
  /** Number of activities with a value. */
  readonly activities: number;
  /** Number of activities that have dates, if known, else of all activities. */
  readonly rows: number;
};

/** Sureness of a date or duration, by the version that its heading names; 1 if it names none. */
const versionFactors: Readonly<Record<NonNullable<RecognisedHeading['version']>, number>> = {
  current: 0.9,
  target: 0.8,
  remaining: 0.7,
  actual: 0.6,
  baseline: 0.3,
  whole: 0.2,
};

const hasLastingIdWord = createConceptWordPredicate('lasting');
const hasCreationWord = createConceptWordPredicate('created');
const hasFullName = createConceptWordPredicate('fullName');
const hasJob = createConceptWordPredicate('job');
const hasRemarkWord = createConceptWordPredicate('aboutIt', 'notes');
const endsWithIdWord = createConceptWordEndingPredicate('idEnding');
const endsWithCompanyWord = createConceptWordEndingPredicate('subcontractor');
const hasResource = createConceptWordPredicate('resource');

/**
 * With fewer activities than this, a single value for all of them may be chance. With fewer than
 * `minActivitiesWithManyValues`, so may values that are all different.
 */
const minActivitiesWithOneValue = 5;
const minActivitiesWithManyValues = 8;

const address =
  /^(?:https?:|www\.|mailto:|[a-z]:\\|\\\\)|\S@\S|\.(?:jpe?g|png|heic|pdf|docx?|xlsx?|dwg)$|^[-+]?\d{1,3}\.\d{4,}|\d°/i;
const measure = /^\p{Sc}?\s?[-+]?\d[\d.,\s]*(?:%|\p{Sc}|m[²³23]|sq\.? ?(?:m|ft)|sqm|sf|kg)?$/iu;

/**
 * The concepts that a column may hold, each with its sureness (the highest wins), or the reason why its values rule it
 * out. Empty for a column whose heading is about the whole project and which has a single value.
 */
export function recogniseColumn(column: InspectedColumn) {
  const { source, activities, values, rows, heading } = column;
  const { is, version, wordCount } = heading;
  const are = (fits: TextTest, share?: number) => doMostValuesFit(values, fits, share);
  const some = (fits: (value: string) => boolean) => values.some(({ value }) => fits(value));
  const name = plainWordsText(column.name);
  const conceptCount = Object.keys(is).length;
  const plain = 0.5 ** Math.max(0, wordCount - 1);
  const often = (plain * activities) / rows;
  const used = (version === undefined ? 1 : versionFactors[version]) + plain / 100;
  const isVersion = (...those: readonly (typeof version)[]) => those.includes(version);
  const areDated = areMostlyDates(values);
  const ofCompanies = are(isCompany);
  const areWords = are(/\p{Ll}{3}|\p{L}{5}/u);
  const isOfProject = version === 'whole' && activities > 1 && values.length === 1;
  const isColumn = source === 'column' && !isOfProject;
  const hasValues = activities > 0 && !isOfProject;
  return {
    ...(isColumn && ofDates()),
    ...(isColumn && hasValues && !areDated && ofCells()),
    ...(hasValues && ofPartiesAndPlaces()),
  };

  function ofDates() {
    // A column of actual dates is empty before the first task has started.
    const actual = version === 'actual' && (areDated || activities === 0) && 2;
    const end = activities > 0 && (areDated ? used : used / 10);
    const byValues = areDated && conceptCount === 0 && !hasCreationWord(name) && 0.01;
    return {
      actualStart: is.start && actual,
      remainingStart: is.start && isVersion('remaining') && 2,
      start: is.start ? end : byValues,
      actualFinish: (is.finish && actual) || (areDated && is.done && 1.5),
      finish: is.finish ? end : byValues,
      dataDate: areDated && is.dataDate && values.length <= 2 && plain,
    };
  }

  function ofCells() {
    const isNumbered = are(/^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i);
    const areOutlineNumbers = some((value) => /^\d+\.\d/.test(value)) && are(/^\d+(?:\.\d+)*\.?$/);
    const isNamed = whyEmpty() === undefined && !isNumbered;
    const areApart = activities >= rows * 0.9 && values.length >= activities * 0.95;
    const isId = areApart
      ? is.id || endsWithIdWord(name) || (is.title && isNumbered)
      : is.id && conceptCount === 1;
    const idByName = is.id ? 1 : is.title ? 0.9 : 0.6;
    const lasting = areApart && hasLastingIdWord(name) ? 1 : areOutlineNumbers ? -0.2 : 0;
    const isProgress = is.percent || is.done;
    const ofPercents = isProgress && are((text) => parseWrittenPercent(text, 100) !== undefined);
    return {
      id: isId && (idByName + lasting) * (areApart ? 1 : 0.1) * (version === 'whole' ? 0.5 : 1),
      title:
        isNamed &&
        (is.title
          ? ((used + (hasFullName(name) ? 0.2 : 0)) * activities) / rows
          : conceptCount === 0 && areWords && values.length > activities / 2 && (0.1 * values.length) / rows),
      percentComplete: ofPercents && !isVersion('baseline', 'target', 'remaining') && used,
      status: !ofPercents && statusBy(isProgress),
      remainingDuration: is.duration && version === 'remaining' && plain,
      duration: is.duration && !isVersion('remaining', 'actual', 'baseline') && used,
      type:
        (is.type && some((text) => isSummaryType(text) || isMilestoneType(text)) && 1) ||
        (is.isSummary && some((text) => text === '1' || isYes(text)) && 0.9) ||
        (is.isActive && some(isNo) && 0.8),
      outlineLevel: is.outlineLevel
        ? plain
        : is.outlineNumber && values.length === activities && areOutlineNumbers && 0.1,
      parent: is.parent && plain,
      notes: is.notes && !ofCompanies && (areWords ? plain : plain / 10),
      plant: is.plant && plain,
      materials: is.materials && plain,
      predecessors: is.predecessors && plain,
      labour: is.crewSize
        ? 1.5
        : is.labour && !(hasResource(name) && ofCompanies) && (are(/^\d+$/) ? 1 : plain / 2),
    };
  }

  function statusBy(isProgress: boolean | undefined) {
    if (isProgress && are(isYesOrNo)) return 0.5;
    if (is.status || (isProgress && are(isStatus))) return used;
    return (
      values.length > 1 && are(isStatus, 0.9) && some((text) => parseStatusWord(text) === 'complete') && 0.1
    );
  }

  function ofPartiesAndPlaces() {
    const ofTrades = are(isTrade);
    // Marks in columns of days may mean anything, so they are shifts only if their values prove it.
    const areShifts = () =>
      are((text) => probableShift(text) !== undefined, 0.9) &&
      some((text) => probableShift(text) === 'night');
    const isJob = hasJob(name) && !ofCompanies;
    const isPart = is.title || is.group || /wbs|outline/.test(name);
    const mayFit = !isPart && !isJob;
    const place = (factor = 1) => whyUnfit('place') ?? factor * often;
    const party = (factor = 1) => whyUnfit('party') ?? factor * often;
    const isOther = is.shift || is.owner || is.trade || is.package;
    // Most programmes have a code that divides the work.
    const mayDivide =
      source === 'code' && activities >= rows * minShareForMost && values.length > 1 && !isOther;
    return {
      shift: is.shift && (name !== 'marks' || areShifts()) && often,
      subcontractor:
        mayFit &&
        (is.subcontractor
          ? party(areWords ? 1 : 0.9)
          : ofCompanies && (is.owner || hasResource(name)) && party(0.8)),
      trade: mayFit && (is.trade || (ofTrades && is.owner)) && party(),
      owner: is.owner && !isPart && !ofCompanies && !ofTrades && (are(/^\S.*@\S+$/) ? often : party()),
      area: mayFit && is.area && place(),
      level: mayFit && is.level && place(),
      package:
        mayFit && (is.package ? place() : mayDivide && whyUnfit('place') === undefined && 0.01 * often),
      group: is.group && !is.title && !isJob && values.length !== activities && place(areWords ? 1 : 0.1),
    };
  }

  /** The reason why the values say nothing about a task; undefined if they say something. */
  function whyEmpty(): string | undefined {
    const saysNothing = (text: string) => isNotKnownYet(text) || (isYesOrNo(text) && !/^[ost]$/i.test(text));
    if (are(saysNothing, 1) || are((text) => text.length > 1 && saysNothing(text)))
      return 'yes, no or unknown';
    if (are(datePattern)) return 'dates';
    return values.length === 1 && activities >= minActivitiesWithOneValue ? 'all the same' : undefined;
  }

  /** The reason why the values cannot be names of parties, or of places; undefined if they may be. */
  function whyUnfit(kind: 'party' | 'place'): string | undefined {
    const isParty = kind === 'party';
    const isOfCompanies = isParty && ofCompanies;
    const mayBeOne = isOfCompanies || (isParty && wordCount <= 2 && endsWithCompanyWord(name));
    const why = whyEmpty();
    if (why !== undefined && !(why === 'all the same' && mayBeOne)) return why;
    if (are(isStatus)) return 'words of status';
    if (are(isRating)) return 'ratings';
    if (are(address)) return 'addresses, files or coordinates';
    if (isOfCompanies) return undefined;
    if (isParty && are(/^.$/s)) return 'single letters';
    // A place may be a whole number and, below a plain name such as `Level no.`, also a number such as 1.2.
    const numbered = /\S\s(?!nos?\b|nr\b|code|id\b|number|name)/.test(name) ? /^\d+$/ : /^\d+(?:\.\d+)*$/;
    const isSize = isParty || some((value) => /^(?:[2-9]\d|\d{3,})[.,]\d+$/.test(value));
    if (are((text) => measure.test(text) && (isSize || !numbered.test(text)))) return 'numbers';
    const isLong = activities >= minActivitiesWithManyValues;
    const areMany = values.length / activities >= minShareForMost && (isLong || /\s/.test(name));
    if ((isParty || areMany) && are(isSentence)) return 'sentences';
    if (hasRemarkWord(name)) return 'remarks, dates or quantities, by its name';
    const forms = values.map(({ value }) =>
      /\p{L}{3}\s/u.test(value) ? value.replaceAll(/\d+/g, '#') : value,
    );
    const limit = /desc|beschreib|libell/.test(name) ? minShareForMost : 0.9;
    return isLong && new Set(forms).size / activities >= limit ? 'nearly all different' : undefined;
  }
}
