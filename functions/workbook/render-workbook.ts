import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { palette } from '#display/colors.ts';
import { windowDatesText } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { isReaderOfOwnWork, showsDayByDay } from '#lookahead/report-reader.ts';
import { reportScopeLine, revisionLabel } from '#lookahead/report-words.ts';
import type { Paper } from '#workbook/papers.ts';
import {
  isPrinted,
  type SheetChoice,
  type SheetName,
  sheetNamesOf,
  type WorkbookKind,
} from './sheet-choice.ts';
import { changesSheet } from './sheets/changes-sheet.ts';
import { type LastWeekPositions, lastWeekSheet } from './sheets/last-week/last-week-sheet.ts';
import type { ListSheet } from './sheets/list-sheet.ts';
import { materialsSheet } from './sheets/materials-sheet.ts';
import { readinessSheet } from './sheets/readiness-sheet.ts';
import { resourcesSheet } from './sheets/resources-sheet.ts';
import { shiftSheetContents } from './sheets/shift/shift-pages.ts';
import { shiftSheet } from './sheets/shift/shift-sheet.ts';
import { emptySummarySheet, summarySheet } from './sheets/summary/summary-sheet.ts';
import { taskRowLinksOf, tasksSheet } from './sheets/tasks-sheet.ts';
import { wallSheets } from './sheets/wall-sheets.ts';
import { type Logo, readLogo } from './theme/logo.ts';
import type { SheetContext, WallQrCodePng } from './theme/sheet-context.ts';
import type { SheetPlan, WorkbookPlan } from './xlsx/sheet-plan.ts';
import { loadPackageWriter, writeWorkbook } from './xlsx/workbook-writer.ts';

export type ReportWorkbookOptions = {
  readonly paper: Paper;
  readonly sheets?: Partial<SheetChoice> | undefined;
  /** Link that the QR code on the Wall sheet opens; undefined for a wall without a code. */
  readonly wallLink?: string | undefined;
};

export type WorkbookOptions = Omit<ReportWorkbookOptions, 'wallLink'> & {
  readonly wallCode?: WallQrCodePng | undefined;
  readonly logo?: Logo | undefined;
  readonly company?: string | undefined;
};

export function planWorkbook(lookahead: Lookahead, options: WorkbookOptions): WorkbookPlan {
  // Without this filter, a report for one subcontractor would have sheets for shifts in which it has no work.
  const shifts = lookahead.shifts.filter(({ figures }) => figures.tasks > 0);
  const isOwn = isReaderOfOwnWork(lookahead);
  const sheets: SheetChoice = { off: [], print: 'wall', ...options.sheets };
  const hasTasks = lookahead.detail === 'full' && (!isOwn || isPrinted(sheets, 'tasks'));
  const context: SheetContext = {
    // TA and TMR are figures for the planner. A reader's own workbook leaves them out, to have room for promises.
    lookahead: { ...lookahead, shifts, foresight: isOwn ? undefined : lookahead.foresight },
    paper: options.paper,
    logo: options.logo,
    wallCode: options.wallCode,
    sheets,
    taskRows: taskRowLinksOf(hasTasks ? lookahead : { ...lookahead, tasks: [] }),
    hasSummary: lookahead.detail === 'full' && (!isOwn || lookahead.tasks.length === 0),
  };
  const only = reportScopeLine(lookahead);
  return {
    properties: {
      title: `${lookahead.project.name} lookahead, ${windowDatesText(lookahead.window)}`,
      subject: [revisionLabel(lookahead), ...(only === undefined ? [] : [only])].join(' · '),
      company: options.company ?? '',
      created: lookahead.read.instant,
    },
    sheets: sheetPlans(context),
  };
}

function kindOf(lookahead: Lookahead): WorkbookKind {
  if (lookahead.tasks.length === 0) return 'no tasks';
  return showsDayByDay(lookahead) ? 'by day' : 'whole';
}

