/** Writes a sample programme as Primavera P6 exports it. */
import type { SampleProgramme, WrittenActivity, WrittenCalendar } from './sample-programme.ts';

type Cell = string | number | undefined;
type Table = {
  readonly name: string;
  readonly fields: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

const resourceTypes = { labour: 'RT_Labor', plant: 'RT_Equip', materials: 'RT_Mat' } as const;
const linkTypes: Readonly<Record<string, string>> = {
  'finish-start': 'PR_FS',
  'start-start': 'PR_SS',
  'finish-finish': 'PR_FF',
  'start-finish': 'PR_SF',
};
const projectNumber = 1;
/** Number of the user field with the owner. */
const responsible = 81;
const codeTypes = { shift: 31, contractor: 32, location: 33 } as const;

/** Text of an XER file, with the lines and the order of tables that P6 has. */
export function xerText(programme: SampleProgramme): string {
  const lines = ['ERMHDR\t20.12\t2026-11-20\tProject\tplanner\tPlanner\tdbx\tProject Management\tGBP'];
  for (const { name, fields, rows } of tablesOf(programme)) {
    lines.push(`%T\t${name}`, `%F\t${fields.join('\t')}`);
    for (const row of rows) lines.push(`%R\t${row.map(cellText).join('\t')}`);
  }
  return `${lines.join('\r\n')}\r\n%E\r\n`;
}

function cellText(cell: Cell): string {
  // Tabs and line breaks are the format's own.
  return String(cell ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', '""');
}

function tablesOf(programme: SampleProgramme): readonly Table[] {
  const { activities, calendars, folders, resources } = programme;
  const codes = activityCodes(activities);
  const resourceNumbers = new Map(resources.map(({ id, number }) => [id, number]));
  const units = [...new Set(resources.flatMap(({ unit }) => unit ?? []))];
  const parents = new Map(folders.map(({ id, number }) => [id, number]));
  return [
    {
      name: 'PROJECT',
      fields: ['proj_id', 'proj_short_name', 'last_recalc_date', 'export_flag', 'clndr_id'],
      rows: [[projectNumber, programme.name, `${programme.dataDate} 17:00`, 'Y', calendars[0]?.number]],
    },
    {
      name: 'CALENDAR',
      fields: ['clndr_id', 'clndr_name', 'day_hr_cnt', 'clndr_data'],
      rows: calendars.map((calendar) => [
        calendar.number,
        calendar.name,
        calendar.hoursPerDay,
        clndrData(calendar),
      ]),
    },
    {
      name: 'PROJWBS',
      fields: [
        'wbs_id',
        'proj_id',
        'seq_num',
        'proj_node_flag',
        'parent_wbs_id',
        'wbs_short_name',
        'wbs_name',
      ],
      rows: [
        [1999, projectNumber, 0, 'Y', undefined, 'P', programme.name],
        ...folders.map(({ number, parentId, code, name }, index) => [
          number,
          projectNumber,
          index,
          'N',
          parents.get(parentId ?? '') ?? 1999,
          code,
          name,
        ]),
      ],
    },
    {
      name: 'UMEASURE',
      fields: ['unit_id', 'unit_abbrev'],
      rows: units.map((unit, index) => [60 + index, unit]),
    },
    {
      name: 'RSRC',
      fields: ['rsrc_id', 'rsrc_short_name', 'rsrc_name', 'rsrc_type', 'unit_id'],
      rows: resources.map(({ number, id, name, kind, unit }) => [
        number,
        id,
        name,
        resourceTypes[kind],
        unit === undefined ? undefined : 60 + units.indexOf(unit),
      ]),
    },
    {
      name: 'ACTVTYPE',
      fields: ['actv_code_type_id', 'actv_code_type', 'actv_code_type_scope', 'seq_num'],
      rows: [
        [codeTypes.shift, 'Shift', 'AS_Project', 1],
        [codeTypes.contractor, 'Contractor', 'AS_Project', 2],
        [codeTypes.location, 'Location', 'AS_Project', 3],
      ],
    },
    {
      name: 'ACTVCODE',
      fields: ['actv_code_id', 'actv_code_type_id', 'short_name', 'actv_code_name'],
      rows: [...codes.values()].map(({ number, type, value, name }) => [number, type, value, name]),
    },
    {
      name: 'TASK',
      fields: [
        'task_id',
        'proj_id',
        'wbs_id',
        'clndr_id',
        'task_type',
        'status_code',
        'task_code',
        'task_name',
        'target_drtn_hr_cnt',
        'remain_drtn_hr_cnt',
        'act_start_date',
        'act_end_date',
        'restart_date',
        'reend_date',
        'target_start_date',
        'target_end_date',
      ],
      rows: activities.map(taskRow),
    },
    {
      name: 'TASKPRED',
      fields: [
        'task_pred_id',
        'task_id',
        'pred_task_id',
        'proj_id',
        'pred_proj_id',
        'pred_type',
        'lag_hr_cnt',
      ],
      rows: activities.flatMap(({ number, predecessors }) =>
        predecessors.map((link) => [
          undefined,
          number,
          link.number,
          projectNumber,
          projectNumber,
          linkTypes[link.type],
          link.lagHours,
        ]),
      ),
    },
    {
      name: 'TASKRSRC',
      fields: ['taskrsrc_id', 'task_id', 'proj_id', 'rsrc_id', 'target_qty', 'remain_qty', 'act_reg_qty'],
      rows: activities.flatMap(({ number, task, hoursEach }) => [
        ...[...(task.labour ?? []), ...(task.plant ?? [])].map(({ id, quantity }) =>
          assignmentRow(number, resourceNumbers.get(id), quantity * hoursEach),
        ),
        ...(task.materials ?? []).map(({ id, quantity }) =>
          assignmentRow(number, resourceNumbers.get(id), quantity),
        ),
      ]),
    },
    {
      name: 'TASKACTV',
      fields: ['task_id', 'actv_code_type_id', 'actv_code_id', 'proj_id'],
      rows: activities.flatMap((activity) =>
        codesOf(activity).map(({ type, value }) => [
          activity.number,
          type,
          codes.get(`${type} ${value}`)?.number,
          projectNumber,
        ]),
      ),
    },
    {
      name: 'UDFTYPE',
      fields: ['udf_type_id', 'table_name', 'udf_type_name', 'udf_type_label', 'logical_data_type'],
      rows: [[responsible, 'TASK', 'user_field_81', 'Responsible', 'FT_TEXT']],
    },
    {
      name: 'UDFVALUE',
      fields: ['udf_type_id', 'fk_id', 'proj_id', 'udf_text'],
      rows: activities.flatMap(({ number, task }) =>
        task.owner === undefined ? [] : [[responsible, number, projectNumber, task.owner.displayName]],
      ),
    },
  ];
}

function assignmentRow(task: number, resource: number | undefined, quantity: number): readonly Cell[] {
  return [undefined, task, projectNumber, resource, quantity, quantity, 0];
}

function taskRow({
  number,
  task,
  calendar,
  start,
  finish,
  milestone,
  durationHours,
  folder,
}: WrittenActivity) {
  const from = start.join(' ');
  const to = finish.join(' ');
  const complete = task.status === 'complete';
  const started = complete || task.status === 'started';
  return [
    number,
    projectNumber,
    folder?.number ?? 1999,
    calendar.number,
    milestone ? 'TT_Mile' : 'TT_Task',
    complete ? 'TK_Complete' : started ? 'TK_Active' : 'TK_NotStart',
    task.id,
    task.name,
    durationHours,
    complete ? 0 : durationHours,
    started ? from : undefined,
    complete ? to : undefined,
    complete ? undefined : from,
    complete ? undefined : to,
    from,
    to,
  ];
}

type Code = { readonly type: number; readonly value: string; readonly name: string };

function codesOf({ task }: WrittenActivity): readonly Code[] {
  const { subcontractor, location } = task;
  return [
    { type: codeTypes.shift, value: task.shift, name: task.shift },
    ...(subcontractor
      ? [{ type: codeTypes.contractor, value: subcontractor.id, name: subcontractor.name }]
      : []),
    ...(location ? [{ type: codeTypes.location, value: location.id, name: location.name }] : []),
  ];
}

function activityCodes(activities: readonly WrittenActivity[]) {
  const codes = new Map<string, Code & { readonly number: number }>();
  for (const code of activities.flatMap(codesOf)) {
    const key = `${code.type} ${code.value}`;
    if (!codes.has(key)) codes.set(key, { ...code, number: 4000 + codes.size });
  }
  return codes;
}

/** P6's nested brackets, in which day 1 is Sunday. */
function clndrData({ week }: WrittenCalendar): string {
  const days = [6, 0, 1, 2, 3, 4, 5].map((weekday, index) => {
    const hours = (week[weekday] ?? []).map(
      ({ from, to }, at) => `(0||${at}(s|${from}|f|${to === '24:00' ? '00:00' : to})())`,
    );
    return `(0||${index + 1}()(${hours.join('')}))`;
  });
  return `(0||CalendarData()((0||DaysOfWeek()(${days.join('')}))(0||Exceptions()())))`;
}
