import { describe, expect, it } from 'vitest';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { composeReportMail } from '#mail/write-mail.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day, type PlanGiven, weekFrom } from '../support/builders/a-plan-input.ts';
import { aSiteTask } from '../support/builders/a-site-task.ts';
import { visibleHtml } from '../support/mail/seen-html.ts';

const context = { workbookFileName: 'weekly.xlsx', attached: true, contact: 'planner@example.com' };

const week46 = { start: '2026-11-10', finish: '2026-11-11' };
const week47 = { start: '2026-11-17', finish: '2026-11-18' };

const tasksOf = (dates: typeof week46, ids: readonly string[], status = 'planned') =>
  ids.map((id) => aSiteTask({ id, ...dates, status }));

/**
 * The plan of week 47 has A to D. The issue a week earlier had A to C and E for week 47, and F and G for week 46, of
 * which F is finished.
 */
const today = [
  ...tasksOf(week47, ['A', 'B', 'C', 'D'], 'complete'),
  ...tasksOf(week46, ['F'], 'complete'),
  ...tasksOf(week46, ['G']),
];

const lastWeekPlan = anEarlierIssue(tasksOf(week47, ['A', 'B', 'C', 'D']), { number: 2 });

function foreseen(): PlanGiven {
  const issue = anEarlierIssue([...tasksOf(week47, ['A', 'B', 'C', 'E']), ...tasksOf(week46, ['F', 'G'])], {
    window: weekFrom('2026-11-09'),
    read: localInstantOf('2026-11-06T14:02:00Z', 'Europe/London'),
  });
  const said = {
    week: issue.reference.window,
    reportDay: day('2026-11-13'),
    task: 1,
    finished: 1,
    dueToFinish: 1,
    countedTo: day('2026-11-10'),
    missed: [],
  } as const;
  return {
    foreseeing: [{ ...issue, weeks: 1 }],
    unfinishedWeeks: [{ ...issue, week: issue.reference.window }],
    measuredWeeks: [{ audience: { kind: 'everyone' }, ...said }],
  };
}

/** The PPC section of text and HTML. */
function planKept(lookahead: Lookahead): string {
  const { text, html } = composeReportMail(lookahead, context);
  const of = (body: string) => /plan kept in week 47\W+(.*?) The workbook is attached/i.exec(body)?.[1] ?? '';
  const said = of(text.replaceAll(/\s+/g, ' '));
  const sentence = said.replace(/^.*? (?=A week before|Tasks of week|Week 46)/, '');
  expect(visibleHtml(html).replaceAll(/\s+/g, ' ')).toContain(sentence);
  return said;
}

const foresight =
  'A week before week 47: foreseen 75%, 3 of 4 (TA); made ready 75%, 3 of 4 (TMR). Week 46 final 1 of 2; was 1 of 1 on Fri 13 Nov; missed since: G Install guide wall, grid 4–9.';

describe('everyone’s message', () => {
  it('shows the tasks anticipated a week before, and the final PPC of the week before last', () => {
    const said = planKept(aLookahead({ tasks: today, lastWeekPlan, ...foreseen() }));
    expect(said).toBe(
      `4 of 4 PPC so far (week 46: 1 of 2) · 100% of planned days Measured against revision 2 of week 47 up to Thu 19 Nov. ${foresight}`,
    );
  });

  it('shows anticipated tasks and the final PPC even if the programme does not report last week', () => {
    const pull = aPull(today, { programme: { label: '3', dataDate: '2026-11-15', importedAt: undefined } });
    const said = planKept(aLookahead({ pull, lastWeekPlan, ...foreseen() }));
    expect(said).toBe(`PPC: week 47 not reported: the programme dates from Sun 15 Nov. ${foresight}`);
  });

  it('shows the final PPC of the week before last if last week had no plan', () => {
    const said = planKept(aLookahead({ tasks: today, ...foreseen() }));
    expect(said).toBe(
      'PPC: not yet, because no revision from before week 47 covers it. Week 46 final 1 of 2; was 1 of 1 on Fri 13 Nov; missed since: G Install guide wall, grid 4–9.',
    );
  });

  it('says from which week there will be figures', () => {
    const said = planKept(aLookahead({ tasks: today, lastWeekPlan, firstWeek: day('2026-11-16') }));
    expect(said).toMatch(/ Tasks of week 47 foreseen \(TA\) and made ready \(TMR\): from week 48 on\.$/);
  });
});

describe('a cut’s message', () => {
  it.each(['subcontractor', 'owner', 'assignee', 'folder', 'location'] as const)(
    'of one %s shows neither anticipated tasks nor a final PPC',
    (kind) => {
      const audience = { kind, id: 'x1', name: 'One of them' };
      const { text } = composeReportMail(
        aLookahead({ tasks: today, lastWeekPlan, audience, ...foreseen() }),
        context,
      );
      expect(text).not.toMatch(/foreseen|made ready|final/i);
    },
  );
});
