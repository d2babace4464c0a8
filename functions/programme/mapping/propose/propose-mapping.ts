import { LookaheadError } from '../../../base/lookahead-error.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { shortList } from '../../../base/text/short-list.ts';
import {
  knownStatus,
  knownStatuses,
  languageOf,
  normalizeWord,
  probableShift,
} from '../../../planning/contract/known-words.ts';
import type { Language } from '../../../planning/contract/words.ts';
import type { Programme, ProgrammeCalendar } from '../../programme.ts';
import { dayNumber, weekdayIndex } from '../../readers/local-date-time.ts';
import { dateFormatsOf, dateReader, type WrittenPeriod } from '../../readers/table/written-date.ts';
import { hasWord, plainWords } from '../../recognise/heading.ts';
import type { Column } from '../../recognise/recognise.ts';
import { areDates, areMostly, isSummaryType, writtenAnswer } from '../../recognise/values.ts';
import { unitOfHeading, writtenDuration } from '../../recognise/written-number.ts';
import { namesIn } from '../check-names.ts';
import { splitList } from '../columns/listed-values.ts';
import { dateAbove, periodsOf } from '../columns/table-dates.ts';
import { shareOfStatus } from '../columns/table-times.ts';
import { counted, percentOf } from '../import-report.ts';
import { mapProgramme } from '../map-programme.ts';
import { type Mapping, parseMapping, usualKinds, weekdays, yamlList, yamlText } from '../mapping.ts';
import { resourceKindOf } from '../task-resources.ts';
import { type BestColumns, bestColumns, firstUnlessRare } from './best-columns.ts';
import { type Inspection, isTable } from './inspect-programme.ts';

const formats: Readonly<Record<Programme['format'], string>> = {
  xer: 'Primavera XER',
  mspdi: 'MS Project XML',
  excel: 'Excel workbook',
  csv: 'CSV',
};

/**
 * A mapping that can be used as it is. For a table, the last line says how many tasks the mapping makes, or why none.
 * @param given how the file is to be read, if a mapping says so; the proposal repeats it
 * @param here the day and the IANA time zone of the machine; dates without a year lie near the day
 */
export function proposeMapping(
  inspection: Inspection,
  fileName: string,
  given: { readonly encoding?: string | undefined; readonly headerRow?: number | undefined } = {},
  here: { readonly today?: string; readonly timeZone?: string } = {},
): string {
  const { programme, columns } = inspection;
  const { today } = here;
  const { likelyEncoding: likely } = programme;
  const best = bestColumns(columns);
  const lines = [
    '# yaml-language-server: $schema=functions/programme/mapping/mapping.schema.json',
    '#',
    ...contents(inspection, fileName),
    '',
    ...settingLine('project', programme.project),
    ...settingLine('encoding', given.encoding),
    ...(likely === undefined ? [] : [`encoding: ${likely.label} # by its words: ${oneLine(likely.example)}`]),
    ...(given.headerRow === undefined ? [] : [`headerRow: ${given.headerRow}`]),
    ...timeZoneLine(columns, here.timeZone),
    ...(isTable(programme)
      ? tableLines(inspection, best, today)
      : [`id: ${programme.format === 'xer' ? 'task_code' : 'uid'}`, 'dates: current']),
    ...shiftLines(inspection, best),
    ...valueLines(inspection, best),
    ...(isTable(programme) ? [] : ['folder: wbs', ...resourceLines(inspection), ...skipLines(inspection)]),
  ];
  const text = `${lines.join('\n')}\n`;
  if (!isTable(programme)) return text;
  const first = tryMapping(inspection, text, today);
  const others =
    first.left === 0
      ? []
      : withOtherIds(inspection, best, text).map((each) => tryMapping(inspection, each, today));
  const chosen = others.reduce((most, each) => (each.tasks > most.tasks ? each : most), first);
  return `${chosen.text}${chosen.comments.map((comment) => `# ${oneLine(comment)}\n`).join('')}`;
}

