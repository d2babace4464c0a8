/** Tables that planning tools write: Primavera P6, MS Project and Powerproject. */
import { type ContractorTable, csv, excel } from './contractor-table.ts';

const excavate = 'Excavate | 2026-11-23..2026-11-27 | 5d';
const pour = 'Pour slab | 2026-11-30..2026-12-02 | 3d';

export const planningToolTables: readonly ContractorTable[] = [
  {
    title: 'the Excel export of P6: technical names in row 1, captions in row 2, durations in hours',
    content: excel({
      TASK: `
        task_code | status_code | wbs_id | task_name | start_date | end_date | target_drtn_hr_cnt | delete_record_flag
        Activity ID | Activity Status | WBS Code | Activity Name | (*)Start | (*)Finish | Original Duration(h) | Delete This Row
        A1010 | Completed | RP.B1 | Excavate | @2026-11-23T07:00 | @2026-11-27T16:00 | #40
        A1020 | In Progress | RP.B1 | Pour slab | @2026-11-30T07:00 | @2026-12-02T16:00 | #24
        A1030 | Not Started | RP.B1 | Handover | @2026-12-04T16:00 | @2026-12-04T16:00 | #0
      `,
      TASKPRED: `
        pred_task_id | task_id | pred_type | lag_hr_cnt
        Predecessor | Successor | Relationship Type | Lag(h)
        A1010 | A1020 | FS | #0
      `,
      USERDATA: `
        user_data
        UserSettings Do Not Edit
        DurationQtyType=QT_Hour
      `,
    }),
    right: `
          A1010 | ${excavate} | complete
          A1020 | ${pour} | started
          A1030 | Handover | 2026-12-04 | 0d | planned`,
  },
  {
    title: 'a copy of P6’s activity table: indented names, WBS rows, marks behind the dates',
    content: excel(`
        Activity ID | Activity Name | Original Duration | Start | Finish | Activity % Complete
        Rosenpark | | #15 | 16-Nov-26 A | 04-Dec-26
        ··Substructure | | #15 | 16-Nov-26 A | 04-Dec-26
        ····A1010 | Excavate | #5 | 16-Nov-26 A | 20-Nov-26 A | 100%
        ····A1020 | Pour slab | #5 | 23-Nov-26 A | 27-Nov-26 | 40%
        ····A1030 | Cure | #5 | 30-Nov-26* | 04-Dec-26 | 0%
    `),
    right: [
      {
        tasks: `
          A1010 | Excavate | 2026-11-16..2026-11-20 | 5d | complete
          A1020 | Pour slab | 2026-11-23..2026-11-27 | 5d | started
          A1030 | Cure | 2026-11-30..2026-12-04 | 5d | planned`,
      },
      { says: [/Substructure.*(name|WBS|head|summar)|(name|WBS|head|summar).*Substructure/i] },
    ],
  },
  {
    title: 'a copy of P6’s activity table as text with tabs in UTF-16, with hours and marks',
    content: csv(
      `
      Activity ID | Activity Name | Original Duration | Start | Finish | Activity Status | Contractor
      A1010 | Excavate | 5d | 16-Nov-26 07:00 A | 20-Nov-26 16:00 A | Completed | Hofer
      A1020 | Pour slab | 5d | 23-Nov-26 07:00 A | 27-Nov-26 16:00 | In Progress | Betonwerk
      A1030 | Handover | 0d | | 04-Dec-26 16:00* | Not Started |
      `,
      { separator: '\t', encoding: 'utf16le', mark: true },
    ),
    right: `
          A1010 | Excavate | 2026-11-16..2026-11-20 | 5d | complete | Hofer
          A1020 | Pour slab | 2026-11-23..2026-11-27 | 5d | started | Betonwerk
          A1030 | Handover | 2026-12-04 | 0d | planned`,
  },
  {
    title: 'the Excel export of MS Project: months in words, units of duration, links with lags',
    content: excel(`
        ID | Name | Duration | Start | Finish | Predecessors | % Complete | Resource Names
        #1 | Excavate | 5 days | November 23, 2026 8:00 AM | November 27, 2026 5:00 PM | | %1 | Hofer
        #2 | Pour slab | 3 days? | November 30, 2026 8:00 AM | December 2, 2026 5:00 PM | 1FS+1 day | %0.4 | Betonwerk
        #3 | Handover | 0 days | December 4, 2026 5:00 PM | December 4, 2026 5:00 PM | 2 | %0
    `),
    right: [
      {
        tasks: `
          1 | ${excavate} | complete
          2 | ${pour} | started | after 1FS+1
          3 | Handover | 2026-12-04 | 0d | planned | after 2FS`,
      },
      {
        tasks: `
          1 | ${excavate} | complete | Hofer
          2 | ${pour} | started | Betonwerk | after 1FS+1
          3 | Handover | 2026-12-04 | 0d | planned | after 2FS`,
      },
      { refusal: /format/ },
    ],
  },
  {
    title: 'a CSV of MS Project with summary rows by outline level',
    content: csv(`
      ID | Outline Level | Name | Duration | Start | Finish
      1 | 1 | Substructure | 8 days | Mon 23/11/26 | Wed 02/12/26
      2 | 2 | Excavate | 5 days | Mon 23/11/26 | Fri 27/11/26
      3 | 2 | Pour slab | 3 days | Mon 30/11/26 | Wed 02/12/26
    `),
    right: [{ tasks: `2 | ${excavate}\n3 | ${pour}` }, { says: [/summar|Substructure/i] }],
  },
  {
    title: 'a CSV of MS Project with American dates and weeks, hours, months and elapsed days',
    content: csv(`
      ID | Name | Duration | Start | Finish
      1 | Excavate | 1 wk | 11/23/2026 | 11/27/2026
      2 | Pour slab | 24 hrs | 11/30/2026 | 12/2/2026
      3 | Fit out | 1 mon | 12/7/2026 | 1/1/2027
      4 | Cure | 4 edays | 12/4/2026 | 12/7/2026
    `),
    right: [
      {
        tasks: `
          1 | ${excavate}
          2 | ${pour}
          3 | Fit out | 2026-12-07..2027-01-01 | 20d
          4 | Cure | 2026-12-04..2026-12-07 | 4d`,
      },
      { says: [/4 edays/] },
    ],
  },
  {
    title: 'a copy of a German MS Project, with a mapping',
    content: csv(
      `
      Nr. | Vorgangsname | Dauer | Anfang | Fertig stellen | Vorgänger | % Abgeschlossen
      1 | Aushub | 5 Tage | Mo 23.11.26 | Fr 27.11.26 | | 100%
      2 | Schalung | 3 Tage? | Mo 30.11.26 | Mi 02.12.26 | 1EA+1 Tag | 40%
      3 | Übergabe | 0 Tage | Fr 04.12.26 | Fr 04.12.26 | 2 | 0%
      `,
      { separator: '\t', encoding: 'utf16le', mark: true },
    ),
    mapping: `
      id: { column: Nr. }
      title: { column: Vorgangsname }
      dates: { start: Anfang, finish: Fertig stellen, format: dd.MM.yy }
      workingDays: [mon, tue, wed, thu, fri]
      duration: { column: Dauer }
      percentComplete: { column: "% Abgeschlossen" }
      predecessors: { column: Vorgänger, separator: ";" }`,
    right: [
      {
        tasks: `
          1 | Aushub | 2026-11-23..2026-11-27 | 5d | complete
          2 | Schalung | 2026-11-30..2026-12-02 | 3d | started | after 1FS+1
          3 | Übergabe | 2026-12-04 | 0d | planned | after 2FS`,
      },
      {
        tasks: `
          1 | Aushub | 2026-11-23..2026-11-27 | 5d | complete
          2 | Schalung | 2026-11-30..2026-12-02 | 3d | started
          3 | Übergabe | 2026-12-04 | 0d | planned | after 2FS`,
        says: [/1EA\+1 Tag/],
      },
    ],
  },
  {
    title: 'a CSV of Powerproject with days and hours in one duration',
    content: csv(
      `
      Line | Name | Start | Finish | Duration | Percent complete | Task pool
      1 | Excavate | 23/11/2026 08:00 | 27/11/2026 17:00 | 1w | 100.00 | Rosenpark
      2 | Pour slab | 30/11/2026 08:00 | 02/12/2026 17:00 | 3d | 12.50 | Rosenpark
      3 | Fit out | 07/12/2026 08:00 | 15/12/2026 17:00 | 1w 2d | 0.00 | Rosenpark
      `,
    ),
    right: `
          1 | ${excavate} | complete
          2 | ${pour} | started
          3 | Fit out | 2026-12-07..2026-12-15 | 7d | planned`,
  },
];
