/** Files as planning tools and planners write them, each imported with the mapping that is proposed for it. */
import { expect, it } from 'vitest';
import { anXerTask, xerBytes } from '../support/programmes/an-xer.ts';
import { importByProposal, taskLine } from '../support/programmes/import-by-proposal.ts';
import { csv, excel } from './contractor-tables/contractor-table.ts';

type PlannersFile = {
  readonly title: string;
  readonly content: ReturnType<typeof csv | typeof excel>;
  /** Each task as in `taskLine`. */
  readonly tasks: readonly string[];
  /** Parts of lines of the proposal. */
  readonly proposes?: readonly string[];
  /** Parts of lines of the import report. */
  readonly says?: readonly string[];
};

const sixTrades = [
  ['Mauern', 'Huber', '2026-11-30', '2026-12-02'],
  ['Putz', 'Maier', '2026-12-01', '2026-12-03'],
  ['Kabel', 'Huber', '2026-12-02', '2026-12-04'],
  ['Estrich', 'Maier', '2026-12-03', '2026-12-05'],
  ['Fliesen', 'Huber', '2026-12-04', '2026-12-06'],
  ['Malen', 'Maier', '2026-11-30', '2026-12-02'],
];
const sixRows = (first: number) =>
  sixTrades.map(([name, firm, start, finish], at) => `#${first + at}|${name}|${firm}|@${start}|@${finish}`);
const sixTasks = (first: number, folder = '') =>
  sixTrades.map(
    ([name, firm, start, finish], at) =>
      `${first + at} | ${name} | ${start}..${finish}${folder} | by ${firm}`,
  );

