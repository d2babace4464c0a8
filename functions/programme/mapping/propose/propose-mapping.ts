import { LookaheadError } from '#base/lookahead-error.ts';
import { oneLine, shortListText } from '#base/text/one-line.ts';
import {
  findNonEnglishLanguage,
  knownStatuses,
  normalizeWord,
  parseStatusWord,
  probableShift,
} from '#planning/contract/known-words.ts';
import { findNamedCodesAndFields } from '#programme/mapping/check-names.ts';
import { percentOf, pluralCountText } from '#programme/mapping/import-report.ts';
import { splitList } from '#programme/mapping/listed-values.ts';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import {
  daysOfWeek,
  type Mapping,
  parseMapping,
  type YamlValue,
  yamlText,
} from '#programme/mapping/mapping.ts';
import { findDataDateAboveHeadings, writtenPeriodsOf } from '#programme/mapping/table-dates.ts';
import { parsePercentStatus } from '#programme/mapping/table-times.ts';
import { dayNumber, weekdayIndex } from '#programme/readers/local-date-time.ts';
import { possibleDateFormats, writtenDateReader } from '#programme/readers/table/written-date.ts';
import { plainWordsText } from '#programme/recognise/heading.ts';
import type { InspectedColumn } from '#programme/recognise/recognise.ts';
import {
  areMostlyDates,
  doMostValuesFit,
  isNo,
  isSummaryType,
  isYes,
  isYesOrNo,
} from '#programme/recognise/values.ts';
import { durationUnitOfHeading, parseWrittenNumber } from '#programme/recognise/written-number.ts';
import type { ProgrammeInspection } from './inspect-programme.ts';

const formats: Readonly<Record<ProgrammeInspection['programme']['format'], string>> = {
  xer: 'Primavera XER',
  mspdi: 'MS Project XML',
  excel: 'Excel workbook',
  csv: 'CSV',
};

/** A property of the mapping, or a comment. A property without a value gets no line. */
type Line = string | readonly [property: string, value: YamlValue | undefined, comment?: string | undefined];

/** The text of a line; a list of rules has a line for each rule. */
function lineText(line: Line): readonly string[] {
  if (typeof line === 'string') return [`# ${oneLine(line)}`];
  const [property, value, comment] = line;
  if (value === undefined) return [];
  const ending = comment === undefined ? '' : ` # ${oneLine(comment)}`;
  return Array.isArray(value) && typeof value[0] === 'object'
    ? [`${property}:${ending}`, ...value.map((rule) => `  - ${yamlText(rule)}`)]
    : [`${property}: ${yamlText(value)}${ending}`];
}

/**
 * Proposes a mapping that can be used unchanged. For a table, the last line says how many tasks the mapping makes, or
 * why it makes none.
 * @param given properties of a given mapping that say how to read the file; the proposal repeats them
 * @param here the day and the IANA time zone of the machine; dates without a year are taken to be near the day
 */
export function proposedMappingText(
  inspection: ProgrammeInspection,
  fileName: string,
  given: Pick<Mapping, 'encoding' | 'headerRow'> = {},
  here: { readonly today?: string; readonly timeZone?: string } = {},
): string {
  const { programme, columns, unfit } = inspection;
  const { likelyEncoding: likely, table, format } = programme;
  const { today } = here;
  const lines: readonly Line[] = [
    ['project', programme.project],
    ['encoding', given.encoding ?? likely?.label, likely && `by its words: ${likely.example}`],
    ['headerRow', given.headerRow],
    timeZoneLine(columns, here.timeZone),
    ...(table ? tableLines(inspection, today) : [['id', format === 'xer' ? 'task_code' : 'uid'] as const]),
    shiftLine(inspection),
    ...partyAndPlaceLines(inspection),
    ...Array.from(unfit, ([{ name }, why]) => `${yamlText(name)} is left out: its values are ${why}.`),
  ];
  const head = [
    '# yaml-language-server: $schema=functions/programme/mapping/mapping.schema.json',
    '#',
    ...contentComments(inspection, fileName).map((line) => `# ${line}`),
    '',
  ];
  const textOf = (own: readonly Line[]) => `${[...head, ...own.flatMap(lineText)].join('\n')}\n`;
  if (table === undefined) return textOf(lines);
  let best = tryMapping(inspection, textOf(lines), today);
  for (const other of best.tasks === inspection.programme.activities.length ? [] : otherIdLines(inspection)) {
    const text = textOf(lines.map((line) => (line[0] === 'id' ? other : line)));
    const next = tryMapping(inspection, text, today);
    if (next.tasks > best.tasks) best = next;
  }
  return best.text;
}

