/** An XER file as text: tables of rows, each row by the names of its fields. */
export type XerContent = Readonly<
  Record<string, readonly Readonly<Record<string, string | number | undefined>>[]>
>;

/** The fields of a table are those of its rows; as in Primavera, a table without rows is left out. */
export function xerText(tables: XerContent): string {
  const parts = Object.entries(tables).flatMap(([table, rows]) => {
    if (rows.length === 0) return [];
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return [
      `%T\t${table}`,
      `%F\t${fields.join('\t')}`,
      ...rows.map((row) => `%R\t${fields.map((field) => row[field] ?? '').join('\t')}`),
    ];
  });
  return ['ERMHDR\t20.12\t2026-11-20\tProject\tadmin', ...parts, '%E', ''].join('\r\n');
}

/** A project of one activity, A1010, on Monday to Friday from 08:00 to 17:00. Tables given replace those here. */
export function anXer(content: XerContent = {}): string {
  return xerText({ ...aProject, ...content });
}

export function xerBytes(content?: XerContent): Uint8Array {
  return Buffer.from(anXer(content), 'latin1');
}

/** One activity. The given fields replace the default ones. */
export function anXerTask(task: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    task_id: '1001',
    proj_id: '7',
    wbs_id: '71',
    clndr_id: '5',
    task_type: 'TT_Task',
    status_code: 'TK_NotStart',
    task_code: 'A1010',
    task_name: 'Pour slab',
    target_drtn_hr_cnt: '40',
    remain_drtn_hr_cnt: '40',
    act_start_date: '',
    act_end_date: '',
    restart_date: '2026-11-23 08:00',
    reend_date: '2026-11-27 17:00',
    target_start_date: '2026-11-16 08:00',
    target_end_date: '2026-11-20 17:00',
    early_start_date: '2026-11-24 08:00',
    early_end_date: '2026-11-30 17:00',
    ...task,
  };
}

/**
 * `clndr_data` of a week: hours of the days from Monday on, such as `['08:00-12:00', '13:00-17:00']`.
 * @param exceptions dates of holidays; a date followed by hours, such as `2026-11-28 08:00-12:00`, is worked
 */
export function clndrData(week: readonly (readonly string[])[], exceptions: readonly string[] = []): string {
  const days = [week[6] ?? [], ...Array.from({ length: 6 }, (_, day) => week[day] ?? [])];
  const rangesText = (hours: readonly string[]) =>
    hours
      .map((range, index) => {
        const [from = '', to = ''] = range.split('-');
        return `(0||${index}(s|${from}|f|${to})())`;
      })
      .join('');
  const dayText = (hours: readonly string[], day: number) => `(0||${day + 1}()(${rangesText(hours)}))`;
  const off = exceptions.map((exception, index) => {
    const [date = '', ...hours] = exception.split(' ');
    const serial = (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
    return `(0||${index}(d|${serial})(${rangesText(hours)}))`;
  });
  return `(0||CalendarData()((0||DaysOfWeek()(${days.map(dayText).join('')}))(0||VIEW(ShowTotal|N)())(0||Exceptions()(${off.join('')}))))`;
}

const workingDay = ['08:00-12:00', '13:00-17:00'];
export const fiveDayWeek = [workingDay, workingDay, workingDay, workingDay, workingDay, [], []];

const aProject: XerContent = {
  PROJECT: [
    {
      proj_id: '7',
      proj_short_name: 'TOWER',
      last_recalc_date: '2026-11-20 17:00',
      export_flag: 'Y',
      clndr_id: '5',
    },
  ],
  CALENDAR: [
    {
      clndr_id: '5',
      clndr_name: 'Site',
      base_clndr_id: '',
      day_hr_cnt: '8',
      clndr_data: clndrData(fiveDayWeek),
    },
  ],
  PROJWBS: [
    {
      wbs_id: '70',
      proj_id: '7',
      parent_wbs_id: '3',
      wbs_short_name: 'TOWER',
      wbs_name: 'Riverside Tower',
      proj_node_flag: 'Y',
      seq_num: '0',
    },
    {
      wbs_id: '71',
      proj_id: '7',
      parent_wbs_id: '70',
      wbs_short_name: 'SUP',
      wbs_name: 'Superstructure',
      proj_node_flag: 'N',
      seq_num: '1',
    },
  ],
  TASK: [anXerTask()],
};
