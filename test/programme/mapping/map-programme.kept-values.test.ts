/** No value of a file is lost silently: it is in its task, or the report names the row and the property. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type RandomStream, randomStream } from '#planning-server/sample/random.ts';
import type { MappingReport } from '#programme/mapping/import-report.ts';
import { mapProgramme } from '#programme/mapping/map-programme.ts';
import { parseMapping } from '#programme/mapping/mapping.ts';
import type { Programme } from '#programme/programme.ts';
import { readMspdi } from '#programme/readers/mspdi/read-mspdi.ts';
import { readCsv } from '#programme/readers/table/read-csv.ts';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { deep } from '../../support/deep-checks.ts';
import { anXerTask, xerBytes } from '../../support/programmes/an-xer.ts';
import { anMspdiTask, mspdi } from '../readers/mspdi/mspdi-text.ts';

const listSchema = z.optional(
  z.array(z.looseObject({ name: z.optional(z.string()), quantity: z.optional(z.number()) })),
);
const taskSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  start: z.optional(z.string()),
  finish: z.optional(z.string()),
  duration: z.optional(z.number()),
  status: z.optional(z.string()),
  shift: z.optional(z.string()),
  notes: z.optional(z.string()),
  labour: listSchema,
  materials: listSchema,
  subcontractor: z.optional(z.object({ id: z.string(), name: z.string() })),
  location: z.optional(z.object({ id: z.string(), name: z.string() })),
  relatedTasks: z.optional(
    z.array(z.looseObject({ id: z.string(), relation: z.string(), lag: z.number(), type: z.string() })),
  ),
});
type Task = z.infer<typeof taskSchema>;

/** A written value, and whether a task has it. `said` is the word for the property in the report. */
type Value = {
  readonly written: string;
  readonly said: string;
  readonly isIn: (task: Task) => boolean;
};
type Row = { readonly id: string; readonly values: readonly Value[] };

const rounds = deep ? 150 : 15;
const rowsPerFile = 12;

/** The values that are neither in their task nor in the report. */
function vanished(programme: Programme, mapping: string, rows: readonly Row[]): readonly string[] {
  const rules = parseMapping(mapping, 'map.yaml');
  const { data, report } = mapProgramme(programme, rules, { region: 'gb', projectId: 'riverside' });
  const tasks = new Map(
    data.collections.tasks.map((item) => taskSchema.parse(item)).map((task) => [task.id, task]),
  );
  return rows.flatMap(({ id, values }) => {
    const task = tasks.get(id);
    const lost = values.filter(
      (value) => value.written !== '' && !(task && value.isIn(task)) && !isNamed(report, id, value),
    );
    return lost.map(({ said, written }) => {
      const others = values.map((value) => `${value.said}=${value.written}`).join(', ');
      return `${id}: ${said} ${JSON.stringify(written)} of ${others}; task ${JSON.stringify(task)}`;
    });
  });
}

function isNamed({ problems, unknownValues }: MappingReport, id: string, { said, written }: Value): boolean {
  return (
    problems.some(({ text }) => text.includes(`${id}`) && new RegExp(said, 'i').test(text)) ||
    unknownValues.some(({ property, value }) => property === said && value === written)
  );
}

const days = ['2026-11-16', '2026-11-20', '2026-11-23', '2026-11-27'];
const dateCells = [...days, ...days, '', 'soon', '31/02/2026'];

