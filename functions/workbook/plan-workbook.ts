/** The whole workbook of a lookahead, as plans of sheets. Pure: the same lookahead gives the same plan. */
import type { Lookahead } from '../lookahead/lookahead.ts';
import { windowDates } from '../lookahead/window.ts';
import { changesSheet } from './changes-sheet.ts';
import { delaysSheet } from './delays-sheet.ts';
import type { Frame } from './frame.ts';
import type { Logo } from './logo.ts';
import { materialsSheet } from './materials-sheet.ts';
import type { Paper } from './printed-size.ts';
import { readinessSheet } from './readiness-sheet.ts';
import { resourceSheet } from './resource-sheet.ts';
import type { SheetPlan, WorkbookPlan } from './sheet-plan.ts';
import { shiftSheet } from './shift-sheet.ts';
import { emptySummarySheet, summarySheet } from './summary-sheet.ts';
import { tasksSheet } from './tasks-sheet.ts';
import { audienceWords } from './title-block.ts';

export type WorkbookOptions = {
  readonly paper: Paper;
  /** As `readLogo` gives it. */
  readonly logo?: Logo | undefined;
  /** Stands in the document's properties. */
  readonly company?: string | undefined;
};

/** Sheets in reading order: Summary, the shifts, then the lists. A window without a task has Summary alone. */
export function planWorkbook(lookahead: Lookahead, options: WorkbookOptions): WorkbookPlan {
  const frame: Frame = { lookahead, paper: options.paper, logo: options.logo };
  const audience = audienceWords(lookahead.audience);
  return {
    properties: {
      title: `${lookahead.project.name} lookahead, ${windowDates(lookahead.window)}`,
      subject: [lookahead.report.name, `issue ${lookahead.issue.number}`, audience]
        .filter((part) => part !== '')
        .join(', '),
      company: options.company ?? '',
      created: lookahead.dataDate.instant,
    },
    sheets: lookahead.tasks.length === 0 ? [emptySummarySheet(frame)] : sheetsOf(frame),
  };
}

function sheetsOf(frame: Frame): SheetPlan[] {
  const shifts = frame.lookahead.shifts.map((shift) => shiftSheet(frame, shift));
  const tasks = tasksSheet(frame);
  const readiness = readinessSheet(frame);
  const changes = changesSheet(frame);
  const delays = delaysSheet(frame);
  const places = {
    shifts: shifts.map((sheet) => sheet.places),
    tasks: tasks.places,
    readiness: readiness.places,
    changes: changes.places,
    delays: delays.places,
  };
  return [
    summarySheet(frame, places),
    ...shifts.map((sheet) => sheet.plan),
    resourceSheet(frame, 'Labour'),
    resourceSheet(frame, 'Plant'),
    materialsSheet(frame).plan,
    readiness.plan,
    changes.plan,
    delays.plan,
    tasks.plan,
  ];
}