/** Time zones of each language, the most likely first. */
const zonesOf: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'],
  fr: ['Europe/Paris', 'Europe/Brussels', 'Europe/Zurich'],
  es: ['Europe/Madrid'],
  it: ['Europe/Rome', 'Europe/Zurich'],
  nl: ['Europe/Amsterdam', 'Europe/Brussels'],
  pl: ['Europe/Warsaw'],
};

function timeZoneLine(columns: readonly Column[], machine: string | undefined): readonly string[] {
  const language = languageOf(columns.map(({ name }) => plainText(name)));
  const zones = language && zonesOf[language];
  const zone =
    zones?.find((each) => each === machine) ?? zones?.[0] ?? (machine === 'UTC' ? undefined : machine);
  if (zone === undefined) return [];
  return [
    `timeZone: ${zone} # guessed from ${zone === machine ? 'this machine' : 'the language of the headings'}: check it`,
  ];
}

function settingLine(property: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${property}: ${yamlText(text)}`];
}

/** Empty without a column. @param more of the rule, such as `, unit: hours` */
function sourceLine(
  property: string,
  column: Column | undefined,
  { more = '', comment = '' }: { readonly more?: string; readonly comment?: string } = {},
): readonly string[] {
  if (column === undefined) return [];
  const line = `${property}: { ${column.source}: ${yamlText(column.name)}${more} }`;
  return [comment === '' ? line : `${line} # ${oneLine(comment)}`];
}

function tableLines(inspection: Inspection, best: BestColumns, today: string | undefined): readonly string[] {
  const { table } = inspection.programme;
  const above = dateAbove(table?.above ?? [])?.words;
  const title = best.of('title');
  return [
    ...settingLine('sheet', table?.sheet),
    ...idLine(inspection.columns, best),
    ...(title === undefined
      ? ['# title: { column: … } # name the column of the titles: no heading says which it is']
      : sourceLine('title', title, best.isByValues('title') ? { comment: byValues } : {})),
    ...datesLines(inspection, best, today),
    ...(best.of('dataDate') === undefined && above !== undefined
      ? [`dataDate: { above: ${yamlText(above)} }`]
      : sourceLine('dataDate', best.of('dataDate'))),
    ...durationLines(inspection, best, today),
    ...sourceLine('remainingDuration', best.of('remainingDuration')),
    ...sourceLine('percentComplete', best.of('percentComplete')),
    ...statusLines(best),
    ...typeLines(best.of('type')),
    ...sourceLine('outlineLevel', best.of('outlineLevel')),
    ...sourceLine('parent', best.of('parent')),
    ...sourceLine('notes', best.of('notes')),
    ...listLines(best, inspection.columns),
  ];
}

const byValues = 'by its values; no heading says it';
const minCounted = 5;

function idColumn(columns: readonly Column[], best: BestColumns): Column | undefined {
  return best.of('id') ?? best.of('title') ?? columns.find((column) => !areDates(column));
}

function idLine(columns: readonly Column[], best: BestColumns): readonly string[] {
  const id = idColumn(columns, best);
  const isCount =
    id !== undefined &&
    id.values.length >= minCounted &&
    id.values.every(({ value }, at) => value === `${at + 1}`);
  const comment =
    best.of('id') === undefined
      ? 'no heading says that it is of ids'
      : isCount
        ? 'numbers of rows: an inserted row changes those below it; name a column that stays, if there is one'
        : '';
  return sourceLine('id', id, { comment });
}

/** For rows with the same id: tries several columns, the name, and several with the name as ids. */
function withOtherIds(inspection: Inspection, best: BestColumns, text: string): readonly string[] {
  const id = idColumn(inspection.columns, best);
  const [line = ''] = idLine(inspection.columns, best);
  if (id === undefined || id.values.length === id.activities) return [];
  const comment = `${oneLine(yamlText(id.name))} alone is the same in several rows`;
  return [id.name, best.of('title')?.name ?? id.name].flatMap((name) => {
    const apart = columnsApart(inspection, name);
    const columns = [yamlText(name), ...(apart === undefined ? [] : [yamlList(apart)])];
    return columns.map((each) => text.replace(line, () => `id: { column: ${each} } # ${comment}`));
  });
}

