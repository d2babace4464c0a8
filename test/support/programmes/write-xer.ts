/** Writes a sample programme as Primavera P6 exports it. */
import { clndrData, xerText } from './an-xer.ts';
import type { SampleProgramme, WrittenActivity } from './sample-programme.ts';

const resourceTypes = { labour: 'RT_Labor', plant: 'RT_Equip', materials: 'RT_Mat' } as const;
const linkTypes: Readonly<Record<string, string>> = {
  'finish-start': 'PR_FS',
  'start-start': 'PR_SS',
  'finish-finish': 'PR_FF',
  'start-finish': 'PR_SF',
};
const proj_id = 1;
const topFolder = 1999;
/** Number of the user field with the owner. */
const responsible = 81;
const codeTypes = { shift: 31, contractor: 32, location: 33 } as const;

/** Text of an XER file, with the order of tables that P6 has. */
export function sampleXer({ name, dataDate, activities, calendars, folders, resources }: SampleProgramme) {
  const codes = activityCodes(activities);
  const resourceNumbers = new Map(resources.map(({ id, number }) => [id, number]));
  const units = [...new Set(resources.flatMap(({ unit }) => unit ?? []))];
  const parents = new Map(folders.map(({ id, number }) => [id, number]));
  return xerText({
    PROJECT: [
      {
        proj_id,
        proj_short_name: cellText(name),
        last_recalc_date: `${dataDate} 17:00`,
        export_flag: 'Y',
        clndr_id: calendars[0]?.number,
      },
    ],
    CALENDAR: calendars.map((calendar) => ({
      clndr_id: calendar.number,
      clndr_name: cellText(calendar.name),
      day_hr_cnt: calendar.hoursPerDay,
      clndr_data: clndrData(
        calendar.week.map((hours) => hours.map(({ from, to }) => `${from}-${to === '24:00' ? '00:00' : to}`)),
      ),
    })),
    PROJWBS: [
      {
        wbs_id: topFolder,
        proj_id,
        seq_num: 0,
        proj_node_flag: 'Y',
        wbs_short_name: 'P',
        wbs_name: cellText(name),
      },
      ...folders.map((folder, index) => ({
        wbs_id: folder.number,
        proj_id,
        seq_num: index,
        proj_node_flag: 'N',
        parent_wbs_id: parents.get(folder.parentId ?? '') ?? topFolder,
        wbs_short_name: cellText(folder.code),
        wbs_name: cellText(folder.name),
      })),
    ],
    UMEASURE: units.map((unit, index) => ({ unit_id: 60 + index, unit_abbrev: unit })),
    RSRC: resources.map(({ number, id, name: resource, kind, unit }) => ({
      rsrc_id: number,
      rsrc_short_name: id,
      rsrc_name: cellText(resource),
      rsrc_type: resourceTypes[kind],
      unit_id: unit === undefined ? undefined : 60 + units.indexOf(unit),
    })),
    ACTVTYPE: [
      { actv_code_type_id: codeTypes.shift, actv_code_type: 'Shift' },
      { actv_code_type_id: codeTypes.contractor, actv_code_type: 'Contractor' },
      { actv_code_type_id: codeTypes.location, actv_code_type: 'Location' },
    ].map((type) => ({ ...type, actv_code_type_scope: 'AS_Project' })),
    ACTVCODE: [...codes.values()].map(({ number, type, value, name: code }) => ({
      actv_code_id: number,
      actv_code_type_id: type,
      short_name: value,
      actv_code_name: cellText(code),
    })),
    TASK: activities.map(taskRow),
    TASKPRED: activities.flatMap(({ number, predecessors }) =>
      predecessors.map((link) => ({
        task_id: number,
        pred_task_id: link.number,
        proj_id,
        pred_proj_id: proj_id,
        pred_type: linkTypes[link.type],
        lag_hr_cnt: link.lagHours,
      })),
    ),
    TASKRSRC: activities.flatMap(({ number, task, hoursEach }) =>
      [
        ...[...(task.labour ?? []), ...(task.plant ?? [])].map(({ id, quantity }) => ({
          id,
          quantity: quantity * hoursEach,
        })),
        ...(task.materials ?? []),
      ].map(({ id, quantity }) => ({
        task_id: number,
        proj_id,
        rsrc_id: resourceNumbers.get(id),
        target_qty: quantity,
        remain_qty: quantity,
        act_reg_qty: 0,
      })),
    ),
    TASKACTV: activities.flatMap((activity) =>
      codesOf(activity).map(({ type, value }) => ({
        task_id: activity.number,
        actv_code_type_id: type,
        actv_code_id: codes.get(`${type} ${value}`)?.number,
        proj_id,
      })),
    ),
    UDFTYPE: [
      {
        udf_type_id: responsible,
        table_name: 'TASK',
        udf_type_name: 'user_field_81',
        udf_type_label: 'Responsible',
        logical_data_type: 'FT_TEXT',
      },
    ],
    UDFVALUE: activities.flatMap(({ number, task: { owner } }) =>
      owner
        ? [{ udf_type_id: responsible, fk_id: number, proj_id, udf_text: cellText(owner.displayName) }]
        : [],
    ),
  });
}

/** A text without tabs and line breaks, which separate the cells and rows of the format. */
function cellText(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('"', '""');
}

function taskRow(activity: WrittenActivity) {
  const { number, task, calendar, milestone, durationHours, folder } = activity;
  const start = activity.start.join(' ');
  const finish = activity.finish.join(' ');
  const complete = task.status === 'complete';
  const started = complete || task.status === 'started';
  return {
    task_id: number,
    proj_id,
    wbs_id: folder?.number ?? topFolder,
    clndr_id: calendar.number,
    task_type: milestone ? 'TT_Mile' : 'TT_Task',
    status_code: complete ? 'TK_Complete' : started ? 'TK_Active' : 'TK_NotStart',
    task_code: task.id,
    task_name: cellText(task.name),
    target_drtn_hr_cnt: durationHours,
    remain_drtn_hr_cnt: complete ? 0 : durationHours,
    act_start_date: started ? start : undefined,
    act_end_date: complete ? finish : undefined,
    restart_date: complete ? undefined : start,
    reend_date: complete ? undefined : finish,
    target_start_date: start,
    target_end_date: finish,
  };
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