const files: readonly PlannersFile[] = [
  {
    title: 'GanttProject: a column Completion holds percentages, and a second table lists the resources',
    content: csv(`
      ID|Name|Begin date|End date|Duration|Completion|Cost|Coordinator|Predecessors|Outline number|Resources
      0|Sluice|11/23/26|12/4/26|10|40|0.0|||1|
      1|Cofferdam|11/23/26|11/27/26|5|60|0.0|||1.1|Divers Ltd;Pump crew
      2|Dewater|11/30/26|12/1/26|2|0|0.0||1-FS=P-1D|1.2|Pump crew
      3|Seal|12/2/26|12/4/26|3|0|0.0||2-FS=P1D;1-SS=P2D|1.3|

      ID|Name|Default role|e-mail|Phone|Standard rate|Total cost|Total load
      0|Divers Ltd|Default:0|||0.0|0.0|5.0
      1|Pump crew|Default:0|||0.0|0.0|4.5
    `),
    proposes: ['finish: End date', 'percentComplete: { column: Completion }'],
    tasks: [
      '1 | Cofferdam | 2026-11-23..2026-11-27 | started | in Sluice | Divers Ltd, Pump crew',
      '2 | Dewater | 2026-11-30..2026-12-01 | planned | in Sluice | Pump crew | after 1 -1',
      '3 | Seal | 2026-12-02..2026-12-04 | planned | in Sluice | after 2 +1, 1 +2',
    ],
    says: [
      'Rows of a second table are left out (set headerRow in the mapping to use it): 3, first in line 7.',
    ],
  },
  {
    title: 'a look-ahead sheet with a column for each day, and an X on days with work',
    content: excel(`
      3 WEEK LOOK AHEAD
      Project: Sluice | | | Week of 23-Nov-26

      Item|Activity|Subcontractor|Area|Crew|${Array.from({ length: 14 }, (_, day) => `@${new Date(Date.UTC(2026, 10, 23 + day)).toISOString().slice(0, 10)}`).join('|')}
      1|Cofferdam|Reed Piling Ltd|North bank|#6|X|X|X|X|X
      2|Dewater|Brook Pumps Ltd|North bank|#2||||||||X|X
      3|Seal joints|Brook Pumps Ltd|South bank|#3||||||||||X|X|X
    `),
    tasks: [
      '1 | Cofferdam | 2026-11-23..2026-11-27 | by Reed Piling Ltd | at North bank | 6 Crew',
      '2 | Dewater | 2026-11-30..2026-12-01 | by Brook Pumps Ltd | at North bank | 2 Crew',
      '3 | Seal joints | 2026-12-02..2026-12-04 | by Brook Pumps Ltd | at South bank | 3 Crew',
    ],
    says: ['The columns of 14 days, 2026-11-23 to 2026-12-06, are read as From (first mark)'],
  },
  {
    title: 'Jira: ids in a column Issue key, and the title in Summary',
    content: csv(`
      Summary|Issue key|Issue id|Issue Type|Status|Project key|Assignee|Start date|Due date|Parent
      Cofferdam|SLU-1|10001|Task|In Progress|SLU|Ida Brook|23/Nov/26|27/Nov/26|
      Dewater|SLU-2|10002|Task|To Do|SLU|Tom Reed|30/Nov/26|01/Dec/26|
      Order pumps|SLU-3|10003|Task|Done|SLU|Tom Reed|09/Nov/26|13/Nov/26|
    `),
    proposes: ['title: { column: Summary }'],
    tasks: [
      'SLU-1 | Cofferdam | 2026-11-23..2026-11-27 | started | owner Ida Brook',
      'SLU-2 | Dewater | 2026-11-30..2026-12-01 | planned | owner Tom Reed',
      'SLU-3 | Order pumps | 2026-11-09..2026-11-13 | complete | owner Tom Reed',
    ],
  },
  {
    title: 'Navisworks: ids in a column Synchronization ID, and outline levels in Task Nesting',
    content: csv(`
      Active|Task Name|Task Nesting|Actual Start|Actual End|Planned Start|Planned End|Task Type|Synchronization ID|Display ID
      1|North bank|0||||||N|N
      1|Walls|1|||23/11/2026|27/11/2026|Construct|N-1|N-1
      1|Doors|1|||30/11/2026|02/12/2026|Construct|N-2|N-2
      1|South bank|0||||||S|S
      1|Walls|1|||30/11/2026|04/12/2026|Construct|S-1|S-1
      1|Doors|1|||07/12/2026|09/12/2026|Construct|S-2|S-2
    `),
    tasks: [
      'N-1 | Walls | 2026-11-23..2026-11-27 | planned | in North bank',
      'N-2 | Doors | 2026-11-30..2026-12-02 | planned | in North bank',
      'S-1 | Walls | 2026-11-30..2026-12-04 | planned | in South bank',
      'S-2 | Doors | 2026-12-07..2026-12-09 | planned | in South bank',
    ],
  },
  {
    title: 'Procore: a column names the parent of each row, and companies are in Resource Name',
    content: csv(`
      ID|Task Name|Task Type|Start Datetime|Finish Datetime|Percentage|Parent Task ID|Resource Name|Predecessor IDs
      1|Sluice|Task|11/23/2026 08:00|12/04/2026 17:00|20|||
      2|Cofferdam|Task|11/23/2026 08:00|11/27/2026 17:00|60|1|Reed Piling Ltd|
      3|Dewater|Task|11/30/2026 08:00|12/01/2026 17:00|0|1|Brook Pumps Ltd|2
      4|Water out|Milestone|12/01/2026 17:00||0|1||3
    `),
    tasks: [
      '2 | Cofferdam | 2026-11-23..2026-11-27 | started | in Sluice | by Reed Piling Ltd',
      '3 | Dewater | 2026-11-30..2026-12-01 | planned | in Sluice | by Brook Pumps Ltd | after 2',
      '4 | Water out | 2026-12-01 | planned | in Sluice | after 3',
    ],
  },
  {
    title: 'a list of capital projects with words instead of missing dates',
    content: csv(`
      Activity ID|Activity Name|Status|Phase Actual Start Date|Phase Planned End Date|Phase Actual End Date
      Q10|Drive sheet piles|Complete|11/02/2026|11/13/2026|11/18/2026
      Q20|Grout tie rods|Complete|11/09/2026|NYS|11/20/2026
      Q30|Capping beam|In-Progress|11/16/2026|12/18/2026|
      Q40|Backfill|NYS|NYS|NYS|NYS
      Q50|Fenders|NYS|NYS|NYS|NYS
      Q60|Bollards|NYS|NYS|NYS|NYS
      Q70|Crane rail|NYS|NYS|NYS|NYS
    `),
    proposes: [
      'start: Phase Actual Start Date, finish: Phase Planned End Date, actualFinish: Phase Actual End Date',
    ],
    tasks: [
      'Q10 | Drive sheet piles | 2026-11-02..2026-11-18 | complete',
      'Q20 | Grout tie rods | 2026-11-09..2026-11-20 | complete',
      'Q30 | Capping beam | 2026-11-16..2026-12-18 | started',
      'Q40 | Backfill | planned',
      'Q50 | Fenders | planned',
      'Q60 | Bollards | planned',
      'Q70 | Crane rail | planned',
    ],
  },
  {
    title: 'Microsoft Planner: status words in a column Progress, and several persons in a cell',
    content: excel(`
      Plan name|Sluice
      Plan ID|abc-123
      Date of export|11/20/2026

      Task ID|Task Name|Bucket Name|Progress|Priority|Assigned To|Created By|Created Date|Start date|Due date|Is Recurring|Late|Completed Date|Completed By|Completed Checklist Items|Checklist Items|Labels|Description
      k1|Cofferdam|Earthworks|In progress|Medium|Ida Brook|Planner|10/01/2026|11/23/2026|11/27/2026|false|false|||0/2|pumps;hoses
      k2|Dewater|Earthworks|Not started|Medium|Tom Reed;Ida Brook|Planner|10/01/2026|11/30/2026|12/01/2026|false|false
      k3|Order pumps|Procurement|Completed|Urgent|Tom Reed|Planner|10/01/2026|11/09/2026|11/20/2026|false|false|11/18/2026|Tom Reed
    `),
    tasks: [
      'k1 | Cofferdam | 2026-11-23..2026-11-27 | started | in Earthworks | owner Ida Brook',
      'k2 | Dewater | 2026-11-30..2026-12-01 | planned | in Earthworks | owner Tom Reed | with Tom Reed, Ida Brook',
      'k3 | Order pumps | 2026-11-09..2026-11-18 | complete | in Procurement | owner Tom Reed',
    ],
  },
  {
    title: 'Asana: the day in Completed At makes a task complete',
    content: csv(`
      Task ID|Created At|Completed At|Last Modified|Name|Section/Column|Assignee|Assignee Email|Start Date|Due Date|Tags|Notes|Projects|Parent task|Blocked By (Dependencies)|Blocking (Dependencies)
      1201|2026-10-01||2026-11-19|Cofferdam|Earthworks|Ida Brook|ida@example.com|2026-11-23|2026-11-27|||Sluice|||Dewater
      1202|2026-10-01||2026-11-19|Dewater|Earthworks|Tom Reed|tom@example.com|2026-11-30|2026-12-01|||Sluice||Cofferdam|
      1203|2026-10-01|2026-11-18|2026-11-18|Order pumps|Procurement|Tom Reed|tom@example.com|2026-11-09|2026-11-20|||Sluice|||
      1204|2026-10-01||2026-11-18|Check seals|Earthworks|Tom Reed|tom@example.com||2026-11-26|||Sluice|Cofferdam||
    `),
    proposes: ['finish: Due Date, actualFinish: Completed At'],
    tasks: [
      '1202 | Dewater | 2026-11-30..2026-12-01 | planned | in Earthworks | owner Tom Reed',
      '1203 | Order pumps | 2026-11-09..2026-11-18 | complete | in Procurement | owner Tom Reed',
      '1204 | Check seals | 2026-11-26 | planned | in Earthworks | owner Tom Reed',
    ],
    says: ['Skipped: 1 activity of type summary: Cofferdam'],
  },
  {
    title: 'OpenProject: the title in Subject, and a phase that is the parent of the others',
    content: csv(`
      ID|Subject|Type|Status|Assignee|Priority|Start date|Finish date|Progress (%)|Parent
      7001|Sluice|Phase|In progress||Normal|2026-11-23|2026-12-04|40|
      7002|Cofferdam|Task|In progress|Ida Brook|Normal|2026-11-23|2026-11-27|60|7001
      7003|Dewater|Task|New|Tom Reed|Normal|2026-11-30|2026-12-01|0|7001
      7004|Water out|Milestone|New||Normal|2026-12-01|2026-12-01|0|7001
    `),
    proposes: ['title: { column: Subject }'],
    tasks: [
      '7002 | Cofferdam | 2026-11-23..2026-11-27 | started | in Sluice | owner Ida Brook',
      '7003 | Dewater | 2026-11-30..2026-12-01 | planned | in Sluice | owner Tom Reed',
      '7004 | Water out | 2026-12-01 | planned | in Sluice',
    ],
  },
  {
    title: 'Excel dates, and a row with dates typed as text with two-digit years',
    content: excel(
      [
        'Vorschau',
        '',
        'Nr.|Vorgang|Firma|Beginn|Ende|Bemerkung',
        ...sixRows(1),
        ...sixRows(7).with(3, '#10|Estrich|Maier|3.12.26|5.12.26'),
      ].join('\n'),
    ),
    tasks: [...sixTasks(1), ...sixTasks(7)],
  },
  {
    title: 'a sheet with its hierarchy only in row groups of Excel',
    content: excel(
      `
      Ref|Task Name|Duration|Start|Finish
      11|Level 2 fit-out|15d|@2026-11-16|@2026-12-04
      12|Partitions|5d|@2026-11-16|@2026-11-20
      13|First fix|5d|@2026-11-23|@2026-11-27
      14|Close up|5d|@2026-11-30|@2026-12-04
      15|Level 3 fit-out|5d|@2026-12-07|@2026-12-11
      16|Partitions|5d|@2026-12-07|@2026-12-11
    `,
      (sheet) => {
        for (const row of [3, 4, 5, 7]) sheet.getRow(row).outlineLevel = 1;
      },
    ),
    tasks: [
      '12 | Partitions | 2026-11-16..2026-11-20 | in Level 2 fit-out',
      '13 | First fix | 2026-11-23..2026-11-27 | in Level 2 fit-out',
      '14 | Close up | 2026-11-30..2026-12-04 | in Level 2 fit-out',
      '16 | Partitions | 2026-12-07..2026-12-11 | in Level 3 fit-out',
    ],
  },
  {
    title: 'headings of levels above headings of parts of the building',
    content: excel(
      [
        'Vorschau',
        '',
        'Nr.|Vorgang|Firma|Beginn|Ende|Bemerkung',
        'Bauteil A ⇢5',
        'EG',
        ...sixRows(1),
        '1.OG',
        ...sixRows(7),
        'Bauteil B ⇢5',
        'EG',
        ...sixRows(13),
        '1.OG',
        ...sixRows(19),
      ].join('\n'),
    ),
    tasks: [
      ...sixTasks(1, ' | in Bauteil A › EG'),
      ...sixTasks(7, ' | in Bauteil A › 1.OG'),
      ...sixTasks(13, ' | in Bauteil B › EG'),
      ...sixTasks(19, ' | in Bauteil B › 1.OG'),
    ],
  },
  {
    title:
      'OpenProject: parents named with their number, addresses of persons, and a task of a lag in percent',
    content: csv(`
      ID|Subject|Assigned to|Start date|Finish date|Parent|Predecessors
      1201|Basement||2026-11-23|2026-12-11||
      1202|Excavate|ida.brook@example.com|2026-11-23|2026-11-27|Phase #1201: Basement|
      1203|Blind|Tom Reed <tom@example.com>|2026-11-30|2026-12-02|Phase #1201: Basement|1202FS+2 edays
      1204|Walls|Tom Reed <tom@example.com>|2026-12-03|2026-12-11|Phase #1201: Basement|Blind; 1202SS+50%
    `),
    says: [
      'has an elapsed lag, which counts as the working days of as many weeks',
      'has a lag that cannot be read, and counts as none',
    ],
    tasks: [
      '1202 | Excavate | 2026-11-23..2026-11-27 | in Basement | owner Ida Brook',
      '1203 | Blind | 2026-11-30..2026-12-02 | in Basement | owner Tom Reed | after 1202 +1.43',
      '1204 | Walls | 2026-12-03..2026-12-11 | in Basement | owner Tom Reed | after 1203, 1202',
    ],
  },
  {
    title: 'a site list with a sum of people, a key and signatures below the last dates',
    content: csv(`
      Nr.|Tätigkeit|Firma|AK|Beginn|Ende
      1|Mauern|Huber|4|23.11.2026|27.11.2026
      2|Putz|Maier|3|30.11.2026|04.12.2026
      |Summe AK||7||
      M|Mauerwerk||||
      |Aufgestellt: K. Weber||||
    `),
    proposes: ['timeZone: Europe/Berlin # guessed'],
    says: ['is below the last dates: a key or a note', 'is a total'],
    tasks: [
      '1 | Mauern | 2026-11-23..2026-11-27 | by Huber | 4 AK',
      '2 | Putz | 2026-11-30..2026-12-04 | by Maier | 3 AK',
    ],
  },
];