/** Maximum number of columns combined to make ids unique. */
const maxGroups = 3;

/**
 * Columns of places and parts of the programme that make a column's values unique, that column last. Not who does the
 * work: that may change, and an id must not.
 */
function columnsApart({ columns: all, programme }: Inspection, id: string): readonly string[] | undefined {
  const rows = programme.activities.filter((row) => row.fields.has(id));
  const different = (columns: readonly string[]) =>
    new Set(rows.map((row) => JSON.stringify(columns.map((column) => row.fields.get(column))))).size;
  const partsOf = (...wanted: readonly string[]) =>
    all.flatMap(({ name, heading: { concepts } }) =>
      name !== id && concepts.some((concept) => wanted.includes(concept)) ? name : [],
    );
  const [places, trades] = [partsOf('area', 'level', 'group'), partsOf('trade')];
  let columns: readonly string[] = [id];
  // A trade changes less often than who has it, and more often than a place.
  for (const names of [places, trades]) {
    while (columns.length <= maxGroups && different(columns) < rows.length) {
      const longer = names.map((name) => [name, ...columns]);
      const [next] = longer.toSorted((one, other) => different(other) - different(one));
      if (next === undefined || different(next) === different(columns)) break;
      columns = next;
    }
  }
  return columns.length > 1
    ? [...places, ...trades].filter((name) => columns.includes(name)).concat(id)
    : undefined;
}

function tryMapping(inspection: Inspection, text: string, today: string | undefined) {
  const { programme } = inspection;
  try {
    const mapping = parseMapping(text, 'mapping');
    const { report } = mapProgramme(
      programme,
      mapping,
      { region: 'gb', projectId: 'table' },
      undefined,
      today,
    );
    const rejected = report.problems.filter(({ kind }) => kind === 'rejected').length;
    const left = report.skipped.reduce((sum, { activities }) => sum + activities, rejected);
    const { tasks } = report.counts;
    const rows = programme.activities.length;
    const unread = report.unreadDates.map(
      ({ column, unread: cells }) =>
        `; ${cells.length} dates of ${column} cannot be read, such as ${JSON.stringify(cells[0]?.text)}`,
    );
    const made = `With this mapping ${counted(rows, 'rows')} ${rows === 1 ? 'becomes' : 'become'} ${counted(tasks, 'tasks')}${left === 0 ? '' : `; ${left} ${left === 1 ? 'is' : 'are'} left out, which a dry run lists`}${unread.join('')}.`;
    return { text, tasks, left, comments: [...unusedColumns(inspection, mapping), made] };
  } catch (error) {
    if (!(error instanceof LookaheadError)) throw error;
    const comments = [`With this mapping no row becomes a task: ${error.message}`];
    return { text, tasks: 0, left: programme.activities.length, comments };
  }
}

function unusedColumns({ columns }: Inspection, mapping: Mapping): readonly string[] {
  const used = new Set(namesIn(mapping).map(({ name }) => name));
  const unused = columns.filter(({ name, activities }) => activities > 0 && !used.has(name));
  if (unused.length === 0) return [];
  const names = shortList(
    unused.map(({ name }) => name),
    shownValues,
  );
  return [
    `No line above uses ${unused.length === 1 ? 'the column' : 'the columns'} ${names}. Where one is needed, add its line: docs/import.md lists them.`,
  ];
}

