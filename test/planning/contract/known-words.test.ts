import { describe, expect, it } from 'vitest';
import { relationTypeOf } from '#lookahead/tasks/relations.ts';
import {
  parseCalendarType,
  parseDurationUnit,
  parseProgressTrend,
  parseRelationDirection,
  parseRelationType,
  parseShiftWord,
  parseStatusWord,
  probableShift,
} from '#planning/contract/known-words.ts';
import { type Shift, shifts } from '#planning/contract/tasks-query.ts';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aTask, pulledByNoShift } from '../../support/builders/a-task.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const tasksPath = '/gb/v1/projects/tower/tasks';
const week = { start: '2026-11-23', finish: '2026-11-27' };

async function importedTable(text: string, rule: string) {
  const programme = await readCsv(Buffer.from(`${text}\n`), { encoding: 'utf-8' });
  const mapping = `id: { column: ID }\ntitle: { column: Task }\ndates: { start: Start, finish: Finish }\n${rule}`;
  const { data } = mapProgramme(programme, parseMapping(mapping, 'map.yaml'), {
    region: 'gb',
    projectId: 'tower',
  });
  return data.collections.tasks;
}

/** Imports a table with one row for each word. */
function imported(heading: string, words: readonly string[], rule: string) {
  const rows = words.map((word, index) => `A${index},Task,${week.start},${week.finish},${word}`);
  return importedTable([`ID,Task,Start,Finish,${heading}`, ...rows].join('\n'), rule);
}

const shiftWords = {
  day: 'day; Day; DAY; day-shift; Day shift; Days; Dayshift; Daytime; Day work; Day works; Early; Early shift; Tagschicht; Tag; Jour',
  afternoon: 'afternoon; Afternoon; Afternoons; Afternoon shift; Late; Late shift; Evening; Twilight',
  night:
    'night; NIGHT; Nights; Night shift; night_shift; Night-Shift; Night work; Night-time; Nachtschicht; Nuit',
  '24hr':
    '24hr; 24 hr; 24 hrs; 24-hr; 24HRS; 24-hour; 24 hour; 24 hours; 24‑hour; 24h; 24; 24/7; 24 hour shift; All; all; All day; All shifts; Round the clock; Continuous',
} as const satisfies Record<Shift, string>;

describe.each(shifts)('each word for the shift %s', (shift) => {
  const words = shiftWords[shift].split('; ');
  const tasks = words.map((word, index) => aTask({ ...week, id: `t${index}`, shift: word }));
  const all = tasks.map(({ id }) => id);

  it('puts an overdue task, which no query of a shift returns, on the sheet of this shift', () => {
    const overdue = tasks.map((task) =>
      pulledByNoShift({ ...task, start: '2026-11-16', finish: '2026-11-20' }),
    );
    const plan = aLookahead({ tasks: overdue });
    expect(plan.tasks.map(({ shift: sheet }) => [sheet])).toEqual(words.map(() => [shift]));
  });

  it('makes our server find the task by this shift, and return it with this shift', async () => {
    const { page } = planningService([aPlanningProject({ tasks })]);
    for (const asked of shifts) {
      const { results } = await page(`${tasksPath}?shift=${asked}`);
      expect(results.map(({ id }) => id).sort()).toEqual(asked === shift ? [...all].sort() : []);
      expect(new Set(results.map(({ shift: served }) => served))).toEqual(
        new Set(asked === shift ? [shift] : []),
      );
    }
  });

  it('becomes this shift in an import, although the rule lists other values', async () => {
    const rule = 'shift: [{ column: Gang, values: { X: none } }]';
    const found = await imported('Gang', words, rule);
    expect(found.map((task) => [task['shift']])).toEqual(words.map(() => [shift]));
  });

  it('is assigned to this shift in a proposed mapping', () => {
    expect(words.map((word) => [word, probableShift(word)])).toEqual(words.map((word) => [word, shift]));
  });
});

describe('other words for shifts', () => {
  it.each(['Friday', 'Holiday', 'Wall', 'A', 'N', 'Days and nights', 'constructor', '', undefined])(
    '%j is not a shift',
    (word) => {
      expect(parseShiftWord(word)).toBeUndefined();
    },
  );

  it.each([
    ['N', 'night'],
    ['NS', 'night'],
    ['L', 'afternoon'],
    ['PM', 'afternoon'],
    ['E', 'day'],
    ['am', 'day'],
    ['Gang 2 (nights)', 'night'],
    ['Small crew, days', 'day'],
    ['Mon-Sun 24 hours', '24hr'],
    ['Weekend', undefined],
    ['', undefined],
  ])('%s is probably %s, which a planner confirms', (text, shift) => {
    expect(probableShift(text)).toBe(shift);
  });

  it('keep their text on our server, and a query for a shift does not return their tasks', async () => {
    const { page } = planningService([aPlanningProject({ tasks: [{ id: 'a', ...week, shift: 'Crew A' }] })]);
    expect((await page(tasksPath)).results).toMatchObject([{ shift: 'Crew A' }]);
    for (const shift of shifts) expect((await page(`${tasksPath}?shift=${shift}`)).results).toEqual([]);
  });
});

