/** What is new: the changes that matter, by name. */

import { type ChangedTask, changedTasks } from '../../../lookahead/compare/changed-tasks.ts';
import type { IssueReference } from '../../../lookahead/compare/earlier-issue.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import { earlierRevision, earlierRevisionShort } from '../../../lookahead/report-words.ts';
import { signedText } from '../../../lookahead/text/quantity-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import { moreLink, taskLink } from './links.ts';
import {
  type Field,
  fieldCells,
  heading,
  headRow,
  lineIn,
  lineRow,
  type Section,
  type SummaryContext,
  tableRow,
} from './sections.ts';

const font = { size: fontSizes.text };
const strong = { size: fontSizes.text, bold: true };
/** Columns of the table's fields. */
const fields = { task: 4, id: 2, change: 1, words: 6 } as const;

/** The first of the changed tasks, as the Changes sheet has them in order. */
export function newsTable(context: SummaryContext, maxTasks: number): Section {
  const { lookahead, grid, places } = context;
  const { issue, changes } = lookahead;
  const span = grid.left;
  if (!issue.previous || !changes) {
    const first = { value: 'This is the first revision of this report.', style: summary.detail };
    return { rows: [heading('What is new', span), lineRow(span, first)] };
  }
  const title = heading(titleOf(context, issue.previous), span);
  const changed = changedTasks(lookahead);
  if (changed.length === 0) {
    return { rows: [title, lineRow(span, { value: 'Nothing has changed.', style: summary.detail })] };
  }
  const rows = changed.slice(0, maxTasks).map((task): Row => {
    const { change } = task;
    const cells = fieldCells(grid, span, [
      [fields.task, nameOf(task)],
      [fields.id, taskLink({ id: change.taskId, ref: change.taskRef }, context)],
      [fields.change, wordOf(task)],
      [fields.words, { value: task.words, style: summary.run, font }],
    ]);
    return tableRow(span, cells, { rest: summary.run });
  });
  return {
    rows: [
      title,
      headRow(span, [
        ['Task', fields.task],
        ['ID', fields.id],
        ['Days', fields.change],
        ['Was → is', fields.words],
      ]),
      ...rows,
      lineRow(span, moreLink(places.changes, changed.length - rows.length)),
    ],
  };
}

/** Names the revision's week and date if they fit. */
function titleOf({ grid, lookahead }: SummaryContext, previous: IssueReference): string {
  const place = { widths: grid.widths, place: grid.left, font: { size: fontSizes.subtitle, bold: true } };
  const forms = [
    earlierRevision(previous, lookahead.window),
    earlierRevisionShort(previous, lookahead.window),
  ].map((revision) => `What is new since ${revision}`);
  return (
    forms.find((form) => lineIn(form, place) === form) ?? `What is new since revision ${previous.number}`
  );
}

function nameOf({ change, key }: ChangedTask): Field {
  const name = key ? `${gridMarks.key} ${change.taskName}` : change.taskName;
  return key
    ? { value: name, style: summary.keyRun, font: strong }
    : { value: name, style: summary.run, font };
}

/** Sign and word say which way; the colour repeats it. */
function wordOf({ change: { kind, days } }: ChangedTask): Field {
  if (kind === 'added') return { value: 'NEW', style: summary.news };
  if (kind === 'removed') return { value: 'gone', style: summary.news };
  if (days === undefined || days === 0) return { value: undefined, style: summary.news };
  return { value: `${signedText(days)} d`, style: days > 0 ? summary.later : summary.earlier };
}