function datesLines(
  { programme }: Inspection,
  best: BestColumns,
  today: string | undefined,
): readonly string[] {
  const names = (['start', 'finish', 'actualStart', 'actualFinish', 'remainingStart'] as const).flatMap(
    (concept) => {
      const name = best.of(concept)?.name;
      return name === undefined ? [] : [[concept, name] as const];
    },
  );
  const { start, finish, actualStart = start, actualFinish = finish } = Object.fromEntries(names);
  const columns = names.map(([concept, name]) => `${concept}: ${yamlText(name)}`);
  if (
    (start === undefined || finish === undefined) &&
    (start ?? finish) !== undefined &&
    best.of('duration') === undefined
  ) {
    const what =
      finish !== undefined
        ? 'name their columns: no heading says which they are'
        : 'name the column of the finishes, or of the durations';
    return [
      `# dates: { ${[...columns, start === undefined ? 'start: …' : 'finish: …'].join(', ')} } # ${what}`,
    ];
  }
  if (columns.length === 0)
    return ['# dates: { start: …, finish: … } # name their columns: no heading says which they are'];
  const periods = [
    ...periodsOf(programme.activities, { start, finish }),
    ...(actualStart === start && actualFinish === finish
      ? []
      : periodsOf(programme.activities, { start: actualStart, finish: actualFinish })),
  ];
  const [format, ...others] = dateFormatsOf(periods, today);
  if (others.length > 0) {
    const choices = [format, ...others].map((each) => `format: ${yamlText(each ?? '')}`);
    return [
      `dates: { ${columns.join(', ')} } # add ${choices.join(' or ')}: day and month could be exchanged in every date`,
    ];
  }
  const line =
    format === undefined
      ? `dates: { ${columns.join(', ')} } # with format: dd/MM/yyyy, if they are neither Excel dates nor YYYY-MM-DD`
      : `dates: { ${columns.join(', ')}, format: ${yamlText(format)} }`;
  return [line, ...workingDaysLine(periods, dateReader({ format, near: today, lastWeekday: 4 }))];
}

function workingDaysLine(
  periods: readonly WrittenPeriod[],
  read: ReturnType<typeof dateReader>,
): readonly string[] {
  const worked = new Set(
    periods.flatMap(([start = '', finish = '']) => {
      const [first, last] = [read(start), read(finish, 'finish')];
      const days = [first, last?.endsWith('T00:00') ? undefined : last].filter((day) => day !== undefined);
      return days.map((day) => weekdays[weekdayIndex(dayNumber(day.slice(0, 10)))]);
    }),
  );
  if (worked.size === 0 || worked.has('sun')) return [];
  const free = worked.has('sat') ? 'Sunday' : 'Saturday or Sunday';
  return [
    `workingDays: [${weekdays.slice(0, worked.has('sat') ? 6 : 5).join(', ')}] # no task starts or finishes on a ${free}`,
  ];
}

const minHoursPerDay = 3;
const maxWeeksPerDay = 0.22;