function aTableRow(id: string, random: RandomStream) {
  const cells = {
    Start: random.pick(dateCells),
    Finish: random.pick(dateCells),
    AS: random.pick(['', '', ...dateCells]),
    AF: random.pick(['', '', ...dateCells]),
    Duration: random.pick(['', '0', '5', '3 d', '40 h', '2 edays', '1,200', 'long']),
    Done: random.pick(['', '0', '45', '100', '150', 'half']),
    Status: random.pick(['', '', 'Not Started', 'In Progress', 'Completed', 'On Hold', 'Waiting']),
    Type: random.pick(['', '', '', 'Finish Milestone', 'Task Dependent', 'summary']),
    Shift: random.pick(['', 'Day', 'Night', 'Dawn']),
    Crew: random.pick([
      '',
      '4',
      'Carpenter 4; Labourer 2',
      'Hofer, Ltd 3',
      'Foreman',
      'Gang 1,200',
      'A 1 | B 2',
      'Excavator 13t',
      'Crew 1; Concrete[36.5 m3]',
      'Travel[$500]',
    ]),
    Materials: random.pick(['', 'Concrete C40 36.5 m3; Rebar 3 t', 'Sand', 'Rebar 1,200 t']),
    After: random.pick(['', 'A1', 'A2FS+2d', 'A3SS; A4', '3', 'A99', 'A1+2', 'A2FS+1 ed']),
    By: random.pick(['', 'Sparkline Electric, Inc.', 'Hofer', 'TBC']),
    Where: random.pick(['', 'Level 2', 'Hof/Süd']),
    Note: random.pick(['', 'Check the crane, "first"']),
  };
  return { id, cells };
}

function valuesOfTable({ cells }: ReturnType<typeof aTableRow>): readonly Value[] {
  const value = (name: keyof typeof cells, isIn: Value['isIn'], said: string = name): Value => ({
    written: cells[name],
    said,
    isIn,
  });
  const shown: Readonly<Record<string, number>> = { '0': 0, '5': 5, '3 d': 3, '40 h': 5 };
  const byShare: Readonly<Record<string, string>> = { '0': 'planned', '45': 'started', '100': 'complete' };
  const byWord: Readonly<Record<string, string>> = {
    'Not Started': 'planned',
    'In Progress': 'started',
    Completed: 'complete',
    'On Hold': 'blocked',
  };
  const listed = (items: Task['labour'], text: string, own: string) =>
    text.split(';').every((part) => {
      const [, name = '', count = ''] = /^\s*(.*?)\s*([\d.]*)(?: (?:m3|t))?\s*$/.exec(part) ?? [];
      return items?.some(
        (item) => item.name === (name || own) && (count === '' || item.quantity === Number(count)),
      );
    });
  const isLinked = ({ relatedTasks = [] }: Task) =>
    cells.After.split(';').every((part) => {
      const [, id = '', type = 'FS', lag = '0'] =
        /^\s*(A\d+?)(FS|SS)?(?:\+(\d)d?)?$/.exec(part.replace(/^3$/, 'A3')) ?? [];
      const name = type === 'SS' ? 'start-start' : 'finish-start';
      return relatedTasks.some((link) => link.id === id && link.type === name && link.lag === Number(lag));
    });
  const link = value('After', isLinked, 'predecessor');
  // A summary is reported as left out; only its links matter to other tasks.
  if (cells.Type === 'summary') return [link];
  return [
    // Actual dates take precedence over other dates, as docs/import.md says, so these are not reported.
    ...(days.includes(cells.AS) ? [] : [value('Start', ({ start }) => start === cells.Start)]),
    ...(days.includes(cells.AF) ? [] : [value('Finish', ({ finish }) => finish === cells.Finish)]),
    value('AS', ({ start }) => start === cells.AS, 'AS|start'),
    value('AF', ({ finish }) => finish === cells.AF, 'AF|finish'),
    value('Duration', ({ duration }) => duration === shown[cells.Duration]),
    value(
      'Done',
      ({ status }) =>
        status === byShare[cells.Done] ||
        // A status word says more than a percentage that agrees with it, so this percentage is not reported.
        (cells.Status === 'On Hold' && cells.Done !== '100') ||
        (cells.Status === 'In Progress' && cells.Done === '0'),
      'Done|%',
    ),
    value('Status', ({ status }) => status === (byWord[cells.Status] ?? cells.Status), 'status'),
    value('Shift', ({ shift }) => shift === cells.Shift.toLowerCase(), 'shift'),
    value('Crew', ({ labour }) => listed(labour, cells.Crew, 'Crew')),
    value('Materials', ({ materials }) => listed(materials, cells.Materials, 'Materials')),
    link,
    value('By', ({ subcontractor }) => subcontractor?.name === cells.By),
    value('Where', ({ location }) => location?.name === cells.Where),
    value('Note', ({ notes }) => notes === cells.Note),
  ];
}

