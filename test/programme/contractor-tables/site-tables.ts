/** Tables that sites keep for the week, with their planners’ words for done. */
import { type ContractorTable, csv, excel } from './contractor-table.ts';

export const siteTables: readonly ContractorTable[] = [
  {
    title: 'a lookahead with numbers below the heading Item, and a column for each day',
    content: excel(`
      3 WEEK LOOKAHEAD
      Item | Activity | Start | Finish | @2026-11-23 | @2026-11-24 | @2026-11-25
      #1 | Dig trench | @2026-11-23 | @2026-11-24 | x | x |
      #2 | Lay pipe | @2026-11-24 | @2026-11-25 | | x | x
      Prepared by: P. Planner
    `),
    right: `
      1 | Dig trench | 2026-11-23..2026-11-24 | 2d
      2 | Lay pipe | 2026-11-24..2026-11-25 | 2d
    `,
  },
  {
    title: 'a weekly work plan with a column "Done (Y/N)"',
    content: excel(`
      WEEKLY WORK PLAN
      Task ID | Description of works | Start | Finish | Done (Y/N) | Reason for variance
      W1 | Set out | @2026-11-23 | @2026-11-24 | Y |
      W2 | Block walls | @2026-11-23 | @2026-11-26 | N | No blocks
      W3 | Conduit | @2026-11-25 | @2026-11-27 | yes |
    `),
    right: `
      W1 | Set out | 2026-11-23..2026-11-24 | 2d | complete
      W2 | Block walls | 2026-11-23..2026-11-26 | 4d | planned
      W3 | Conduit | 2026-11-25..2026-11-27 | 3d | complete
    `,
  },
  {
    title: 'a German CSV with percentages below the heading Fertig',
    content: csv(
      `
      Nr | Bezeichnung | Anfang | Ende | Dauer | Fertig
      1 | Gerüst | 16.11.26 | 20.11.26 | 4,5 T | 100,0 %
      2 | Putz | 23.11.26 | 04.12.26 | 80,0 h | 12,5 %
      3 | Abnahme | 04.12.26 | 04.12.26 | 0 T | 0,0 %
    `,
      { separator: ';' },
    ),
    right: `
      1 | Gerüst | 2026-11-16..2026-11-20 | 4.5d | complete
      2 | Putz | 2026-11-23..2026-12-04 | 10d | started
      3 | Abnahme | 2026-12-04 | 0d | planned
    `,
  },
  {
    title: 'an Italian table with codes and a total that has dates',
    content: excel(`
      CRONOPROGRAMMA LAVORI
      Cod. | Descrizione attività | Inizio | Fine | Durata (gg) | % avanz. | Stato
      A1 | Scavi | @2026-11-16 | @2026-11-20 | #5 | %1 | Completata
      A2 | Platea | @2026-11-23 | @2026-11-27 | #5 | %0.5 | In corso
      A3 | Consegna | @2026-11-27 | @2026-11-27 | #0 | %0 | Non iniziata
       | Totale giorni | @2026-11-16 | @2026-11-27 | #10
    `),
    right: [
      {
        tasks: `
          A1 | Scavi | 2026-11-16..2026-11-20 | 5d | complete
          A2 | Platea | 2026-11-23..2026-11-27 | 5d | started
          A3 | Consegna | 2026-11-27 | 0d | planned
        `,
        says: [/Totale giorni.*is a total/],
      },
    ],
  },
  {
    title:
      'a text with dates of another country, saved by Excel, which exchanged days and months until the 12th',
    content: excel(`
      ID | Task | Start | Finish
      T1 | Dig | 23/11/2026 | 27/11/2026
      T2 | Rebar | @2026-07-12 | @2026-11-12
      T3 | Pour | 14/12/2026 | 18/12/2026
    `),
    right: [{ says: [/it probably exchanged their day and month/] }],
  },
  {
    title: 'numbers as ids, which Excel shows with leading zeros, and durations with decimals',
    content: excel(
      `
      ID | Activity | Start | Finish | Days | Predecessors
      #7 | Dig | @2026-11-23 | @2026-11-27 | #5 |
      #8 | Pour | @2026-11-30 | @2026-12-02 | #2.5 | #7
      `,
      (sheet) => {
        sheet.getColumn(1).numFmt = '0000';
        sheet.getColumn(5).numFmt = '0.00';
        sheet.getColumn(6).numFmt = '0000';
      },
    ),
    right: `
      0007 | Dig | 2026-11-23..2026-11-27 | 5d
      0008 | Pour | 2026-11-30..2026-12-02 | 2.5d | after 0007FS
    `,
  },
  {
    title: 'ids with two decimals, one of them a zero at the end, below the id of their group',
    content: excel(
      `
      No. | Activity | Start | Finish
      #1 | Basement | @2026-11-23 | @2026-12-04
      1.1 | Dig | @2026-11-23 | @2026-11-27
      #1.1 | Pour | @2026-11-30 | @2026-12-02
      #1.11 | Cure | @2026-12-03 | @2026-12-04
      `,
      (sheet) => {
        sheet.getColumn(1).numFmt = '0.00';
      },
    ),
    right: [
      {
        tasks: `
          1.1 | Dig | 2026-11-23..2026-11-27 | 5d
          1.10 | Pour | 2026-11-30..2026-12-02 | 3d
          1.11 | Cure | 2026-12-03..2026-12-04 | 2d
        `,
        says: [/Basement/],
      },
    ],
  },
  {
    title: 'a Smartsheet export: names indented by the format of the cell, predecessors by row number',
    content: excel(
      `
      WBS code | Task Name | Start | Finish | Predecessors
      S | Substructure | @2026-11-23 | @2026-12-04 |
      G | Ground | @2026-11-23 | @2026-11-27 |
      A | Dig | @2026-11-23 | @2026-11-25 |
      B | Blind | @2026-11-26 | @2026-11-27 | 3FS
      C | Pour | @2026-11-30 | @2026-12-04 | 4
      H | Handover | @2026-12-04 | @2026-12-04 | C
      `,
      (sheet) => {
        for (const [index, indent] of [0, 1, 2, 2, 1, 0].entries()) {
          if (indent > 0) sheet.getCell(index + 2, 2).alignment = { indent };
        }
      },
    ),
    corrections: { id: { column: 'WBS code' }, predecessors: { column: 'Predecessors' } },
    right: [
      {
        tasks: `
          A | Dig | 2026-11-23..2026-11-25 | 3d
          B | Blind | 2026-11-26..2026-11-27 | 2d | after AFS
          C | Pour | 2026-11-30..2026-12-04 | 5d | after BFS
          H | Handover | 2026-12-04 | 1d | after CFS
        `,
        says: [/summar.*Substructure.*Ground/],
      },
    ],
  },
  {
    title: 'names indented by blanks, a group without dates and one whose dates do not enclose its rows',
    content: csv(`
      ID | Task | Start | Finish | Owner
      10 | Basement | | | Hofer
      20 | ···Dig | 2026-11-23 | 2026-11-27 | Hofer
      30 | ···Pour | 2026-11-30 | 2026-12-02 | Hofer
      40 | Walls | 2026-12-03 | 2026-12-04 | Hofer
      50 | ···Cure | 2026-12-07 | 2026-12-08 | Hofer
    `),
    right: [
      {
        tasks: `
          20 | Dig | 2026-11-23..2026-11-27 | 5d
          30 | Pour | 2026-11-30..2026-12-02 | 3d
          40 | Walls | 2026-12-03..2026-12-04 | 2d
          50 | Cure | 2026-12-07..2026-12-08 | 2d
        `,
        says: [/summar.*Basement/, /Walls.*indented.*outlineLevel/],
      },
    ],
  },
];
