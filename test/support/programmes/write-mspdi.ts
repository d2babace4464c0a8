/** Writes a sample programme in the XML format of MS Project. */
import type { SampleProgramme, WrittenActivity, WrittenCalendar } from './sample-programme.ts';

const linkTypes: Readonly<Record<string, number>> = {
  'finish-finish': 0,
  'finish-start': 1,
  'start-finish': 2,
  'start-start': 3,
};
/** Field ids of the texts 1 to 4 of tasks. */
const fields = { id: 188743731, shift: 188743734, subcontractor: 188743737, location: 188743740 } as const;

/** Text of an XML file. Plant is left out: MS Project cannot tell it from people. */
export function mspdiText(programme: SampleProgramme): string {
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<Project xmlns="http://schemas.microsoft.com/project">',
    `<SaveVersion>14</SaveVersion><Name>sample.xml</Name><Title>${escaped(programme.name)}</Title>`,
    `<StatusDate>${programme.dataDate}T17:00:00</StatusDate><CalendarUID>${programme.calendars[0]?.number}</CalendarUID><MinutesPerDay>480</MinutesPerDay>`,
    '<ExtendedAttributes>',
    attribute(fields.id, 'Text1', 'Activity ID'),
    attribute(fields.shift, 'Text2', 'Shift'),
    attribute(fields.subcontractor, 'Text3', 'Subcontractor'),
    attribute(fields.location, 'Text4', 'Location'),
    '</ExtendedAttributes>',
    '<Calendars>',
    ...programme.calendars.map(calendarText),
    '</Calendars>',
    '<Tasks>',
    '<Task><UID>0</UID><ID>0</ID><OutlineLevel>0</OutlineLevel><Summary>1</Summary></Task>',
    ...taskTexts(programme),
    '</Tasks>',
    '<Resources>',
    ...programme.resources
      .filter(({ kind }) => kind !== 'plant')
      .map(
        ({ number, name, kind, unit }) =>
          `<Resource><UID>${number}</UID><Name>${escaped(name)}</Name><Type>${kind === 'labour' ? 1 : 0}</Type>${unit === undefined ? '' : `<MaterialLabel>${escaped(unit)}</MaterialLabel>`}</Resource>`,
      ),
    '</Resources>',
    '<Assignments>',
    ...assignmentTexts(programme),
    '</Assignments>',
    '</Project>',
    '',
  ].join('\n');
}

/** Folders and their tasks in outline order, each with its row number. */
function taskTexts({ folders, activities }: SampleProgramme): readonly string[] {
  const inFolder = Map.groupBy(activities, ({ folder }) => folder?.id);
  const under = Map.groupBy(folders, ({ parentId }) => parentId);
  const texts: string[] = [];
  const visit = (parent: string | undefined, level: number) => {
    for (const activity of inFolder.get(parent) ?? [])
      texts.push(taskText(activity, texts.length + 1, level));
    for (const folder of under.get(parent) ?? []) {
      const at = texts.length;
      texts.push('');
      visit(folder.id, level + 1);
      if (texts.length === at + 1) texts.pop();
      else
        texts[at] =
          `<Task><UID>${folder.number}</UID><ID>${at + 1}</ID><Name>${escaped(folder.name)}</Name><WBS>${escaped(folder.code)}</WBS><OutlineLevel>${level}</OutlineLevel><Summary>1</Summary></Task>`;
    }
  };
  visit(undefined, 1);
  return texts;
}

function taskText(activity: WrittenActivity, row: number, level: number): string {
  const { number, task, calendar, start, finish, milestone, durationHours, predecessors } = activity;
  const percent = task.status === 'complete' ? 100 : task.status === 'started' ? 40 : 0;
  return [
    `<Task><UID>${number}</UID><ID>${row}</ID><Name>${escaped(task.name ?? '')}</Name><Active>1</Active><Manual>0</Manual><IsNull>0</IsNull><WBS>${level}.${row}</WBS>${contact(task)}<OutlineLevel>${level}</OutlineLevel>`,
    `<Start>${start.join('T')}:00</Start><Finish>${finish.join('T')}:00</Finish><Duration>PT${durationHours}H0M0S</Duration><DurationFormat>7</DurationFormat>`,
    `<Milestone>${milestone ? 1 : 0}</Milestone><Summary>0</Summary><PercentComplete>${percent}</PercentComplete><CalendarUID>${calendar.number}</CalendarUID>`,
    ...predecessors.map(
      (link) =>
        `<PredecessorLink><PredecessorUID>${link.number}</PredecessorUID><Type>${linkTypes[link.type]}</Type><CrossProject>0</CrossProject><LinkLag>${link.lagHours * 600}</LinkLag><LagFormat>7</LagFormat></PredecessorLink>`,
    ),
    value(fields.id, task.id),
    value(fields.shift, task.shift),
    value(fields.subcontractor, task.subcontractor?.name),
    value(fields.location, task.location?.name),
    '</Task>',
  ].join('');
}

function contact({ owner }: WrittenActivity['task']): string {
  return owner?.displayName === undefined ? '' : `<Contact>${escaped(owner.displayName)}</Contact>`;
}

function assignmentTexts({ activities, resources }: SampleProgramme): readonly string[] {
  const numbers = new Map(resources.map(({ id, number }) => [id, number]));
  return activities.flatMap(({ number, task, hoursEach }) => {
    const assignment = (id: string, work: number, units: number) =>
      `<Assignment><TaskUID>${number}</TaskUID><ResourceUID>${numbers.get(id)}</ResourceUID><Units>${units}</Units><Work>${duration(work)}</Work></Assignment>`;
    return [
      ...(task.labour ?? []).map(({ id, quantity }) => assignment(id, quantity * hoursEach, quantity)),
      ...(task.materials ?? []).map(({ id, quantity }) => assignment(id, quantity, 1)),
    ];
  });
}

function duration(hours: number): string {
  const minutes = Math.round(hours * 60);
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`;
}

function calendarText({ number, name, week }: WrittenCalendar): string {
  const days = [6, 0, 1, 2, 3, 4, 5].map((weekday, index) => {
    const times = (week[weekday] ?? []).map(
      ({ from, to }) =>
        `<WorkingTime><FromTime>${from}:00</FromTime><ToTime>${to === '24:00' ? '00:00' : to}:00</ToTime></WorkingTime>`,
    );
    const working = times.length === 0 ? 0 : 1;
    return `<WeekDay><DayType>${index + 1}</DayType><DayWorking>${working}</DayWorking><WorkingTimes>${times.join('')}</WorkingTimes></WeekDay>`;
  });
  return `<Calendar><UID>${number}</UID><Name>${escaped(name)}</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID><WeekDays>${days.join('')}</WeekDays></Calendar>`;
}

function attribute(id: number, name: string, alias: string): string {
  return `<ExtendedAttribute><FieldID>${id}</FieldID><FieldName>${name}</FieldName><Alias>${alias}</Alias></ExtendedAttribute>`;
}

function value(field: number, text: string | undefined): string {
  if (text === undefined) return '';
  return `<ExtendedAttribute><FieldID>${field}</FieldID><Value>${escaped(text)}</Value></ExtendedAttribute>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