const tableMapping = `
id: { column: ID }
title: { column: Task }
dates: { start: Start, finish: Finish, actualStart: AS, actualFinish: AF }
workingDays: [mon, tue, wed, thu, fri]
duration: { column: Duration }
percentComplete: { column: Done }
status: { column: Status }
type: { column: Type }
shift: [{ column: Shift, values: { Day: day, "Night": night } }]
labour: { column: Crew }
materials: { column: Materials }
predecessors: { column: After }
subcontractor: { column: By }
location: { column: Where }
notes: { column: Note }
`;

describe('each value of a row is in its task, or the report names row and property', () => {
  it('of a table', async () => {
    const random = randomStream(11, 'tables');
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: rowsPerFile }, (_, index) => aTableRow(`A${index + 1}`, random));
      const names = Object.keys(rows[0]?.cells ?? {});
      const lines = rows.map(({ id, cells }) =>
        [id, `Task ${id}`, ...Object.values(cells)]
          .map((cell) => `"${cell.replaceAll('"', '""')}"`)
          .join(','),
      );
      const text = `ID,Task,${names.join(',')}\n${lines.join('\n')}\n`;
      const programme = await readCsv(Buffer.from(text), { headerRow: 1 });
      const written = rows.map((row) => ({ id: row.id, values: valuesOfTable(row) }));
      expect(vanished(programme, tableMapping, written)).toEqual([]);
    }
  });

  it('of an XER file', () => {
    const random = randomStream(12, 'xer');
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: rowsPerFile }, (_, index) => anXerRow(index + 1, random));
      const links = rows.flatMap(({ key, before }) =>
        before === '' ? [] : [{ task_pred_id: `${key}0`, task_id: key, pred_task_id: before, ...fsLink }],
      );
      const bytes = xerBytes({
        TASK: rows.map(({ task }) => task),
        TASKPRED: [{ task_pred_id: '1', task_id: '', pred_task_id: '', ...fsLink }, ...links],
      });
      const written = rows.map((row) => ({ id: row.id, values: row.values }));
      expect(vanished(readXer(bytes), 'id: task_code\n', written)).toEqual([]);
    }
  });

  it('of an MS Project file', async () => {
    const random = randomStream(13, 'mspdi');
    for (let round = 0; round < rounds; round++) {
      const rows = Array.from({ length: rowsPerFile }, (_, index) => anMspdiRow(index + 1, random));
      const bytes = mspdi({
        tasks: rows.map(({ task }) => task).join(''),
        resources: '<Resource><UID>1</UID><Name>Carpenter</Name><Type>1</Type></Resource>',
        assignments: rows.map(({ assignment }) => assignment).join(''),
      });
      const written = rows.map(({ id, level, values }, index) => {
        const isSummary = level < (rows[index + 1]?.level ?? level);
        // A summary is a folder; only its links and its work matter to other tasks.
        return { id, values: isSummary ? values.slice(-2) : values };
      });
      expect(vanished(await readMspdi(bytes), 'id: uid\n', written)).toEqual([]);
    }
  });
});

const fsLink = { proj_id: '7', pred_proj_id: '7', pred_type: 'PR_FS', lag_hr_cnt: '8' };
const xerStatus = { TK_NotStart: 'planned', TK_Active: 'started', TK_Complete: 'complete' } as const;