/** Time zones of each language, the most likely first. */
const zonesOf: Readonly<Record<string, readonly string[]>> = {
  de: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'],
  fr: ['Europe/Paris', 'Europe/Brussels', 'Europe/Zurich'],
  es: ['Europe/Madrid'],
  it: ['Europe/Rome', 'Europe/Zurich'],
  nl: ['Europe/Amsterdam', 'Europe/Brussels'],
  pl: ['Europe/Warsaw'],
};

function timeZoneLine(columns: readonly InspectedColumn[], machine: string | undefined): Line {
  const language = findNonEnglishLanguage(columns.map(({ name }) => plainWordsText(name)));
  const zones = language && zonesOf[language];
  const zone =
    zones?.find((each) => each === machine) ?? zones?.[0] ?? (machine === 'UTC' ? undefined : machine);
  return ['timeZone', zone, 'guessed: check it'];
}

function ruleForColumn(
  column: InspectedColumn | undefined,
  more?: Readonly<Record<string, YamlValue | undefined>>,
) {
  return column && { [column.source]: column.name, ...more };
}

function tableLines(inspection: ProgrammeInspection, today: string | undefined): readonly Line[] {
  const { best, programme } = inspection;
  const { title } = best;
  const line = (concept: keyof typeof best): Line => [concept, ruleForColumn(best[concept])];
  return [
    ['sheet', programme.table?.sheet],
    idLine(inspection),
    title
      ? ['title', ruleForColumn(title), title.heading.is.title ? undefined : byValues]
      : ['# title', { column: '…' }, noHeading],
    ...timeLines(inspection, today),
    line('remainingDuration'),
    line('percentComplete'),
    ...statusLines(best.status),
    ...typeLines(best.type),
    line('outlineLevel'),
    line('parent'),
    line('notes'),
    ...listLines(inspection),
  ];
}

const byValues = 'by its values';
const noHeading = 'no heading says which';
const minNumberedRows = 5;

function idColumn({ columns, best }: ProgrammeInspection): InspectedColumn | undefined {
  return best.id ?? best.title ?? columns.find(({ values }) => !areMostlyDates(values));
}

function idLine(inspection: ProgrammeInspection): Line {
  const id = idColumn(inspection);
  const numbers = id?.values.length ?? 0;
  const areCounted = numbers >= minNumberedRows && id?.values.every(({ value }, at) => value === `${at + 1}`);
  const why = areCounted ? 'row numbers, which change if a row is inserted' : undefined;
  return ['id', ruleForColumn(id), inspection.best.id ? why : 'no heading names ids'];
}

/**
 * Other lines for the id, to be tried in this order if several rows have the same id: the column of ids, this column
 * joined with others, the column of names, and that column joined with others.
 */
function otherIdLines(inspection: ProgrammeInspection): readonly Line[] {
  const id = idColumn(inspection);
  if (id === undefined || id.values.length === id.activities) return [];
  const comment = `several rows have the same ${id.name}`;
  return [id.name, inspection.best.title?.name ?? id.name]
    .flatMap((name) => [name, columnsForUniqueIds(inspection, name)])
    .flatMap((column): Line[] => (column === undefined ? [] : [['id', { column }, comment]]));
}

