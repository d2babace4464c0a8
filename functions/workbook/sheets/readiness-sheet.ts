/** The constraint log: each task that is not ready, what is missing, whom to ask, and room for what the meeting agrees. */
import type { Day } from '../../base/day.ts';
import { gridMarks } from '../../lookahead/grid/grid-text.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { type Finding, type ReadinessCheck, unreadyTasks } from '../../lookahead/readiness/findings.ts';
import { earlierRevisionShort } from '../../lookahead/report-words.ts';
import type { PlannedTask } from '../../lookahead/tasks/planned-task.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { textFonts } from '../layout/text-width.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { cells } from '../theme/sheet-styles.ts';
import { dateCell, dateStyles } from '../theme/task-cells.ts';
import { type ListSheet, listSheet, textColumn } from './list-sheet.ts';

/** The choices that the log offers. */
const categories = [
  'information',
  'materials',
  'labour',
  'plant',
  'access',
  'permit',
  'predecessor',
  'planning',
  'other',
] as const;

/** For a task that is only blocked or delayed: its status does not say why. */
const unknownCause = 'other';

/** The kind of constraint that each check finds. */
const categoryOf: Readonly<Record<ReadinessCheck, (typeof categories)[number]>> = {
  'blocked-or-delayed': unknownCause,
  'predecessor-late': 'predecessor',
  overdue: 'planning',
  'no-labour': 'labour',
  'predecessor-moved': 'predecessor',
  'shared-location': 'access',
  'non-working-day': 'planning',
  // Somebody has to appoint or name one, as an owner.
  'no-subcontractor': 'planning',
  'no-location': 'information',
  'no-owner': 'planning',
  'material-without-daily-figures': 'materials',
};

type Constraint = {
  readonly task: PlannedTask;
  readonly missing: string;
  readonly category: string;
  readonly ask: string;
  readonly neededBy: Day | undefined;
  /** Whole weeks since the issue that first said so; 0 in this one. */
  readonly weeksOpen: number;
  readonly since: string;
};

const daysPerWeek = 7;

function constraintsOf(lookahead: Lookahead): readonly Constraint[] {
  const { readiness, reportDay, window } = lookahead;
  const findings = Map.groupBy(readiness.findings, ({ task }) => task.id);
  return unreadyTasks(lookahead).map((task): Constraint => {
    const own = findings.get(task.id) ?? [];
    const since = readiness.openSince.get(task.id);
    return {
      task,
      missing: own.map(({ missing }) => missing).join('\n'),
      category: categoryOfAll(own),
      ask: [...new Set(own.map(({ ask }) => ask))].filter((ask) => ask !== '').join(', '),
      neededBy: earliest(own),
      weeksOpen: since === undefined ? 0 : Math.floor((reportDay - since.reportDay) / daysPerWeek),
      since: since === undefined ? 'this revision' : earlierRevisionShort(since, window),
    };
  });
}

/** The category of the most consequential finding that names a cause. */
function categoryOfAll(findings: readonly Finding[]): string {
  const found = findings.map(({ check }) => categoryOf[check]);
  return found.find((category) => category !== unknownCause) ?? unknownCause;
}

function earliest(findings: readonly Finding[]): Day | undefined {
  return findings
    .flatMap(({ neededBy }) => (neededBy === undefined ? [] : [neededBy]))
    .sort((a, b) => a - b)[0];
}

export function readinessSheet(context: SheetContext): ListSheet {
  const { readiness, reportDay } = context.lookahead;
  const { findings, ready, of } = readiness;
  const constraints = constraintsOf(context.lookahead);
  return listSheet<Constraint>(context, {
    name: 'Readiness',
    figures: `${countText(constraints.length, 'task')} not ready · ${countText(findings.length, 'thing')} missing · ${ready} of ${countText(of, 'task')} ready`,
    items: constraints,
    id: ({ task }) => task.id,
    freezeAfter: 2,
    columns: [
      textColumn('ID', ({ task }) => task.ref, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', ({ task }) => `${task.key ? `${gridMarks.key} ` : ''}${task.name}`, {
        min: 24,
        ideal: 40,
        grow: 2,
        style: ({ task }) => (task.key ? cells.strong : cells.text),
        font: textFonts.bold,
      }),
      textColumn('What is missing', ({ missing }) => missing, { min: 30, ideal: 52, grow: 3 }),
      {
        ...textColumn<Constraint>('Category', ({ category }) => category, {
          min: 11,
          ideal: 12,
          style: cells.fillIn,
        }),
        choices: { of: categories, prompt: 'What kind of constraint it is' },
      },
      textColumn('Subcontractor', ({ task }) => task.subcontractor?.name ?? '', {
        isOptional: true,
        min: 13,
        ideal: 18,
        grow: 1,
      }),
      textColumn('Ask', ({ ask }) => ask, { isOptional: true, min: 12, ideal: 18, grow: 1 }),
      {
        title: 'Needed by',
        min: 10.5,
        ideal: 12,
        cell: ({ neededBy }) => dateCell(neededBy, reportDay, dateStyles.long),
      },
      {
        title: 'Weeks open',
        min: 6.5,
        ideal: 7,
        align: 'center',
        cell: ({ weeksOpen }) => ({ value: weeksOpen, style: cells.whole }),
      },
      textColumn('Open since', ({ since }) => since, { min: 10, ideal: 13, dropRank: 1 }),
      { title: 'Action', min: 16, ideal: 26, grow: 3, cell: () => ({ style: cells.fillIn }) },
      { title: 'Promised by', min: 11, ideal: 13, cell: () => ({ style: cells.fillInDate }) },
      {
        title: 'Done',
        min: 6,
        ideal: 7,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: ['yes', 'no'], prompt: 'Whether the constraint is gone' },
      },
    ],
  });
}