it.each(files)('$title', async ({ content, tasks, proposes = [], says = [] }) => {
  const bytes = await content();
  const isWorkbook = Buffer.from(bytes.subarray(0, 2)).toString() === 'PK';
  const imported = await importByProposal(isWorkbook ? 'plan.xlsx' : 'plan.csv', bytes);
  expect(imported.tasks.map(taskLine).sort()).toEqual(tasks.toSorted());
  for (const part of proposes) expect(imported.proposal).toContain(part);
  for (const part of says) expect(imported.report.join('\n')).toContain(part);
});

it('Primavera: a code Responsibilities with trades becomes the subcontractor', async () => {
  const trades = ['Electrician', 'Plumber', 'Mechanical', 'Painter', 'Framing crew', 'Roofer'];
  const rows = Array.from({ length: 12 }, (_, at) => ({ id: String(at + 1), trade: String(at % 6) }));
  const content = xerBytes({
    TASK: rows.map(({ id }) => anXerTask({ task_id: id, task_code: `R${id.padStart(2, '0')}` })),
    ACTVTYPE: [
      { actv_code_type_id: '5', actv_code_type: 'Responsibilities', actv_code_type_scope: 'AS_Project' },
    ],
    ACTVCODE: trades.map((trade, at) => ({
      actv_code_id: String(at),
      actv_code_type_id: '5',
      actv_code_name: trade,
      short_name: trade,
    })),
    TASKACTV: rows.map(({ id, trade }) => ({ task_id: id, actv_code_type_id: '5', actv_code_id: trade })),
  });
  const { proposal, tasks } = await importByProposal('plan.xer', content);
  expect(proposal).toContain('subcontractor: { code: Responsibilities } # the trade');
  expect(tasks.map(({ owner, subcontractor }) => [owner, subcontractor?.name])).toEqual(
    [...trades, ...trades].map((trade) => [undefined, trade]),
  );
});
