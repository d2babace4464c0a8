/** Workbooks that planners and site managers keep by hand. */
import { type ContractorTable, excel } from './contractor-table.ts';

const dug = 'A10 | Excavate | 2026-11-23..2026-11-27 | 5d';
const poured = 'A20 | Pour slab | 2026-11-30..2026-12-02 | 3d';

export const excelTables: readonly ContractorTable[] = [
  {
    title: 'a logo row, title, project and revision above headings in row 4, totals and signatures below',
    content: excel(`
      | | | HOFER BAU
      Construction programme
      Project: Rosenpark, Block B | | Date: 20.11.2026 | | Rev. C
      ID | Activity | Start | Finish | Days | Status | Subcontractor
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | In progress | Hofer
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | Planned | Betonwerk
      Total | | | | #8
      Prepared by: M. Gruber | | | Checked by: | |
    `),
    right: `${dug} | started | Hofer\n${poured} | planned | Betonwerk`,
  },
  {
    title: 'headings in row 8 under a merged title, an empty first column and blank rows between tasks',
    content: excel(`
      | MASTER PROGRAMME – ROSENPARK ⇢4
      |
      | Client: | City of Graz
      | Contract no.: | 2026/114
      | Revision: | 7 | of | @2026-11-20
      |
      |
      | Activity ID | Activity Name | Start Date | Finish Date | Duration
      |
      | A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      |
      | A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
      |
    `),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'a programme sheet between a cover and a legend, named in the mapping',
    content: coverAndLegend(),
    mapping: `
      sheet: Programme
      id: { column: ID }
      title: { column: Activity }
      dates: { start: Start, finish: Finish }
      duration: { column: Days }`,
    right: `${dug}\n${poured}`,
  },
  {
    title: 'a programme sheet between a cover and a legend, without a mapping',
    content: coverAndLegend(),
    right: [{ tasks: `${dug}\n${poured}` }, { refusal: /sheet/i }],
  },
  {
    title: 'heading rows of areas between the tasks, in merged cells',
    content: excel(`
      ID | Activity | Start | Finish | Days
      BASEMENT ⇢4
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      GROUND FLOOR ⇢4
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
    `),
    right: [{ tasks: `${dug}\n${poured}` }, { says: [/BASEMENT/, /GROUND FLOOR/] }],
  },
  {
    title: 'a subcontractor in one cell that is merged over three rows',
    content: excel(`
      ID | Activity | Start | Finish | Days | Subcontractor
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | Hofer ⇣2
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
      A30 | Cure | @2026-12-03 | @2026-12-04 | #2
    `),
    right: [
      { tasks: `${dug} | Hofer\n${poured} | Hofer\nA30 | Cure | 2026-12-03..2026-12-04 | 2d | Hofer` },
      { says: [/merged/] },
    ],
  },
  {
    title: 'headings on two rows, planned dates beside actual ones',
    content: excel(`
      ID ⇣1 | Activity ⇣1 | Planned ⇢1 | | Actual ⇢1 | | Days ⇣1
      | | Start | Finish | Start | Finish
      A10 | Excavate | @2026-11-23 | @2026-11-27 | @2026-11-23 | | #5
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | | | #3
    `),
    right: [
      { tasks: `${dug}\n${poured}` },
      { tasks: `${dug} | started\n${poured}` },
      { tasks: `${dug} | started\n${poured} | planned` },
      { refusal: /headerRow|heading row|row 2/i },
    ],
  },
  {
    title: 'rows hidden by a filter and a hidden column before the id',
    content: excel(
      `
      Key | ID | Activity | Start | Finish | Days
      x1 | A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      x2 | A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
      `,
      (sheet) => {
        sheet.getColumn(1).hidden = true;
        sheet.getRow(3).hidden = true;
      },
    ),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'ids, dates and durations as formulas with saved values',
    content: excel(`
      ID | Activity | Start | Finish | Days
      ="A"&10 → A10 | Excavate | @2026-11-23 | =WORKDAY(C2,4) → @2026-11-27 | =NETWORKDAYS(C2,D2) → #5
      ="A"&20 → A20 | Pour slab | =WORKDAY(D2,1) → @2026-11-30 | =C3+2 → @2026-12-02 | =NETWORKDAYS(C3,D3) → #3
    `),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'cells with formula errors',
    content: excel(`
      ID | Activity | Start | Finish | Days
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      A20 | Pour slab | @2026-11-30 | !#REF! | #3
      A30 | Cure | @2026-12-03 | @2026-12-04 | !#REF!
    `),
    right: [{ says: [/\b(A20|line 3)\b/, /\b(A30|line 4)\b/, /#REF!|#N\/A|error/] }],
  },
  {
    title: 'an Excel table with its total row',
    content: excel('', (sheet) => {
      sheet.addTable({
        name: 'Tasks',
        ref: 'B3',
        totalsRow: true,
        columns: [
          { name: 'ID', totalsRowLabel: 'Total' },
          ...['Activity', 'Start', 'Finish'].map((name) => ({ name })),
          { name: 'Days', totalsRowFunction: 'sum' },
        ],
        rows: [
          ['A10', 'Excavate', new Date('2026-11-23'), new Date('2026-11-27'), 5],
          ['A20', 'Pour slab', new Date('2026-11-30'), new Date('2026-12-02'), 3],
        ],
      });
    }),
    right: [{ tasks: `${dug}\n${poured}` }, { says: [/Total/] }],
  },
  {
    title: 'dates as serial numbers in cells of the General format',
    content: excel(`
      ID | Activity | Start | Finish | Days
      A10 | Excavate | #46349 | #46353 | #5
      A20 | Pour slab | #46356 | #46358 | #3
    `),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'dates that count from 1904, as Excel on a Mac wrote them',
    content: excel(
      `
      ID | Activity | Start | Finish | Days
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
      `,
      (sheet) => {
        sheet.workbook.properties.date1904 = true;
      },
    ),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'a finish at midnight, and a milestone with only a finish',
    content: excel(`
      ID | Activity | Start | Finish | Days
      A10 | Excavate | @2026-11-23T08:00 | @2026-11-28T00:00 | #5
      M1 | Handover | | @2026-12-04T17:00 | #0
    `),
    right: `${dug}\nM1 | Handover | 2026-12-04 | 0d`,
  },
  {
    title: 'percent complete as fractions, and no status',
    content: excel(`
      ID | Activity | Start | Finish | Days | % Complete
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | %1
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | %0.45
      A30 | Cure | @2026-12-03 | @2026-12-04 | #2 | %0
    `),
    right: `
      ${dug} | complete
      ${poured} | started
      A30 | Cure | 2026-12-03..2026-12-04 | 2d | planned`,
  },
  {
    title: 'percent complete up to 100 beside actual dates, which take precedence',
    content: excel(`
      ID | Activity | Start | Finish | Actual Start | Actual Finish | Percent Complete
      A10 | Excavate | @2026-11-20 | @2026-11-26 | @2026-11-23 | @2026-11-27 | #100
      A20 | Pour slab | @2026-11-27 | @2026-12-02 | @2026-11-30 | | #45
      A30 | Cure | @2026-12-03 | @2026-12-04 | | | #1
      A40 | Strip | @2026-12-07 | @2026-12-08 | | | #0
    `),
    right: [
      ['2026-11-23..2026-11-27 | 5d', '2026-11-30..2026-12-02 | 3d'],
      ['2026-11-20..2026-11-26 | 5d', '2026-11-27..2026-12-02 | 4d'],
    ].map(([first, second]) => ({
      tasks: `
        A10 | Excavate | ${first} | complete
        A20 | Pour slab | ${second} | started
        A30 | Cure | 2026-12-03..2026-12-04 | 2d | started
        A40 | Strip | 2026-12-07..2026-12-08 | 2d | planned`,
    })),
  },
  {
    title: 'statuses in English words and in percent',
    content: excel(`
      ID | Activity | Start | Finish | Days | Status
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | Finished
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | Not Started
      A30 | Cure | @2026-12-03 | @2026-12-04 | #2 | 100 %
      A40 | Strip | @2026-12-07 | @2026-12-08 | #2 | Waiting for crane
    `),
    right: [
      {
        tasks: `
          ${dug} | complete
          ${poured} | planned
          A30 | Cure | 2026-12-03..2026-12-04 | 2d | complete
          A40 | Strip | 2026-12-07..2026-12-08 | 2d | other`,
        says: [/Waiting for crane/],
      },
    ],
  },
  {
    title: 'durations whose heading says hours',
    content: excel(`
      ID | Activity | Start | Finish | Duration (h)
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #40
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #24
    `),
    right: `${dug}\n${poured}`,
  },
  {
    title: 'durations that cannot be read',
    content: excel(`
      ID | Activity | Start | Finish | Duration
      A10 | Excavate | @2026-11-23 | @2026-11-27 | 5 days?
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | 3 foo
      M1 | Handover | @2026-12-04 | @2026-12-04 | 0 Tage
    `),
    right: [
      { tasks: `${dug}\n${poured}\nM1 | Handover | 2026-12-04 | 0d`, says: [/3 foo/] },
      {
        tasks: `${dug}\nA20 | Pour slab | 2026-11-30..2026-12-02\nM1 | Handover | 2026-12-04 | 0d`,
        says: [/3 foo/],
      },
    ],
  },
  {
    title: 'a split task on two rows with one id',
    content: excel(`
      ID | Activity | Start | Finish | Days
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
      A20 | Pour slab | @2026-12-07 | @2026-12-08 | #2
    `),
    right: [{ says: [/A20/] }],
  },
  {
    title: 'ids as numbers, links to them, and crews as words and numbers',
    content: excel(`
      No. | Activity | Start | Finish | Days | Predecessors | Crew
      #11 | Excavate | @2026-11-23 | @2026-11-27 | #5 | | Digger driver 1; Labourer 4
      #12 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | #11 | 4 x Concreter
      #13 | Cure | @2026-12-03 | @2026-12-04 | #2 | 11FS+2d; 12SS | Foreman 1
    `),
    right: [
      {
        tasks: `
          11 | Excavate | 2026-11-23..2026-11-27 | 5d | 1 Digger driver, 4 Labourer
          12 | Pour slab | 2026-11-30..2026-12-02 | 3d | 4 Concreter | after 11FS
          13 | Cure | 2026-12-03..2026-12-04 | 2d | 1 Foreman | after 11FS+2, 12SS`,
      },
      { says: [/4 x Concreter/] },
    ],
  },
  {
    title: 'a column of people for each trade, and materials with their totals',
    content: excel(`
      ID | Activity | Start | Finish | Days | Carpenters | Labourers | Materials
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | | #4
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | #2 | #3 | Concrete C40 36.5 m3; Rebar 3 t
    `),
    corrections: {
      labour: [{ column: 'Carpenters' }, { column: 'Labourers' }],
      materials: { column: 'Materials' },
    },
    right: `
      ${dug} | 4 Labourers
      ${poured} | 2 Carpenters, 3 Labourers | 36.5 m3 Concrete C40, 3 t Rebar`,
  },
  {
    title: 'night and late shifts in words',
    content: excel(`
      ID | Activity | Start | Finish | Days | Shift
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5 | Night
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3 | Day
    `),
    right: `${dug} | night\n${poured} | day`,
  },
];

function coverAndLegend() {
  return excel({
    Cover: `
      ROSENPARK
      Construction programme, revision C
      Prepared by | M. Gruber
    `,
    Programme: `
      ID | Activity | Start | Finish | Days
      A10 | Excavate | @2026-11-23 | @2026-11-27 | #5
      A20 | Pour slab | @2026-11-30 | @2026-12-02 | #3
    `,
    Legend: `
      Colour | Meaning
      Red | Critical
    `,
  });
}