/** Maximum number of columns that are joined with the column of ids or names to make ids unique. */
const maxGroups = 3;

/**
 * Columns of places, parts of the programme and trades that are joined with a column to make its values unique, or at
 * least more of them different; that column is last. Undefined if no other column helps. Columns of people and
 * companies are not used, because these may change, and an id must not.
 */
function columnsForUniqueIds({ columns, programme }: ProgrammeInspection, id: string) {
  const rows = programme.activities.filter((row) => row.fields.has(id));
  const different = (names: readonly string[]) =>
    new Set(rows.map((row) => JSON.stringify(names.map((name) => row.fields.get(name))))).size;
  const others = (isSuch: (is: InspectedColumn['heading']['is']) => true | undefined) =>
    columns.flatMap(({ name, heading }) => (name !== id && isSuch(heading.is) ? name : []));
  // A trade changes less often than its subcontractor, and more often than a place.
  const groups = [others((is) => is.area || is.level || is.group), others((is) => is.trade)];
  let found: readonly string[] = [id];
  for (const names of groups) {
    while (found.length <= maxGroups && different(found) < rows.length) {
      const longer = names.map((name) => [name, ...found]);
      const [next] = longer.toSorted((one, other) => different(other) - different(one));
      if (next === undefined || different(next) === different(found)) break;
      found = next;
    }
  }
  return found.length > 1 ? [...groups.flat().filter((name) => found.includes(name)), id] : undefined;
}

/** Tries a mapping. Returns its text with comments on the result, and the number of tasks that it makes. */
function tryMapping({ programme, columns }: ProgrammeInspection, text: string, today: string | undefined) {
  const rows = programme.activities.length;
  const made = (tasks: number, ...comments: readonly string[]) => ({
    text: text + comments.map((comment) => `# ${oneLine(comment)}\n`).join(''),
    tasks,
  });
  try {
    const mapping = parseMapping(text, 'mapping');
    const project = { region: 'gb', projectId: 'table' } as const;
    const { counts, unreadDates } = mapProgramme(programme, mapping, project, undefined, today).report;
    const left = rows - counts.tasks;
    const used = new Set(findNamedCodesAndFields(mapping).map(([, name]) => name));
    const unused = columns.flatMap(({ name, activities }) => (activities > 0 && !used.has(name) ? name : []));
    const unread = unreadDates.map(
      ({ column, unread: cells }) =>
        `; ${cells.length} dates of ${column} cannot be read, such as ${JSON.stringify(cells[0]?.text)}`,
    );
    return made(
      counts.tasks,
      ...(unused.length === 0
        ? []
        : [`Unused columns (docs/import.md lists all keys): ${shortListText(unused, shownValues)}.`]),
      `This mapping makes ${pluralCountText(counts.tasks, 'tasks')} from ${pluralCountText(rows, 'rows')}${left === 0 ? '' : `; ${left} left out (a dry run lists them)`}${unread.join('')}.`,
    );
  } catch (error) {
    if (!(error instanceof LookaheadError)) throw error;
    return made(0, `This mapping makes no task: ${error.message}`);
  }
}