/** Unit from the heading, else from the dates: a duration as long as the working hours between them is in hours. */
function durationLines(
  { programme }: Inspection,
  best: BestColumns,
  today: string | undefined,
): readonly string[] {
  const [duration, start, finish] = (['duration', 'start', 'finish'] as const).map(
    (concept) => best.of(concept)?.name,
  );
  const line = (more = '', comment = '') => sourceLine('duration', best.of('duration'), { more, comment });
  if (
    duration === undefined ||
    unitOfHeading(duration) !== undefined ||
    start === undefined ||
    finish === undefined
  )
    return line();
  const read = dateReader({
    format: dateFormatsOf(periodsOf(programme.activities, { start, finish }))[0],
    near: today,
  });
  const ratios = programme.activities.flatMap(({ fields: row }) => {
    const text = row.get(duration) ?? '';
    const bare = /^\d+(?:[.,]\d+)?$/.test(text)
      ? writtenDuration(text, { hoursPerDay: 8, daysPerWeek: 5, unit: 'days', decimal: undefined })?.days
      : undefined;
    const [from = '', to = ''] = [start, finish].map((name) => read(row.get(name) ?? '')?.slice(0, 10));
    const days = dayNumber(to) - dayNumber(from) + 1;
    return bare && days > 0 ? [bare / days] : [];
  });
  const median = ratios.toSorted((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? 1;
  const unit = median > minHoursPerDay ? 'hours' : median < maxWeeksPerDay ? 'weeks' : undefined;
  return unit === undefined
    ? line()
    : line(`, unit: ${unit}`, `as long as the working ${unit} from start to finish`);
}

/** Answers to a heading such as `Done` are words of status. */
function statusLines(best: BestColumns): readonly string[] {
  const column = best.of('status');
  if (column === undefined) return [];
  const words = [...new Map(column.values.map(({ value }) => [normalizeWord(value), value])).values()];
  const areAnswers = areMostly(column, (value) => writtenAnswer(value) !== undefined);
  const answered = (answer: boolean) =>
    words.filter((value) => areAnswers && writtenAnswer(value) === answer);
  const [done, open] = [answered(true), answered(false)];
  const unknown = words.filter(
    (value) =>
      ![...done, ...open].includes(value) && (knownStatus(value) ?? shareOfStatus(value)) === undefined,
  );
  return [
    ...sourceLine('status', column, best.isByValues('status') ? { comment: byValues } : {}),
    ...(areAnswers ? [`words: { complete: ${yamlList(done)}, planned: ${yamlList(open)} }`] : []),
    ...(unknown.length === 0
      ? []
      : [
          `# words: { blocked: ${yamlList(unknown.slice(0, shownValues))} } # say what these words of ${oneLine(column.name)} mean: ${knownStatuses.join(', ')}`,
        ]),
  ];
}

function typeLines(column: Column | undefined): readonly string[] {
  if (column === undefined) return [];
  const { concepts } = column.heading;
  const isSkipped = (value: string) =>
    concepts.includes('type')
      ? isSummaryType(value)
      : concepts.includes('isSummary')
        ? value === '1' || writtenAnswer(value) === true
        : writtenAnswer(value) === false;
  const skipped = column.values.map(({ value }) => value).filter(isSkipped);
  return [...sourceLine('type', column), `skip: ${yamlList(['summary', ...skipped])}`];
}

const lists = ['labour', 'plant', 'materials', 'predecessors'] as const;

function listLines(best: BestColumns, columns: readonly Column[]): readonly string[] {
  const has = (sign: string) =>
    lists.some((list) => best.of(list)?.values.some(({ value }) => value.includes(sign)));
  const used = ['|', ';'].find(has);
  return lists.flatMap((list) => {
    const separator = listSeparator(best.of(list), {
      comma: list === 'predecessors' ? /,/ : /,(?!\d)|[^\d\s],/,
      used,
    });
    const more = `, separator: ${JSON.stringify(separator)}`;
    const [first, ...others] = sameColumns(best.of(list), columns).flatMap((column) =>
      sourceLine(list, column, { more }),
    );
    const rules = [first, ...others].map((line = '') => line.slice(list.length + 2));
    return first === undefined ? [] : [others.length === 0 ? first : `${list}: [${rules.join(', ')}]`];
  });
}

/** The column and those that repeat its heading, such as `Blocks (20)`. */
function sameColumns(column: Column | undefined, columns: readonly Column[]): readonly Column[] {
  return columns.filter(
    (each) => column !== undefined && (each === column || each.name.replace(/ \(\d+\)$/, '') === column.name),
  );
}

/**
 * If several separators occur in equally many cells, the first counts: names rarely contain it.
 * @param of.used separator of another list; beside it, a comma separates only parts that all have a number
 */
function listSeparator(
  column: Column | undefined,
  { comma, used }: { readonly comma: RegExp; readonly used: string | undefined },
): string {
  let best = { separator: used ?? ';', cells: 0 };
  for (const separator of ['|', ';', '\n', ',', ' / ']) {
    const found = (column?.values ?? []).flatMap(({ value, count }) => {
      const parts = splitList(value, separator);
      return parts.length > 1 && (separator !== ',' || comma.test(value)) ? [{ parts, count }] : [];
    });
    const isNumbered = found.some(({ parts }) => parts.every((part) => /\d/.test(part)));
    const cells = found.reduce((sum, { count }) => sum + count, 0);
    const isOfNames = separator === ',' && used !== undefined && !isNumbered;
    if (cells > best.cells && !isOfNames) best = { separator, cells };
  }
  return best.separator;
}

/** The lines about who works where, and why columns that seem to say it are left out. */
function valueLines({ programme, columns }: Inspection, best: BestColumns): readonly string[] {
  const contracted = best.of('subcontractor');
  const subcontractor = firstUnlessRare(contracted, best.of('trade'));
  const why =
    contracted === undefined ? 'no name says who is contracted' : 'few activities say who is contracted';
  const [area, level] = [best.of('area'), best.of('level')];
  const isBoth = area && level && area.source === level.source && area.source !== 'udf';
  // A level to the left of the areas is above them.
  const places = columns.filter((column) => column === area || column === level).map(({ name }) => name);
  const location = isBoth
    ? [
        `location: { ${area.source}: ${yamlList(area.source === 'code' ? [area.name, level.name] : places)}, join: " – " }`,
      ]
    : sourceLine('location', firstUnlessRare(area, level));
  const packaged = best.of('package');
  const lines = [
    ...sourceLine(
      'subcontractor',
      subcontractor,
      subcontractor === contracted ? {} : { comment: `the trade: ${why}` },
    ),
    ...location,
    ...(isTable(programme) ? sourceLine('folder', best.of('group')) : []),
    ...sourceLine(
      'package',
      packaged,
      packaged && best.isByValues('package')
        ? { comment: `the code that most activities have: ${percentOf(packaged.activities, packaged.rows)}%` }
        : {},
    ),
    ...ownerLine(best),
  ];
  const left = [...best.unfit].map(([{ name }, because]) => `# ${yamlText(name)} is left out: ${because}.`);
  return [...lines, ...left];
}

/** Several persons in a cell have a sign between them; a comma only between names of several words. */
function ownerLine(best: BestColumns): readonly string[] {
  const column = best.of('owner');
  const separator = [';', '\n', ' / ', ' & ', ','].find((sign) =>
    column?.values.some(({ value }) => {
      const parts = value.split(sign).map((part) => part.trim());
      return parts.length > 1 && parts.every((part) => (sign === ',' ? /\S[\s@.]\S/ : /\p{L}/u).test(part));
    }),
  );
  return sourceLine('owner', column, {
    more: separator === undefined ? '' : `, separator: ${JSON.stringify(separator)}`,
    comment:
      column && hasResponsible(plainWords(column.name))
        ? 'persons; if these are companies, write subcontractor'
        : '',
  });
}

const hasResponsible = hasWord('responsible');
const shownValues = 12;

function contents(inspection: Inspection, fileName: string): readonly string[] {
  const { programme, columns, calendars, resources, types } = inspection;
  const { costs = [], table } = programme;
  const all = programme.activities.length;
  const share = (count: number) => `${percentOf(count, all)}% of activities`;
  const name = programme.name === undefined ? '' : `, project ${JSON.stringify(programme.name)}`;
  const dataDate = isTable(programme)
    ? ''
    : `, ${programme.dataDate === undefined ? 'no data date' : `data date ${programme.dataDate.replace('T', ' ')}`}`;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${oneLine(line)}`)];
  const named = (source: Column['source']) =>
    columns.flatMap(({ source: its, name: title, activities, values }) =>
      its === source
        ? [`${yamlText(title)}: ${share(activities)}${activities === 0 ? '' : `; ${valueTexts(values)}`}`]
        : [],
    );
  return [
    `${oneLine(fileName)}: ${formats[programme.format]}${name}${dataDate}; ${counted(all, 'activities')}, ${counted(programme.folders.length, 'folders')}`,
    ...(table === undefined || table.above.length > 0
      ? []
      : [
          `The headings are taken from row ${table.headerRow}. If they are in another row, name it, such as headerRow: ${table.headerRow + 1}.`,
        ]),
    ...programme.problems.flatMap(({ line, text }) => (line === undefined ? oneLine(text) : [])),
    ...list(
      'types of activities',
      types.map(([type, count]) => `${type}: ${count}`),
    ),
    ...list('activity codes', named('code')),
    ...(isTable(programme) ? list('columns', named('column')) : list('user fields', named('udf'))),
    ...list(
      'calendars',
      calendars.map(({ calendar, activities }) => `${calendarText(calendar)}: ${share(activities)}`),
    ),
    ...list(
      'resources',
      resources.map(
        ({ type, assignments, names }) =>
          `${type}: ${counted(assignments, 'assignments')} of ${names.length}: ${shortList(names, shownValues)}`,
      ),
    ),
    ...(costs.length === 0
      ? []
      : list(
          'resources that are costs, left out unless resources names them, such as plant',
          costs.map(({ name: resource, why }) => `${yamlText(resource)}: ${why}`),
        )),
  ].map((line) => `# ${line}`);
}

function calendarText({
  name,
  key,
  workingDays,
  firstHour,
  lastHour,
  hoursPerDay,
}: ProgrammeCalendar): string {
  const hours = firstHour === undefined ? `${hoursPerDay} hours` : `${firstHour} to ${lastHour}`;
  return `${yamlText(name ?? key)}, ${workingDays.length} days a week, ${hours}`;
}

function valueTexts(values: Column['values']): string {
  const texts = values.map(({ value, description }) =>
    description === undefined || description === value ? value : `${value} (${description})`,
  );
  return shortList(texts, shownValues);
}

function shiftLines({ calendars }: Inspection, best: BestColumns): readonly string[] {
  const column = best.of('shift');
  const byHours = calendars.some(({ calendar }) => {
    const hour = calendar.firstHour;
    return hour !== undefined && (hour >= '13:00' || hour < '04:00' || calendar.hoursPerDay > 16);
  });
  const unknown: string[] = [];
  const known = (column?.values ?? []).flatMap(({ value, description }) => {
    const word = probableShift(description ?? '') ?? probableShift(value);
    if (word === undefined) unknown.push(value);
    return word === undefined ? [] : [`${yamlText(value)}: ${word}`];
  });
  const rules = [
    ...(column === undefined || known.length === 0
      ? []
      : [`  - { ${column.source}: ${yamlText(column.name)}, values: { ${known.join(', ')} } }`]),
    ...(byHours
      ? ['  - { calendarHours: { night: "18:00-04:00", afternoon: "13:00-18:00" } } # by the first hour']
      : []),
  ];
  if (rules.length === 0)
    return ['shift: # no code and no calendar tells shifts apart', '  - { default: none }'];
  return [
    'shift: # the first rule that answers',
    ...(unknown.length === 0
      ? []
      : [`  # add what these values mean: ${oneLine(shortList(unknown, shownValues))}`]),
    ...rules,
    '  - { default: day }',
  ];
}

function resourceLines({ resources }: Inspection): readonly string[] {
  const known = resources.map(({ type }) => {
    const kind = resourceKindOf({ resourceType: type }, usualKinds);
    return `${yamlText(type)}: ${kind ?? 'skip'}`;
  });
  return known.length === 0 ? [] : [`resources: { ${known.join(', ')} }`];
}

const noTasks: ReadonlySet<string> = new Set(['TT_LOE', 'TT_WBS', 'TT_Hammock', 'summary']);

function skipLines({ types, programme }: Inspection): readonly string[] {
  const found = types.map(([type]) => type).filter((type) => noTasks.has(type));
  if (found.length > 0) return [`skip: ${yamlList(found)}`];
  return programme.format === 'xer' ? ['skip: [TT_LOE, TT_WBS]'] : [];
}