const statusWords = {
  backlog: 'backlog; Backlog',
  planned:
    'planned; Not Started; not-started; nicht begonnen; non commencé; nie rozpoczęto; not yet started; à venir; nog niet gestart; no iniciada; niet gestart; da iniziare; To Do; Up next; Pending; Open; Scheduled; Ready to start; Future steps',
  promised: 'promised; Committed; zugesagt',
  started:
    'started; In Progress; IN-PROGRESS; in_progress; InProgress; in Arbeit; en cours; w toku; en curso; bezig; in corso; onderhanden; en ejecución; Working on it; Doing; In Review; In process; Progressing; Commenced',
  complete:
    'complete; Completed; done; Finished; Closed; 100; erledigt; terminé; zakończone; completado; voltooid; completato',
  delayed: 'delayed; late; Overdue; Behind schedule; Off track',
  blocked: 'blocked; Stuck; On Hold; Paused; Stalled',
  cancelled: 'cancelled; canceled; entfällt; annulé; Dropped',
} as const;

describe.each(Object.entries(statusWords))('each word for the status %s', (status, list) => {
  const words = list.split('; ');

  it('gives a task of the plan this status, and keeps its text', () => {
    const tasks = words.map((word, index) => aTask({ ...week, id: `t${10 + index}`, status: word }));
    const plan = aLookahead({ tasks });
    expect(plan.tasks.map((task) => [task.status.text, task.status.kind])).toEqual(
      words.map((word) => [word, status]),
    );
  });

  it('becomes this status in an import', async () => {
    const found = await imported('Status', words, 'status: { column: Status }');
    expect(words.map((word, index) => [word, found[index]?.['status']])).toEqual(
      words.map((word) => [word, status]),
    );
  });
});

it.each(['waiting for crane', 'constructor', ''])('%j is not a known status', (word) => {
  expect(parseStatusWord(word)).toBeUndefined();
});

it.each([
  ['five-day', 'five-day; Five Day; fiveday; 5-day; 5 days; 5-day week; FIVE_DAY'],
  ['six-day', 'six-day; 6 day; Six days; 6-day week'],
  ['seven-day', 'seven-day; 7 day; Seven-Day week; 7days'],
  [undefined, 'lunar; 4-day; five; day'],
])('the calendar type %s is read from each of %s', (type, words) => {
  expect(words.split('; ').map((word) => [word, parseCalendarType(word)])).toEqual(
    words.split('; ').map((word) => [word, type]),
  );
});

it.each([
  ['delay', 'delay; Delay'],
  ['on schedule', 'on schedule; On-Schedule'],
  ['improved', 'improved'],
  [undefined, 'delayed by rain; weather'],
])('the type of progress %s is read from each of %s', (type, words) => {
  for (const word of words.split('; ')) expect(parseProgressTrend(word)).toBe(type);
});

describe.each(['predecessor', 'successor'] as const)('a relation to a %s', (relation) => {
  const words = [relation, `${relation}s`, relation.toUpperCase()];

  it('is read in each spelling, and our server returns it if the field is requested', async () => {
    expect(words.map(parseRelationDirection)).toEqual([relation, relation, relation]);
    expect(parseRelationDirection('sibling')).toBeUndefined();
    const relatedTasks = words.map((word, index) => ({ id: `r${index}`, relation: word }));
    const { page } = planningService([aPlanningProject({ tasks: [{ id: 'a', ...week, relatedTasks }] })]);
    const { results } = await page(`${tasksPath}?fields=${relation}s`);
    expect(results).toMatchObject([{ relatedTasks }]);
  });
});

describe.each([
  [
    'finish-start',
    'FS',
    'finish-start; Finish to Start; finish-to-start; FinishStart; FS; fs; EA; FD; FC; FI; EB; ZR',
  ],
  ['start-start', 'SS', 'start-start; Start to Start; startstart; SS; AA; DD; CC; II; BB; RR'],
  ['finish-finish', 'FF', 'finish-finish; Finish To Finish; FF; EE; ZZ'],
  ['start-finish', 'SF', 'start-finish; start to finish; SF; AE; DF; CF; IF; BE; RZ'],
])('the type of relation %s', (type, code, list) => {
  const words = list.split('; ');

  it('is shown for each spelling that a service gives', () => {
    expect(words.map(parseRelationType)).toEqual(words.map(() => type));
    expect(words.map(relationTypeOf)).toEqual(words.map(() => code));
  });

  it('is read in a list of predecessors in each spelling', async () => {
    const text = ['ID,Task,Start,Finish,After', `A1,Dig,${week.start},${week.finish},`];
    for (const [index, word] of words.entries())
      text.push(`B${index},Pour,${week.start},${week.finish},A1 ${word} +2d`);
    const rule = 'predecessors: { column: After }';
    const found = await importedTable(text.join('\n'), rule);
    const first = { relation: 'predecessor', id: 'A1', type, lag: 2 };
    expect(found.slice(1).map((task) => task['relatedTasks'])).toMatchObject(words.map(() => [first]));
  });
});

it('an unknown type of relation keeps its text; a missing type means finish-start', () => {
  expect(['linked', '', undefined].map(relationTypeOf)).toEqual(['linked', 'FS', 'FS']);
});

it.each([
  ['minutes', 'm; min; mins; Minuten'],
  ['hours', 'h; hrs; Hours; Std; heures; godz'],
  ['days', 'd; day; Days; Arbeitstage; jours; dni; werkdagen'],
  ['weeks', 'w; wks; Wochen; semaines'],
  ['months', 'mo; months; Monate; mois'],
  [undefined, 'shifts; x'],
])('the unit %s is read from each of %s', (unit, words) => {
  for (const word of words.split('; ')) expect(parseDurationUnit(word)).toBe(unit);
});
