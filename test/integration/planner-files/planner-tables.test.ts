import { describe, it } from 'vitest';
import { type Expected, expectTasks } from './planner-file.ts';

const expectRows = (rows: readonly string[], mapping: string, expected: Readonly<Record<string, Expected>>) =>
  expectTasks(Buffer.from(rows.join('\r\n'), 'utf8'), mapping, expected);

describe("the import of a planner's table of work in progress", () => {
  it('reads dates of Primavera with the marks A (actual) and * (constrained)', async () => {
    await expectRows(
      [
        'Activity ID,Activity Name,Original Duration,Remaining Duration,Activity % Complete,Start,Finish',
        'A1000,Set up,2,0,100%,12-Nov-26 A,13-Nov-26 A',
        'A1010,Pour slab,10,4,60%,16-Nov-26 A,27-Nov-26',
        'A1020,Strip,3,3,0%,30-Nov-26*,02-Dec-26',
        'A1030,Handed over,0,0,0%,,02-Dec-26*',
      ],
      `id: { column: Activity ID }
title: { column: Activity Name }
dates: { start: Start, finish: Finish, format: d-MMM-yy }
workingDays: [mon, tue, wed, thu, fri]
duration: { column: Original Duration }
percentComplete: { column: "Activity % Complete" }
`,
      {
        A1000: { name: 'Set up', start: '2026-11-12', finish: '2026-11-13', duration: 2, status: 'complete' },
        A1010: { start: '2026-11-16', finish: '2026-11-27', duration: 10, status: 'started' },
        A1020: { start: '2026-11-30', finish: '2026-12-02', duration: 3, status: 'planned' },
        A1030: { start: '2026-12-02', finish: '2026-12-02', duration: 0, status: 'planned' },
      },
    );
  });

  it('reads rows copied out of MS Project, with weekdays and clock times', async () => {
    await expectRows(
      [
        'Unique ID,Task Name,Duration,Start,Finish,% Complete',
        '12,Pour slab,10 days,Mon 16/11/26 8:00 AM,Fri 27/11/26 5:00 PM,40%',
        '13,Cure,2 edays,Fri 27/11/26 5:00 PM,Sun 29/11/26 5:00 PM,0%',
        '14,Slab done,0 days,Fri 27/11/26 5:00 PM,Fri 27/11/26 5:00 PM,0%',
        '15,Strip,"1,5 days",Mon 30/11/26 8:00 AM,Tue 01/12/26 12:00 PM,0%',
      ],
      `id: { column: Unique ID }
title: { column: Task Name }
dates: { start: Start, finish: Finish, format: dd/MM/yy }
workingDays: [mon, tue, wed, thu, fri]
decimal: ","
duration: { column: Duration }
percentComplete: { column: "% Complete" }
`,
      {
        '12': { start: '2026-11-16', finish: '2026-11-27', duration: 10, status: 'started' },
        '13': { start: '2026-11-27', finish: '2026-11-29', duration: 1, status: 'planned' },
        '14': { start: '2026-11-27', finish: '2026-11-27', duration: 0 },
        '15': { start: '2026-11-30', finish: '2026-12-01', duration: 1.5 },
      },
    );
  });

  it('reads a tracker with actual dates, one on a Saturday, and the data date above the headings', async () => {
    await expectRows(
      [
        'Riverside Tower,,,,,,,',
        'Data date:,20/11/2026,,,,,,',
        'No,Work,Start,Finish,Actual Start,Actual Finish,Status,People',
        '1,Excavate,09/11/2026,13/11/2026,09/11/2026,14/11/2026,,Digger driver 1',
        '2,Blinding,16/11/2026,18/11/2026,17/11/2026,,,Labourer 2.5; Carpenter 0.5',
        '3,Rebar,19/11/2026,25/11/2026,19/11/2026,,On hold,4',
        '4,Pour,26/11/2026,27/11/2026,,,Not Started,Labourer 4',
        '5,Survey,16/11/2026,16/11/2026,16/11/2026,16/11/2026,Completed,',
      ],
      `id: { column: No }
title: { column: Work }
dates: { start: Start, finish: Finish, actualStart: Actual Start, actualFinish: Actual Finish, format: dd/MM/yyyy }
dataDate: { above: Data date }
workingDays: [mon, tue, wed, thu, fri]
status: { column: Status }
words: { blocked: [On hold] }
labour: { column: People, separator: ";" }
`,
      {
        '1': { start: '2026-11-09', finish: '2026-11-14', status: 'complete', labour: 'Digger driver 1' },
        '2': { start: '2026-11-17', status: 'started', labour: 'Carpenter 0.5, Labourer 2.5' },
        '3': {
          start: '2026-11-19',
          finish: '2026-11-25',
          status: 'blocked',
          duration: 5,
          labour: 'People 4',
        },
        '4': { start: '2026-11-26', finish: '2026-11-27', status: 'planned', duration: 2 },
        '5': { start: '2026-11-16', finish: '2026-11-16', status: 'complete', labour: '' },
      },
    );
  });

  it('reads nights with clock times', async () => {
    await expectRows(
      [
        'Id,Task,Start,Finish,Shift,Progress',
        'N1,Track renewal,23/11/2026 19:00,28/11/2026 05:00,Night,0',
        'N2,Tamping,25/11/2026 01:00,26/11/2026 04:00,Night,0',
        'N3,Signal tests,18/11/2026 22:00,21/11/2026 00:00,Night,100',
        'D1,Fencing,23/11/2026 07:00,24/11/2026 12:00,Day,25',
      ],
      `id: { column: Id }
title: { column: Task }
dates: { start: Start, finish: Finish, format: dd/MM/yyyy }
workingDays: [mon, tue, wed, thu, fri]
shift:
  - { column: Shift, values: { Night: night } }
  - { default: day }
percentComplete: { column: Progress }
`,
      {
        N1: { start: '2026-11-23', finish: '2026-11-27', shift: 'night', duration: 5, status: 'planned' },
        N2: { start: '2026-11-24', finish: '2026-11-25', shift: 'night', duration: 2 },
        N3: { start: '2026-11-18', finish: '2026-11-20', status: 'complete' },
        D1: { start: '2026-11-23', finish: '2026-11-24', shift: 'day', duration: 2, status: 'started' },
      },
    );
  });

  it('reads a German table with weeks, calendar days and words of progress', async () => {
    await expectRows(
      [
        'Nr.;Vorgang;Anfang;Ende;Dauer;Status',
        'V1;Decke betonieren;16.11.2026;27.11.2026;2 Wochen;in Arbeit',
        'V2;Nachbehandeln;27.11.2026;29.11.2026;3 Kalendertage;Nicht begonnen',
        'V3;Ausschalen;30.11.2026;01.12.2026;12 h;0 %',
        'V4;Abnahme;19.11.2026;19.11.2026;0 Tage;Abgeschlossen',
      ],
      `id: { column: Nr. }
title: { column: Vorgang }
dates: { start: Anfang, finish: Ende, format: dd.MM.yyyy }
workingDays: [mon, tue, wed, thu, fri]
duration: { column: Dauer }
status: { column: Status }
`,
      {
        V1: { start: '2026-11-16', finish: '2026-11-27', duration: 10, status: 'started' },
        V2: { start: '2026-11-27', finish: '2026-11-29', duration: 1, status: 'planned' },
        V3: { finish: '2026-12-01', duration: 1.5, status: 'planned' },
        V4: { start: '2026-11-19', finish: '2026-11-19', duration: 0, status: 'complete' },
      },
    );
  });
});
