import { type ChangedTask, changedTasks } from '../../../lookahead/compare/changes.ts';
import type { IssueReference } from '../../../lookahead/compare/earlier-issue.ts';
import { dayText } from '../../../lookahead/dates/day-text.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import { earlierRevision } from '../../../lookahead/report-words.ts';
import { signedText } from '../../../lookahead/text/quantity-text.ts';
import { fontSizes, textFonts } from '../../layout/text-width.ts';
import { summary } from '../../theme/summary-styles.ts';
import { namesTable, sentenceSection, taskNameColumns } from './names-table.ts';
import { type Field, fittedLine, moreLink, type Section, type SummaryContext } from './sections.ts';
import { columnsBesideNames, movedDates } from './summary-grid.ts';

export function newsTable(context: SummaryContext, maxTasks: number): Section {
  const { lookahead, grid, places, names } = context;
  const { issue, changes } = lookahead;
  const span = grid.left;
  if (!issue.previous || !changes) {
    return sentenceSection(span, 'What is new', 'This is the first revision of this report.');
  }
  const title = newsTitle(context, issue.previous);
  const changed = changedTasks(lookahead);
  if (changed.length === 0) return sentenceSection(span, title, 'Nothing has changed.');
  const items = changed.slice(0, maxTasks);
  const [wide = 1] = columnsBesideNames(grid, names, { figures: 1, fields: 1 });
  return namesTable<ChangedTask>(
    { grid, span },
    {
      title,
      columns: [
        ...taskNameColumns<ChangedTask>(context, ({ change: { taskId, taskRef, taskName, key } }) => ({
          id: taskId,
          ref: taskRef,
          name: key ? `${gridMarks.key} ${taskName}` : taskName,
          isKey: key,
        })),
        { title: 'Days', columns: 1, isFigure: true, of: changeWord },
        {
          title: 'Was → is, in working days',
          columns: wide,
          of: (task) => ({
            value: task.words,
            style: summary.overflow,
            font: textFonts.plain,
            shorter: task.shortWords,
            kept: movedDates(task),
          }),
        },
      ],
      items,
      more: moreLink(places.changes, changed.length - items.length),
    },
  );
}

function newsTitle({ grid, lookahead }: SummaryContext, previous: IssueReference): string {
  const place = { widths: grid.widths, place: grid.left, font: { size: fontSizes.subtitle, bold: true } };
  const title = `What is new since ${earlierRevision(previous, lookahead)}`;
  if (fittedLine(title, place) === title) return title;
  return `What is new since ${dayText(previous.reportDay, lookahead.reportDay)}`;
}

function changeWord({ change: { kind, days } }: ChangedTask): Field {
  if (kind === 'added') return { value: 'NEW', style: summary.news };
  if (kind === 'removed') return { value: 'gone', style: summary.news };
  if (days === undefined || days === 0) return { value: undefined, style: summary.news };
  return { value: `${signedText(days)} d`, style: days > 0 ? summary.later : summary.earlier };
}