function timeLines({ programme, best }: ProgrammeInspection, today: string | undefined): readonly Line[] {
  const { activities, table } = programme;
  const columns = {
    start: best.start?.name,
    finish: best.finish?.name,
    actualStart: best.actualStart?.name,
    actualFinish: best.actualFinish?.name,
    remainingStart: best.remainingStart?.name,
  };
  const { start, finish, actualStart = start, actualFinish = finish } = columns;
  const duration = best.duration?.name;
  const known = [start, finish].filter((name) => name !== undefined);
  const isOpen = known.length < (duration === undefined ? 2 : 1);
  const actual = { start: actualStart, finish: actualFinish };
  const periods = [columns, actual].flatMap((each) => writtenPeriodsOf(activities, each));
  const found = possibleDateFormats(periods, today);
  const [format] = found;
  const isClear = found.length < 2;
  const read = writtenDateReader({ format, near: today, lastWeekday: 4 });
  const above = findDataDateAboveHeadings(table?.above ?? [])?.words;
  const unit = unitByDates();
  return [
    isOpen
      ? [
          '# dates',
          { ...columns, start: start ?? '…', finish: finish ?? '…' },
          start ? 'name the column of the finishes or durations' : noHeading,
        ]
      : ['dates', isClear ? { ...columns, format } : columns, whatIsUnclear()],
    ...(isOpen || !isClear ? [] : [workingDaysLine()]),
    ['dataDate', ruleForColumn(best.dataDate) ?? (above && { above })],
    [
      'duration',
      ruleForColumn(best.duration, { unit }),
      unit && `they match the working ${unit} from start to finish`,
    ],
  ];

  function whatIsUnclear(): string | undefined {
    if (format === undefined) return 'add format: dd/MM/yyyy except for Excel dates and YYYY-MM-DD';
    const choices = found.map((each) => `format: ${yamlText(each)}`).join(' or ');
    return isClear ? undefined : `add ${choices}: every date allows both`;
  }

  function workingDaysLine(): Line {
    const worked = new Set(
      periods.flatMap(([first = '', last = '']) => {
        const end = read(last, 'finish');
        return [read(first), end?.endsWith('T00:00') ? undefined : end].flatMap((day) =>
          day === undefined ? [] : daysOfWeek[weekdayIndex(dayNumber(day.slice(0, 10)))],
        );
      }),
    );
    const [days, free] = worked.has('sat') ? [6, 'Sunday'] : [5, 'Saturday or Sunday'];
    const week = worked.size === 0 || worked.has('sun') ? undefined : daysOfWeek.slice(0, days);
    return ['workingDays', week, `no task starts or finishes on a ${free}`];
  }

  /**
   * The unit of durations according to the dates, if no heading names it: hours if the median task has more than
   * `minHoursPerDay` per day from start to finish, weeks if it has less than `maxWeeksPerDay`.
   */
  function unitByDates() {
    if (duration === undefined || known.length < 2 || durationUnitOfHeading(duration) !== undefined)
      return undefined;
    const ratios = activities.flatMap(({ fields: row }) => {
      const value = parseWrittenNumber(row.get(duration) ?? '', undefined);
      const [from = '', to = ''] = known.map((name) => read(row.get(name) ?? '')?.slice(0, 10));
      const days = dayNumber(to) - dayNumber(from) + 1;
      return value && days > 0 ? [value / days] : [];
    });
    const median = ratios.sort((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? 1;
    if (median > minHoursPerDay) return 'hours';
    return median < maxWeeksPerDay ? 'weeks' : undefined;
  }
}

const minHoursPerDay = 3;
const maxWeeksPerDay = 0.22;

/**
 * The lines for the status. If most values are yes or no, as under a heading such as `Done`, yes and no are status
 * words.
 */
function statusLines(column: InspectedColumn | undefined): readonly Line[] {
  if (column === undefined) return [];
  const { values, heading } = column;
  const { is } = heading;
  const words = [...new Map(values.map(({ value }) => [normalizeWord(value), value])).values()];
  const areAnswers = doMostValuesFit(values, isYesOrNo);
  const meaning = (word: string) =>
    (areAnswers && isYesOrNo(word)) || (parseStatusWord(word) ?? parsePercentStatus(word));
  const unknown = words.filter((word) => meaning(word) === undefined);
  return [
    ['status', ruleForColumn(column), is.status || is.percent || is.done ? undefined : byValues],
    ['words', areAnswers ? { complete: words.filter(isYes), planned: words.filter(isNo) } : undefined],
    [
      '# words',
      unknown.length === 0 ? undefined : { blocked: unknown.slice(0, shownValues) },
      `say what these mean: ${knownStatuses.join(', ')}`,
    ],
  ];
}

function typeLines(column: InspectedColumn | undefined): readonly Line[] {
  if (column === undefined) return [];
  const { is } = column.heading;
  const isSkipped = (value: string) => {
    if (is.type) return isSummaryType(value);
    return is.isSummary ? value === '1' || isYes(value) : isNo(value);
  };
  const skipped = column.values.map(({ value }) => value).filter(isSkipped);
  return [
    ['type', ruleForColumn(column)],
    ['skip', ['summary', ...skipped]],
  ];
}

function listLines({ best, columns }: ProgrammeInspection): readonly Line[] {
  const { labour, plant, materials, predecessors } = best;
  const lists = { labour, plant, materials, predecessors };
  const has = (sign: string) =>
    Object.values(lists).some((list) => list?.values.some(({ value }) => value.includes(sign)));
  const used = ['|', ';'].find(has);
  return Object.entries(lists).map(([list, column]) => {
    const separator = separatorOf(column, ['|', ';', '\n', ',', ' / '], (value, sign) => {
      const parts = splitList(value, sign);
      // A comma may be part of a number or, if there is another separator, of a name.
      const isOfList = list === 'predecessors' || /,(?!\d)|[^\d\s],/.test(value);
      const isNumbered = used === undefined || parts.every((part) => /\d/.test(part));
      return parts.length > 1 && (sign !== ',' || (isOfList && isNumbered));
    });
    // Other columns may repeat the heading, such as `Blocks (20)`.
    const same = columns.filter(
      (each) => each === column || each.name.replace(/ \(\d+\)$/, '') === column?.name,
    );
    const rules = same.map(({ source, name }) => ({ [source]: name, separator: separator ?? used ?? ';' }));
    return [list, rules.length > 1 ? rules : rules[0]];
  });
}

/**
 * The sign that separates values in the most cells. On a tie, the first of `signs` is taken, because names rarely
 * contain it.
 */
function separatorOf(
  column: InspectedColumn | undefined,
  signs: readonly string[],
  separates: (value: string, sign: string) => boolean,
): string | undefined {
  let best: { readonly sign?: string; readonly cells: number } = { cells: 0 };
  for (const sign of signs) {
    const separated = column?.values.filter(({ value }) => separates(value, sign)) ?? [];
    const cells = separated.reduce((sum, { count }) => sum + count, 0);
    if (cells > best.cells) best = { sign, cells };
  }
  return best.sign;
}

/**
 * A column that is the second choice is preferred if it has values for more than this many times as many activities as
 * the first choice.
 */
const minFrequencyFactor = 2;

/** The first column, or the other one if many more activities have a value in it. */
function firstUnlessRare(
  first: InspectedColumn | undefined,
  other: InspectedColumn | undefined,
): InspectedColumn | undefined {
  if (first === undefined || other === undefined) return first ?? other;
  return other.activities > first.activities * minFrequencyFactor ? other : first;
}

/** The lines for subcontractor, location, folder, package and owner. */
function partyAndPlaceLines({ programme, columns, best }: ProgrammeInspection): readonly Line[] {
  const { area, level, owner, package: packaged } = best;
  const subcontractor = firstUnlessRare(best.subcontractor, best.trade);
  const isBoth = area && level && area.source === level.source && area.source !== 'udf';
  // The columns are joined in the order of the table: a level to the left of the areas contains them.
  const places = columns.filter((column) => column === area || column === level).map(({ name }) => name);
  const ofOwners = separatorOf(
    owner,
    [';', '\n', ' / ', ' & ', ','],
    (value, sign) =>
      value.includes(sign) &&
      value.split(sign).every((part) => (sign === ',' ? /\S[\s@.]\S/ : /\p{L}/u).test(part)),
  );
  return [
    [
      'subcontractor',
      ruleForColumn(subcontractor),
      subcontractor === best.trade ? 'the trade, because few rows name a company' : undefined,
    ],
    [
      'location',
      isBoth
        ? { [area.source]: area.source === 'code' ? [area.name, level.name] : places, join: ' – ' }
        : ruleForColumn(firstUnlessRare(area, level)),
    ],
    ['folder', programme.table && ruleForColumn(best.group)],
    [
      'package',
      ruleForColumn(packaged),
      packaged?.heading.is.package ? undefined : 'the code of most activities',
    ],
    [
      'owner',
      ruleForColumn(owner, { separator: ofOwners }),
      'persons; if they are companies, write subcontractor',
    ],
  ];
}

const shownValues = 12;

/** The comments at the top, which list the contents of the file. */
function contentComments(inspection: ProgrammeInspection, fileName: string): readonly string[] {
  const { programme, columns, calendars, resources, types } = inspection;
  const { format, name, dataDate, costs = [], table, activities, folders, problems } = programme;
  const share = (count: number) => `${percentOf(count, activities.length)}% of activities`;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${oneLine(line)}`)];
  const listed = (title: string, source: InspectedColumn['source']) =>
    list(
      title,
      columns
        .filter((column) => column.source === source)
        .map((column) => {
          const values = shortListText(column.values.map(valueText), shownValues);
          return `${yamlText(column.name)}: ${share(column.activities)}${values && `; ${values}`}`;
        }),
    );
  const project = name === undefined ? '' : `, project ${JSON.stringify(name)}`;
  const date = dataDate === undefined ? 'no data date' : `data date ${dataDate.replace('T', ' ')}`;
  return [
    `${oneLine(fileName)}: ${formats[format]}${project}, ${table ? `headings in row ${table.headerRow}` : date}; ${pluralCountText(activities.length, 'activities')}, ${pluralCountText(folders.length, 'folders')}`,
    ...problems.flatMap(({ line, text }) => (line === undefined ? oneLine(text) : [])),
    ...list(
      'types of activities',
      types.map(({ value, count }) => `${value}: ${count}`),
    ),
    ...listed('activity codes', 'code'),
    ...listed('user fields', 'udf'),
    ...listed('columns', 'column'),
    ...list(
      'calendars',
      calendars.map(({ calendar, activities: count }) => {
        const { firstHour, lastHour, hoursPerDay, workingDays } = calendar;
        const hours = firstHour === undefined ? `${hoursPerDay} hours` : `${firstHour} to ${lastHour}`;
        return `${yamlText(calendar.name ?? calendar.key)}, ${workingDays.length} days a week, ${hours}: ${share(count)}`;
      }),
    ),
    ...list(
      'resources',
      resources.map(
        ({ type, assignments, names }) =>
          `${type}: ${pluralCountText(assignments, 'assignments')} of ${names.length}: ${shortListText(names, shownValues)}`,
      ),
    ),
    ...list(
      'costs, left out unless resources names them',
      costs.map((cost) => `${yamlText(cost.name)}: ${cost.why}`),
    ),
  ];
}

function valueText({ value, description = value }: InspectedColumn['values'][number]): string {
  return description === value ? value : `${value} (${description})`;
}

function shiftLine({ calendars, best: { shift: column } }: ProgrammeInspection): Line {
  const byHours = calendars.some(({ calendar: { firstHour: hour, hoursPerDay } }) => {
    return hour !== undefined && (hour >= '13:00' || hour < '04:00' || hoursPerDay > 16);
  });
  const words = (column?.values ?? []).map(
    ({ value, description = '' }) => [value, probableShift(description) ?? probableShift(value)] as const,
  );
  const unknown = words.flatMap(([value, word]) => (word === undefined ? value : []));
  const rules = [
    ...(unknown.length < words.length
      ? [{ ...ruleForColumn(column), values: Object.fromEntries(words) }]
      : []),
    ...(byHours ? [{ calendarHours: { night: '18:00-04:00', afternoon: '13:00-18:00' } }] : []),
  ];
  return [
    'shift',
    rules.length === 0 ? undefined : [...rules, { default: 'day' }],
    unknown.length === 0 ? undefined : `add what these values mean: ${shortListText(unknown, shownValues)}`,
  ];
}