/** An activity by its number, with the dates that its status has in Primavera. */
function anXerRow(number: number, random: RandomStream) {
  const key = String(1000 + number);
  const id = `A${number}`;
  const status = random.pick(['TK_NotStart', 'TK_Active', 'TK_Complete'] as const);
  const [start, finish] = [random.pick(['', ...days]), random.pick(['', ...days])];
  const type = random.pick(['TT_Task', 'TT_Task', 'TT_Mile', 'TT_FinMile', 'TT_LOE']);
  const hours = type === 'TT_Task' || type === 'TT_LOE' ? random.pick(['', '8', '40', 'x']) : '0';
  const before = random.pick(['', '1001', '1002', '9999']);
  const at = (day: string, time: string) => (day === '' ? '' : `${day} ${time}`);
  const startField = status === 'TK_NotStart' ? 'restart_date' : 'act_start_date';
  const finishField = status === 'TK_Complete' ? 'act_end_date' : 'reend_date';
  const noDates = { restart_date: '', reend_date: '', target_start_date: '', target_end_date: '' };
  const task = anXerTask({
    ...noDates,
    early_start_date: '',
    early_end_date: '',
    task_id: key,
    task_code: id,
    task_name: `Task ${id}`,
    task_type: type,
    status_code: status,
    target_drtn_hr_cnt: hours,
    remain_drtn_hr_cnt: hours,
    [startField]: at(start, '08:00'),
    [finishField]: at(finish, '17:00'),
  });
  const isLinked = ({ relatedTasks = [] }: Task) =>
    relatedTasks.some((link) => link.relation === 'predecessor' && link.id === `A${Number(before) - 1000}`);
  const values: readonly Value[] = [
    { written: `Task ${id}`, said: 'name', isIn: ({ name }) => name === `Task ${id}` },
    // Primavera writes a date on the side that a milestone does not have; it is not read.
    ...(type === 'TT_FinMile' && finish !== '' ? [] : [dateValue('start', start)]),
    ...(type === 'TT_Mile' && start !== '' ? [] : [dateValue('finish', finish)]),
    { written: status, said: 'status', isIn: (found) => found.status === xerStatus[status] },
    { written: hours, said: 'duration|drtn', isIn: ({ duration }) => duration === Number(hours) / 8 },
  ];
  // The report only counts links to other projects, so their values are not looked for.
  const link = { written: before === '9999' ? '' : before, said: 'predecessor|link', isIn: isLinked };
  return { id, key, before, task, values: type === 'TT_LOE' ? [link] : [...values, link] };
}

function anMspdiRow(number: number, random: RandomStream) {
  const id = String(100 + number);
  const [start, finish] = [random.pick(['', ...days]), random.pick(['', ...days])];
  const hours = random.pick(['', '0', '8', '40']);
  const percent = random.pick(['0', '45', '100', 'half']);
  const before = random.pick(['', '101', '102', '999']);
  const milestone = random.pick(['0', '0', '1']);
  const notes = random.pick(['', 'Check the crane']);
  const isAssigned = random.chance(0.5);
  const level = random.pick(['1', '1', '2']);
  const link = `<PredecessorLink><PredecessorUID>${before}</PredecessorUID><Type>1</Type></PredecessorLink>`;
  const elements = {
    UID: id,
    Name: `Task ${id}`,
    OutlineLevel: level,
    Start: start && `${start}T08:00:00`,
    Finish: finish && `${finish}T17:00:00`,
    Duration: hours && `PT${hours}H0M0S`,
    Milestone: milestone,
    PercentComplete: percent,
    Notes: notes,
  };
  const byPercent: Readonly<Record<string, string>> = { '0': 'planned', '45': 'started', '100': 'complete' };
  const values: readonly Value[] = [
    { written: `Task ${id}`, said: 'name', isIn: ({ name }) => name === `Task ${id}` },
    dateValue('start', start),
    dateValue('finish', finish),
    { written: hours, said: 'duration', isIn: ({ duration }) => duration === Number(hours) / 8 },
    { written: percent, said: 'percent', isIn: ({ status }) => status === byPercent[percent] },
    { written: notes, said: 'notes', isIn: (task) => task.notes === notes },
    {
      written: before === '999' ? '' : before,
      said: 'predecessor|link',
      isIn: ({ relatedTasks = [] }) =>
        relatedTasks.some(({ id: other, relation }) => other === before && relation === 'predecessor'),
    },
    {
      written: isAssigned ? 'Carpenter' : '',
      said: 'assignment|resource|work by',
      isIn: ({ labour = [] }) => labour.some(({ name }) => name === 'Carpenter'),
    },
  ];
  const assignment = `<Assignment><UID>${number}</UID><TaskUID>${id}</TaskUID><ResourceUID>1</ResourceUID><Work>PT16H0M0S</Work></Assignment>`;
  return {
    id,
    level,
    task: anMspdiTask(elements, before === '' ? '' : link),
    assignment: isAssigned ? assignment : '',
    values,
  };
}

function dateValue(name: 'start' | 'finish', day: string): Value {
  return { written: day, said: name, isIn: (task) => task[name] === day };
}