function sheetPlans(context: SheetContext): readonly SheetPlan[] {
  const { lookahead, sheets } = context;
  const kind = kindOf(lookahead);
  const names = sheetNamesOf(kind, sheets);
  const drawIf = <Made>(name: SheetName, draw: (context: SheetContext) => Made): Made | undefined =>
    names.includes(name) ? draw(context) : undefined;
  const shifts = shiftSheetContents(lookahead).map((page) => shiftSheet(context, page));
  const wall = kind === 'whole' && !sheets.off.includes('wall') ? wallSheets(context) : [];
  const readiness = drawIf('readiness', readinessSheet);
  const lastWeek = lastWeekSheet(context);
  const changes = changesSheet(context);
  const resources = drawIf('resources', resourcesSheet);
  const materials = drawIf('materials', materialsSheet);
  const tasks = drawIf('tasks', tasksSheet);
  const places = readiness &&
    tasks && {
      shifts: lookahead.shifts.flatMap(({ shift }) =>
        shifts.flatMap((sheet) => sheet.places.filter((place) => place.shift === shift)),
      ),
      tasks: tasks.places,
      readiness: readiness.places,
      changes: changes.places,
      resources: resources?.places,
      lastWeek: names.includes('last-week') ? lastWeek.places : withoutRows(lastWeek.places),
    };
  const summary = places ? summarySheet(context, places) : emptySummarySheet(context);
  const shiftPlans = shifts.map(({ plan }) => plan);
  const isWallPrinted = !isPrinted(sheets, 'shifts') && wall.length > 0;
  const plans: Readonly<Record<SheetName, readonly SheetPlan[]>> = {
    summary: [{ ...summary, tabColor: palette.heavyRule }],
    readiness: unlessEmpty(readiness),
    'printed days': isWallPrinted ? wall : shiftPlans,
    'last-week': unlessEmpty(lastWeek),
    'other days': isWallPrinted ? shiftPlans : wall,
    resources: resources ? [resources.plan] : [],
    materials: unlessEmpty(materials),
    changes: unlessEmpty(changes),
    tasks: tasks && context.taskRows.rowOf.size > 0 ? [tasks.plan] : [],
  };
  return names.flatMap((name) => plans[name]);
}

function unlessEmpty(sheet: ListSheet | undefined): readonly SheetPlan[] {
  return sheet === undefined || sheet.isEmpty ? [] : [sheet.plan];
}

function withoutRows(places: LastWeekPositions): LastWeekPositions {
  return { ...places, rows: undefined, delays: { ...places.delays, rows: undefined } };
}

export function renderWorkbook(lookahead: Lookahead, options: WorkbookOptions): Promise<Uint8Array> {
  return writeWorkbook(planWorkbook(lookahead, options));
}

/**
 * Returns a renderer of workbooks, which reads the logo of a project once.
 * Example: `const render = await createWorkbookRenderer('.').forProject({ name: 'Harbour Square' })`, then
 * `await render(lookahead, { paper: 'A3' })` gives an .xlsx file with the sheets Summary, Readiness, Wall and so on.
 * @param configurationFolder folder that the path of a logo is relative to
 * @throws LogoError from `forProject`, if the logo is not a usable PNG or JPEG
 */
export function createWorkbookRenderer(configurationFolder: string) {
  return {
    loadWriter: loadPackageWriter,
    forProject: async ({ name, logo }: { readonly name: string; readonly logo?: string | undefined }) => {
      const options = {
        company: name,
        ...(logo ? { logo: readLogo(await readFile(join(configurationFolder, logo)), logo) } : {}),
      };
      return async (lookahead: Lookahead, { paper, sheets, wallLink }: ReportWorkbookOptions) => {
        // Loads the package for QR codes only if a report has a code.
        const wallCode =
          wallLink === undefined ? undefined : (await import('#base/qr-code.ts')).qrPng(wallLink);
        return renderWorkbook(lookahead, { paper, sheets, wallCode, ...options });
      };
    },
  };
}
