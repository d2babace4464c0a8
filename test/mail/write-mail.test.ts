import { describe, expect, it } from 'vitest';
import { composeReportMail } from '#mail/write-mail.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aBusySite } from '../support/builders/a-busy-site.ts';
import { aLookahead, aLookaheadOfDays } from '../support/builders/a-lookahead.ts';
import { aFullLookahead, mailTasks } from '../support/builders/a-mail-lookahead.ts';
import { anEarlierIssue, aPlanInput, aPull, day, weekFrom } from '../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../support/builders/a-site-task.ts';
import { aReadyTask, aTask } from '../support/builders/a-task.ts';
import { sampleMails } from '../support/mail/sample-mails.ts';
import { visibleHtml } from '../support/mail/seen-html.ts';

const context = {
  workbookFileName: 'Riverside Tower – Weekly lookahead 2026-W48 rev 2.xlsx',
  attached: true,
  contact: 'planner@example.com',
};

const allShifts = { shifts: ['day', 'afternoon', 'night', '24hr', 'none'] } as const;

describe('the subject', () => {
  it('has the figures, then the report and its revision', () => {
    expect(composeReportMail(aFullLookahead({ rules: allShifts }), context).subject).toBe(
      'Riverside Tower W48: 9 tasks, 2 not ready, PPC so far 1 of 2 (Weekly lookahead rev 2)',
    );
  });

  it('leaves out PPC if no task was due to finish', () => {
    const week = (status: string) => [
      aSiteTask({ id: 'A1', start: '2026-11-16', finish: '2026-11-30', status }),
    ];
    const lookahead = aLookahead({ tasks: week('started'), lastWeekPlan: anEarlierIssue(week('planned')) });
    expect(lookahead.ppc).toMatchObject({ taskDay: 1, task: undefined });
    expect(composeReportMail(lookahead, context).subject).not.toContain('PPC');
  });

  it('names all weeks of a longer window', () => {
    expect(composeReportMail(aLookahead({ window: weekFrom('2026-11-23', 6) }), context).subject).toBe(
      'Riverside Tower W48–53: no task is planned (Weekly lookahead rev 1)',
    );
  });

  it('has the figures before the audience of a cut, while the preview text begins with the audience', () => {
    const audience = { kind: 'subcontractor', id: 's-1', name: 'Ashdown Piling' } as const;
    const { subject, text, html } = composeReportMail(
      aLookahead({ audience, rules: { shifts: ['night'] } }),
      context,
    );
    expect(subject).toBe(
      'Riverside Tower W48: no task of this selection is planned; only Ashdown Piling, night shift (Weekly lookahead rev 1)',
    );
    expect(html).toContain(
      '>Only: Ashdown Piling · night shift. No task of this selection is planned.</div>',
    );
    expect(text).toContain('\nOnly: Ashdown Piling · night shift\n');
    expect(html).toMatch(/font-weight:700[^>]*>Only: Ashdown Piling · night shift</);
    expect(text).toContain('No task of this selection is planned for week 48.');
  });

  it('is followed by a message that names the filters', () => {
    const filterNames = { subcontractorIds: ['Ashdown Piling', 'Avon M&E'], folderIds: ['Basement'] };
    const { text, html } = composeReportMail(
      aFullLookahead({ rules: { ...allShifts, filterNames } }),
      context,
    );
    expect(text).toContain('\nOnly: Ashdown Piling, Avon M&E · folder Basement\n');
    expect(visibleHtml(html)).toContain('Only: Ashdown Piling, Avon M&E · folder Basement');
  });

  it('mentions no filters for a whole report, nor does the message', () => {
    const { subject, text, html } = composeReportMail(aFullLookahead({ rules: allShifts }), context);
    expect(`${subject} ${text} ${html}`).not.toMatch(/only/i);
  });
});

describe('a message about a programme', () => {
  const programme = { label: '3', dataDate: '2026-11-18', importedAt: '2026-11-18T17:00:00Z' };
  const of = (changes: Partial<typeof programme>) =>
    composeReportMail(
      aFullLookahead({ pull: aPull(mailTasks, { programme: { ...programme, ...changes } }) }),
      context,
    );

  it('names its data date and version, and the days that are not reported', () => {
    const { text } = of({});
    expect(text).toContain('Mon 23 Nov – Sun 29 Nov 2026, programme of 18 Nov, version 3\n');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Thu not reported: the programme dates from Wed 18 Nov.');
    expect(text).not.toContain('days old');
  });

  it('says first, in red, that the programme is old', () => {
    const { text, html } = of({ dataDate: '2025-11-18' });
    expect(text.split('\n\n')[1]).toBe(
      '! Programme of 18 Nov 2025, version 3: 367 days old. What has happened since\n  is not shown.',
    );
    expect(html).toMatch(/class="alarm" style="background:#FDE8E8[^>]*><div>Programme of 18 Nov 2025/);
    expect(text).toContain('\nPPC: week 47 not reported: the programme dates from Tue 18 Nov 2025. ');
  });
});

describe('a message about an empty window', () => {
  it('says in which dates the programme has tasks', () => {
    const programmeDates = { start: day('2016-10-03'), finish: day('2017-09-16') };
    const lookahead = aLookahead({ pull: aPull([], { programmeDates }) });
    expect(composeReportMail(lookahead, context).text.replaceAll(/\s+/g, ' ')).toContain(
      '! No task is planned for week 48: the programme has tasks from 3 Oct 2016 to 16 Sep 2017.',
    );
  });
});

describe('the text body', () => {
  it('looks as expected', () => {
    expect(composeReportMail(aFullLookahead(), context).text).toBe(`Riverside Tower
===============
Weekly lookahead · week 48 · revision 2
Mon 23 Nov – Sun 29 Nov 2026, tasks read Fri 20 Nov 2026 14:02 GMT
Only: tasks with a shift


NEW SINCE REVISION 1 OF WEEK 47, FRI 13 NOV
-------------------------------------------
6 tasks changed: 1 moved, 1 gone, 1 new, 2 finished, 1 in details; 1 of them
under Not ready.

- new: ◆ Climb tower crane (A2010)
    Fri 27 Nov – Sat 28 Nov · Night · Highline Cranes
- gone: Survey pile caps (A0999)
    was Fri 20 Nov → not in the plan any more, or moved beyond Sun 27 Dec 2026
    · Day


NOT READY, WITH CHANGES SINCE FRI 13 NOV
----------------------------------------
- Tue 24 Nov: ◆ Pour raft, bay 2 (A1020)
    ✗ A1010 ends too late · ask Tom Reid, tom.reid@example.com
    moved: Sat 21 – Mon 23 → Tue 24 – Thu 26 Nov · 3 working days later
- Mon 16 Nov: Fix ductwork, basement (A0410)
    ✗ overdue · ask Priya Shah, priya.shah@example.com

2 not ready. 3 of 5 tasks to do are ready.


PEOPLE PER DAY
--------------
Mon\u00a023:\u00a015 · Tue\u00a024:\u00a033 · Wed\u00a025:\u00a033 · Thu\u00a026:\u00a033 · Fri\u00a027:\u00a018 · Sat\u00a028:\u00a06 ·
Sun\u00a029:\u00a0–

4 people on 1 task carried over are not counted; with them 19 on Mon 23.


PLAN KEPT IN WEEK 47
--------------------
1\u00a0of\u00a02\u00a0PPC\u00a0so\u00a0far · 67%\u00a0of\u00a0planned\u00a0days

Measured against revision 1 of week 47 up to Thu 19 Nov. 1 task missed or
short: Information or design 1×. Not counted: 1 task due on days that are not
reported yet. Tasks of week 47 foreseen (TA) and made ready (TMR): no revision
covers it.

The workbook is attached: Riverside Tower – Weekly lookahead 2026-W48 rev
2.xlsx

! 3 tasks have no shift and are not in this report.

-- 
Questions about this report · ask planner@example.com
Sent automatically by Lookahead from project riverside-tower (gb). Times are
Europe/London.
`);
  });

  it('stays within 78 columns', () => {
    const lines = composeReportMail(aFullLookahead(), context).text.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
  });
});

/** The words and figures of a text, in order. */
function wordsOf(body: string): readonly string[] {
  return body.toLowerCase().match(/[\p{L}\p{N}%→×◆✗]+/gu) ?? [];
}

const mails = await sampleMails();

describe('both bodies', () => {
  it.each(mails)('of $name have the same words', ({ text, html }) => {
    // Unlike the text, the HTML names each day once above its tasks, and has addresses in links.
    const days = text.replaceAll(
      /^(\w+ \d+(?: – \w+ \d+)?|Overdue|No dates): (?=.*\n)/gm,
      (lead, _days, at: number) => (text.lastIndexOf(`\n${lead}`, at - 2) === -1 ? lead : ''),
    );
    const body = html
      .replace(/<div style="display:none[^>]*>.*?<\/div>/, '')
      .replaceAll(/<a [^>]*href="mailto:([^"?]*)\?[^"]*"[^>]*>([^<]*)</g, (_, address, name) =>
        name === address ? `${name}<` : `${name} ${address}<`,
      )
      .replaceAll(/<a [^>]*href="(https:[^"]*)"[^>]*>([^<]*)</g, '$2 $1<');
    expect(wordsOf(visibleHtml(body))).toEqual(wordsOf(days));
  });

  it('say that the workbook is too large to attach, and link to it', () => {
    const link = 'https://lookahead.example.com/d/x?a=1&b="2"';
    const { text, html } = composeReportMail(aFullLookahead(), { ...context, attached: false, link });
    expect(text).toContain('The workbook is too large to attach: Riverside Tower – Weekly lookahead');
    expect(text).toContain(`Open the workbook:\n${link}\n`);
    expect(html).toMatch(/<a class="button" [^>]*>Open the workbook<\/a>/);
    expect(html).toContain('href="https://lookahead.example.com/d/x?a=1&amp;b=&quot;2&quot;"');
    expect(visibleHtml(html)).not.toContain('is attached');
    const without = composeReportMail(aFullLookahead(), { ...context, attached: false });
    expect(without.text).toContain('Ask the contact below for it.');
  });

  it('say that a window is empty', () => {
    const { text, html } = composeReportMail(aLookahead(), context);
    expect(text).toContain('! No task is planned for week 48.');
    expect(visibleHtml(html)).toContain('No task is planned for week 48.');
    expect(text).not.toContain('TASKS PER SHIFT');
    expect(html).not.toContain('NaN');
  });

  it('say "not yet", never 0% or 100%, without a plan to measure against', () => {
    const { text } = composeReportMail(aFullLookahead({ lastWeekPlan: undefined }), context);
    expect(text).toContain('PPC: not yet, because no revision from before week 47');
    expect(text).not.toMatch(/\b(?:0|100)%/);
  });

  it('say so if PPC has nothing to count', () => {
    const { text } = composeReportMail(aFullLookahead({ lastWeekPlan: anEarlierIssue([]) }), context);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /PPC so far: none, because no task was due to finish\. No day was planned\. Measured against revision \d+ of week 47 up to Thu 19 Nov\./,
    );
  });

  it('show the PPC by task first, and the three most frequent reasons for misses', () => {
    const reasons = [
      'Weather',
      'Access',
      'weather',
      'Crane down',
      'Access',
      'Labour',
      '',
      'Labour',
      'Weather',
    ];
    const missed = reasons.map((name, index) =>
      aSiteTask({
        id: `A${index}`,
        start: '2026-11-16',
        finish: '2026-11-17',
        status: 'started',
        source: name === '' ? {} : { progress: [{ type: 'delay', date: '2026-11-17', name, amount: 1 }] },
      }),
    );
    const done = aSiteTask({ id: 'B1', start: '2026-11-16', finish: '2026-11-17', status: 'complete' });
    const tasks = [...missed, done];
    const { text } = composeReportMail(aLookahead({ tasks, lastWeekPlan: anEarlierIssue(tasks) }), context);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /10% PPC so far: 1 of 10 tasks · 60% of planned days .* 9 tasks missed or short: Outside cause: permit or weather 3×, Access or space 2×, Labour 2×; 1 without a reason\./,
    );
  });

  it('say that the revision is the first, or that nothing has changed', () => {
    expect(composeReportMail(aLookahead(), context).text).toContain(
      'New: the first revision of this report.',
    );
    const unchanged = composeReportMail(
      aFullLookahead({ previous: anEarlierIssue(mailTasks) }),
      context,
    ).text;
    expect(unchanged.replaceAll(/\s+/g, ' ')).toMatch(/New since revision [^:]*: nothing has changed\./);
  });

  it('name the shifts of the filter, unless it has all shifts', () => {
    const night = composeReportMail(aFullLookahead({ rules: { shifts: ['night', '24hr'] } }), context);
    expect(night.text).toContain('Only: night and 24 hr shifts');
  });

  it('say that people of carried-over tasks are not counted, even if no other people are planned', () => {
    const carried = (id: string, shift: 'day' | 'night') =>
      aSiteTask({ id, shift, start: '2026-11-17', labour: { fixers: 5 } });
    const tasks = [carried('A', 'day'), carried('B', 'night')];
    const mail = composeReportMail(aLookahead({ tasks, rules: { shifts: ['day', 'night'] } }), context);
    const note = '10 people on 2 tasks carried over are not counted.';
    expect(mail.text).toContain(`PEOPLE PER DAY\n--------------\n${note}\n`);
    expect(mail.html).toContain(note);
  });

  it('count people of all shifts together, by day for up to two weeks', () => {
    const tasks = [
      aSiteTask({ id: 'A1', start: '2026-11-24', labour: { men: 5 } }),
      aSiteTask({ id: 'A2', shift: 'night', start: '2026-11-24', labour: { men: 2 } }),
      aSiteTask({ id: 'A3', start: '2026-12-02', labour: { men: 4 } }),
    ];
    const { text } = composeReportMail(aLookahead({ window: weekFrom('2026-11-23', 2), tasks }), context);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /PEOPLE PER DAY -+ Mon 23: – · Tue 24: 7 · .* Sun 29: – Mon 30: – · Tue 1: – · Wed 2: 4 · /,
    );
  });

  it('count people by week for a window of more than two weeks', () => {
    const tasks = [
      aSiteTask({ id: 'A1', start: '2026-11-24', finish: '2026-12-01', labour: { men: 5 } }),
      aSiteTask({ id: 'A2', start: '2026-12-01', finish: '2026-12-02', labour: { men: 7 } }),
    ];
    const { text } = composeReportMail(aLookahead({ window: weekFrom('2026-11-23', 3), tasks }), context);
    expect(text.replaceAll('\u00a0', ' ')).toContain(
      'PEOPLE PER WEEK, BUSIEST DAY\n----------------------------\nW48: 5 · W49: 12 · W50: –\n',
    );
  });

  it('stay short for a programme of a thousand tasks, and say how many are left out', () => {
    const tasksFrom = (start: string) =>
      Array.from({ length: 1_003 }, (_, index) =>
        aSiteTask({
          id: `A${index}`,
          start,
          finish: '2026-11-26',
          key: index % 2 === 0,
          name: 'x'.repeat(500),
        }),
      );
    const tasks = tasksFrom('2026-11-24');
    const previous = anEarlierIssue(tasksFrom('2026-11-20'));
    const { text, html } = composeReportMail(aLookahead({ tasks, previous, issueNumber: 2 }), context);
    expect(text).toContain('and 1,000 more tasks in the workbook');
    expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  });

  it('can be written for a real plan', () => {
    const pour = aTask({
      id: 't-1',
      externalId: 'A1020',
      name: 'Pour raft, bay 2',
      start: '2026-11-24',
      finish: '2026-11-26',
      status: 'planned',
      keyTask: true,
      labour: [{ id: 'l-1', name: 'Concretors', quantity: 8 }],
    });
    const { subject, text } = composeReportMail(aLookahead({ tasks: [pour] }), context);
    expect(subject).toContain('Weekly lookahead rev ');
    expect(text.replaceAll('\u00a0', ' ')).toContain('Tue 24: 8');
  });

  it('are the same each time they are written for the same lookahead', () => {
    expect(composeReportMail(aFullLookahead(), context)).toEqual(
      composeReportMail(aFullLookahead(), context),
    );
  });
});

describe('the first screen', () => {
  const before = (text: string, heading: string) => text.slice(0, text.indexOf(heading));

  it('shows what is new, then up to three tasks that are not ready, key tasks first', () => {
    const unready = (id: string, more: object) =>
      aSiteTask({
        id,
        name: `Work ${id}`,
        start: '2026-11-24',
        owner: 'Ana Silva',
        status: 'blocked',
        ...more,
      });
    const tasks = [
      unready('A1', { start: '2026-11-23' }),
      unready('A2', { key: true, start: '2026-11-27' }),
      unready('A3', { key: true, start: '2026-11-25' }),
      unready('A4', { start: '2026-11-26' }),
    ];
    const { text } = composeReportMail(aFullLookahead({ tasks, rules: allShifts }), context);
    const first = before(text, 'PEOPLE PER DAY');
    expect(first).toMatch(/NEW SINCE REVISION 1 OF WEEK 47, FRI 13 NOV\n/);
    const [, notReady = ''] = first.split('NOT READY');
    expect([...notReady.matchAll(/^- .*$/gm)].map(([line]) => line)).toEqual([
      '- Wed 25 Nov: ◆ Work A3',
      '- Fri 27 Nov: ◆ Work A2',
      '- Mon 23 Nov: Work A1',
    ]);
    expect(first).toContain('✗ blocked · ask Ana Silva');
  });

  it('counts the tasks that are not ready, by cause, and those that it does not name', () => {
    const { text } = composeReportMail(aBusySite({ tasks: 40, weeks: 1 }), context);
    const [, notReady = ''] = /NOT READY.*\n-+\n([\s\S]*?)\n\n\nPEOPLE/.exec(text) ?? [];
    expect([...notReady.matchAll(/^- /gm)]).toHaveLength(3);
    expect(notReady.replaceAll(/\s+/g, ' ')).toMatch(
      /and \d+ more tasks in the workbook \d+ not ready: \d+ on their own account, \d+ behind them\. \d+ of \d+ tasks to do are ready/,
    );
  });

  it('names moved key tasks first among the changes, and each task only once', () => {
    const site = (id: string, more: object) =>
      aSiteTask({ id, name: `Work ${id}`, location: 'Core', ...more });
    const was = [
      site('A1', { start: '2026-11-20', labour: { men: 50 } }),
      site('A2', { start: '2026-11-20', finish: '2026-11-24', key: true, labour: { men: 40 } }),
      site('A3', { start: '2026-11-20', key: true }),
      site('A4', { start: '2026-11-20', key: true }),
    ];
    const is = [
      site('A1', { start: '2026-11-24', labour: { men: 50 } }),
      site('A2', { start: '2026-11-20', finish: '2026-11-24', key: true, labour: { men: 41 } }),
      site('A3', { start: '2026-11-26', key: true }),
      site('A4', { start: '2026-11-25', key: true, status: 'blocked' }),
    ];
    const { text } = composeReportMail(
      aLookahead({
        tasks: is,
        previous: anEarlierIssue(was),
        lastWeekPlan: anEarlierIssue(was),
        issueNumber: 2,
      }),
      context,
    );
    expect(text.match(/Work A\d/g)).toEqual(['Work A3', 'Work A2', 'Work A1', 'Work A4']);
    expect(text).toMatch(/4 tasks changed: 3 moved, 1 in details; 1 of them under Not ready\./);
    expect(text).toContain('NOT READY, WITH CHANGES SINCE FRI 13 NOV\n');
    expect(text).toMatch(
      /Work A4\n {4}✗ blocked.*\n {4}moved, status: Fri 20 → Wed 25 Nov · planned → blocked · 3 working days/,
    );
  });

  it('counts a task that moved and finished once, so that the kinds add up', () => {
    const of = (finish: string, status: string) =>
      ['A1', 'A2'].map((id) => aSiteTask({ id, start: '2026-11-18', finish, status }));
    const [moved, finished] = [of('2026-11-25', 'complete'), of('2026-11-24', 'complete')];
    const tasks = [...moved.slice(0, 1), ...finished.slice(1)];
    const previous = anEarlierIssue(of('2026-11-24', 'started'));
    const { text } = composeReportMail(aLookahead({ tasks, previous, issueNumber: 2 }), context);
    expect(text).toContain('2 tasks changed: 1 moved, 1 finished.');
  });

  it('names the dates of weeks that cross the end of the year, as does the subject', () => {
    const window = weekFrom('2026-11-30', 6);
    const { subject, text } = composeReportMail(aLookahead({ window }), context);
    expect(subject).toMatch(/^Riverside Tower 30 Nov – 10 Jan: /);
    expect(text).toContain('Weekly lookahead · 30 Nov – 10 Jan · revision 1');
    expect(text).toContain('No task is planned for 30 Nov – 10 Jan.');
  });

  it('rounds people to whole numbers, and small figures to halves', () => {
    const tasks = [
      aSiteTask({ id: 'A1', start: '2026-11-23', labour: { men: 154.2 } }),
      aSiteTask({ id: 'A2', start: '2026-11-24', labour: { men: 2.5 } }),
    ];
    const { text } = composeReportMail(aLookahead({ tasks }), context);
    expect(text.replaceAll('\u00a0', ' ')).toContain('Mon 23: 154 · Tue 24: 2½ · Wed 25: –');
  });

  it('counts tasks with only a new status without naming them', () => {
    const of = (status: string) => [
      aSiteTask({ id: 'A1', name: 'Cure slab', start: '2026-11-20', finish: '2026-11-24', status }),
    ];
    const { text } = composeReportMail(
      aLookahead({ tasks: of('promised'), previous: anEarlierIssue(of('planned')), issueNumber: 2 }),
      context,
    );
    expect(text).toContain('1 task changed: details only.');
    expect(text).not.toContain('Cure slab');
  });

  it.each(mails.filter(({ name }) => !name.startsWith('notice')))(
    'of $name names each task at most once',
    ({ text }) => {
      const refs = Array.from(text.matchAll(/\(([A-DZ]\d{4,})\)|· ([A-D]\d{4,}) ·/g), ([ref]) => ref);
      expect(refs.filter((ref, index) => refs.indexOf(ref) !== index)).toEqual([]);
    },
  );

  it('links to the person to ask, with a subject of project, week and task', () => {
    const { html } = composeReportMail(aFullLookahead(), context);
    const links = [...html.matchAll(/href="(mailto:[^"]*)"/g)].map(([, link = '']) => new URL(link));
    expect(links.map((link) => [link.pathname, link.searchParams.get('subject')])).toEqual([
      ['tom.reid@example.com', 'Riverside Tower W48: Pour raft, bay 2 (A1020)'],
      ['priya.shah@example.com', 'Riverside Tower W48: Fix ductwork, basement (A0410)'],
      ['planner@example.com', 'Riverside Tower W48: Weekly lookahead rev 2'],
    ]);
  });

  it('has no Not ready list if all tasks are ready', () => {
    expect(composeReportMail(aLookahead(), context).text).not.toContain('NOT READY');
  });
});

describe('the message of one subcontractor', () => {
  const audience = { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' } as const;
  const strike = {
    id: 'A1',
    name: 'Strike shutters',
    start: '2026-11-23',
    finish: '2026-11-24',
    subcontractor: 'Pile Co',
    location: 'north bay',
    labour: { carpenters: 8 },
  };

  const ownMail = (...tasks: readonly SiteTaskProperties[]) => {
    const rules = { gapsOff: ['no-owner'] } as const;
    return composeReportMail(aLookahead({ tasks: tasks.map(aSiteTask), audience, rules }), context);
  };

  it('lists each task once by day, with place, people and readiness', () => {
    const wait = { ...strike, id: 'A2', name: 'Cure slab, north bay', start: '2026-11-24', labour: {} };
    const { text, html } = ownMail(wait, strike);
    expect(text).toContain(`YOUR DAYS: WEEK 48
------------------
Mon 23 – Tue 24: Strike shutters, north bay · A1 · 8 people · ✓
Tue 24: Cure slab, north bay · A2 · ? no labour
`);
    expect(visibleHtml(html)).toMatch(
      /Mon 23 – Tue 24 Strike shutters, north bay · A1 · 8 people · ✓ Tue 24 Cure slab, north bay · A2 · \? no labour/,
    );
    expect(text).not.toContain('NOT READY');
  });

  it('indents further lines of a long task by four characters in the text', () => {
    const { text } = ownMail({
      ...strike,
      name: 'Strike shutters to the lift core and clean them for the next pour',
    });
    expect(text).toMatch(/\nMon 23 – Tue 24: Strike .*\n {4}\S.* 8 people · ✓\n/);
  });

  it('names each day once above its tasks in the HTML', () => {
    const { html } = ownMail(strike, { ...strike, id: 'A2', name: 'Clean shutters' });
    expect(visibleHtml(html)).toMatch(
      /Mon 23 – Tue 24 Strike shutters, .* · 8 people · ✓ Clean shutters, .* · 8 people · ✓/,
    );
  });

  it('mentions days off in between, and work outside the window', () => {
    const { text } = ownMail(
      { ...strike, start: '2026-11-19', finish: '2026-11-23' },
      { ...strike, id: 'A2', start: '2026-11-26', finish: '2026-12-02', fiveDay: false },
      {
        ...strike,
        id: 'A3',
        finish: '2026-11-25',
        source: { nonWorkingDays: ['2026-11-24'] },
      },
    );
    expect(text).toContain('\nMon 23: Strike shutters, north bay · A1 · from Thu 19 Nov · 8 people · ✓\n');
    expect(text).toContain(
      '\nMon 23 – Wed 25: Strike shutters, north bay · A3 · 2 working days · 8\n    people · ✓\n',
    );
    expect(text).toContain(
      '\nThu 26 – Sun 29: Strike shutters, north bay · A2 · until Wed 2 Dec · 8\n    people · ✓\n',
    );
  });

  it('marks key tasks, and names whom to ask, unless that is the reader', () => {
    const { id, name, start, finish, subcontractor, labour } = strike;
    const owned = { id, name, start, finish, subcontractor, labour, owner: 'Liam Singh', key: true };
    const { text, html } = ownMail(owned, { ...strike, id: 'A2', name: 'Load out', labour: {} });
    expect(text).toContain('Mon 23 – Tue 24: ◆ Strike shutters · A1 · 8 people · ? no location · ask');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Load out, north bay · A2 · ? no labour 2 of 2 tasks to do are ready, 2 with a gap in the plan’s data. New:',
    );
    expect(html).toMatch(/<small class="muted"[^>]*>A1<\/small>/);
  });

  it('marks milestones as the shift sheets do', () => {
    const { text } = ownMail({ ...strike, milestone: true, start: '2026-11-24', labour: {} });
    expect(text).toContain('\nTue 24: ◆ Strike shutters, north bay · A1');
  });

  it('names the subcontractor once, at the top', () => {
    const was = [aSiteTask({ ...strike, start: '2026-11-19', finish: '2026-11-20' })];
    const source = { progress: [{ type: 'delay', date: '2026-11-18', name: 'Weather', amount: 1 }] };
    const tasks = [aSiteTask({ ...strike, key: true, start: '2026-11-26', finish: '2026-11-27', source })];
    const { text } = composeReportMail(
      aLookahead({
        tasks,
        audience,
        previous: anEarlierIssue(was),
        lastWeekPlan: anEarlierIssue(was),
        issueNumber: 2,
      }),
      context,
    );
    expect(text).toMatch(/YOUR DAYS[\s\S]*· moved · 5 working\s+days later ·[\s\S]*NEW SINCE/);
    expect(text).toContain('1 task changed: 1 moved; 1 of them above.');
    expect(text.match(/Pile Co/g)).toHaveLength(1);
    expect(text.match(/Strike shutters/g)).toHaveLength(1);
    expect(text).not.toMatch(/PEOPLE PER|PLAN KEPT/);
  });

  it('begins with overdue tasks', () => {
    const late = { ...strike, id: 'A2', name: 'Load out', start: '2026-11-17', finish: '2026-11-18' };
    expect(ownMail(strike, late).text).toMatch(/-\nOverdue: Load out, .* ✗ overdue\nMon 23 – Tue 24: Strike/);
  });

  it('shows complete and cancelled tasks as such', () => {
    const { text } = ownMail(
      { ...strike, status: 'cancelled' },
      { ...strike, id: 'A2', name: 'Load out', status: 'complete' },
    );
    expect(text).toContain('\nMon 23 – Tue 24: Strike shutters, north bay · A1 · cancelled\n');
    expect(text).toMatch(/\nMon 23 – Tue 24: Load out, north bay .*complete\n/);
  });

  it('lists tasks on days off and tasks without dates too, so that the count is right', () => {
    const { text } = ownMail(
      { ...strike, start: '2026-11-28', finish: '2026-11-29' },
      { id: 'A2', name: 'Load out', subcontractor: 'Pile Co' },
    );
    expect(text).toContain('\nSat 28 – Sun 29: Strike shutters, north bay · A1 · 8 people · ? day off\n');
    expect(text).toMatch(/\nNo dates: Load out · /);
  });

  it('lists the first tasks if there are too many, and counts the others', () => {
    const tasks = Array.from({ length: 101 }, (_, index) => ({ ...strike, id: `A${index}` }));
    const { text } = ownMail(...tasks);
    expect(text.match(/^Mon 23 – Tue 24: Strike/gm)).toHaveLength(40);
    expect(text).toContain('\nand 61 more tasks in the workbook\n');
  });

  describe('has below a task', () => {
    const pour = {
      ...strike,
      notes: 'Hold point: engineer inspects.\nRoad closed 06:00–14:00.',
      plant: { 'concrete pump': 1, 'poker vibrators': 2 },
      materials: { 'm³ C32/40': 106 },
    };

    it('its notes, plant and materials, in text and HTML', () => {
      const { text, html } = ownMail(pour);
      expect(text).toContain(`
Mon 23 – Tue 24: Strike shutters, north bay · A1 · 8 people · ✓
    Hold point: engineer inspects. · Road closed 06:00–14:00.
    Plant: 1 × concrete pump · 2 × poker vibrators
    Materials: 106 m³ C32/40
`);
      expect(visibleHtml(html)).toContain(
        '8 people · ✓ Hold point: engineer inspects. · Road closed 06:00–14:00. Plant: 1 × concrete pump · 2 × poker vibrators Materials: 106 m³ C32/40',
      );
    });

    it('nothing if the task is complete or cancelled', () => {
      expect(ownMail({ ...pour, status: 'complete' }).text).not.toMatch(/Hold point|Plant|Materials/);
    });

    it('the first 300 characters of its notes, and where the rest is', () => {
      const notes = 'Cubes first. '.repeat(30);
      const lookahead = aLookahead({ tasks: [aSiteTask({ ...pour, notes })], audience });
      const shown = (page?: string) => {
        const text = composeReportMail(lookahead, { ...context, page }).text.replaceAll(/\s+/g, ' ');
        return /(?:Cubes first\. ?)+.*? (?=Plant)/.exec(text)?.[0] ?? '';
      };
      expect(shown()).toMatch(/^(Cubes first\. ?){23}… more in the workbook $/);
      expect(shown('https://example.com/p')).toMatch(/first\.… more on the page $/);
    });

    it('shorter notes if many are long, so that the message stays below 60 kB', () => {
      const tasks = Array.from({ length: 41 }, (_, index) => ({
        ...pour,
        id: `A${index}`,
        name: `Set column shutters and plumb them, Level 14 north, bay ${index}`,
        owner: 'Tariq Okafor',
        status: 'delayed',
        notes: 'Перед бетонированием вызвать инженера. '.repeat(20),
      }));
      const { html } = ownMail(...tasks);
      expect(html.match(/Перед/g)?.length).toBeGreaterThan(40);
      expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    });
  });
});

describe('text from the service', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'A\r\nBcc: thief@example.com',
    '\u202egnp.exe',
    'صب الخرسانة',
    '👷‍♀️ Ünïcode',
    '\ud800 lone',
    '=HYPERLINK("http://x")',
    'x'.repeat(40_000),
  ];

  it.each(hostile.map((name) => [JSON.stringify(name.slice(0, 40)), name]))(
    '%s stays text on one line',
    (_, name) => {
      const needs = { notes: name, plant: { [name]: 1 }, materials: { [name]: 2 } };
      const named = { name, owner: name, subcontractor: name, status: name, ...needs };
      const before = aSiteTask({ ...named, id: `0 ${name}`, start: '2026-11-26' });
      const relatedTasks = [{ id: before.task.id, relation: 'predecessor' }];
      const task = aSiteTask({
        ...named,
        id: 'A1',
        start: '2026-11-24',
        finish: '2026-11-26',
        key: true,
        source: { relatedTasks },
      });
      const { project } = aPlanInput();
      const lookahead = aLookahead({
        tasks: [before, task],
        project: { ...project, name },
        audience: { kind: 'subcontractor', id: `id of ${name}`, name },
        misfits: [{ property: name, reason: name, outcome: 'rejected', items: [name] }],
      });
      expect(lookahead.tasks.flatMap(({ constraints }) => constraints.map(({ kind }) => kind))).toContain(
        'predecessor-dates',
      );
      const { subject, text, html } = composeReportMail(lookahead, {
        ...context,
        workbookFileName: `${name}.xlsx`,
      });
      expect(subject).not.toMatch(/[\r\n\u202e]/);
      expect(subject.isWellFormed() && text.isWellFormed() && html.isWellFormed()).toBe(true);
      expect(html).not.toMatch(/<script|<img|\u202e/);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(text).not.toContain('\u202e');
      expect(text.length).toBeLessThan(8_000);
    },
  );

  it('keeps letters of every script', () => {
    const name = 'صب الخرسانة 👷‍♀️';
    const task = aSiteTask({ id: 'A1', start: '2026-11-24', status: 'blocked', name });
    expect(visibleHtml(composeReportMail(aLookahead({ tasks: [task] }), context).html)).toContain(
      'صب الخرسانة 👷‍♀️ (A1)',
    );
  });
});

describe('the HTML', () => {
  const { html } = composeReportMail(aFullLookahead(), context);

  it('has a language, a title, and one heading of the first level', () => {
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en-GB">/);
    expect(html).toContain(
      '<title>Riverside Tower W48: 6 tasks, 2 not ready, PPC so far 1 of 2; only tasks with a shift (Weekly lookahead rev 2)</title>',
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('loads no resources and runs no scripts', () => {
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|https?:/);
  });

  it('is at most 640 pixels wide, and has tables for its layout only', () => {
    expect(html).toContain('max-width:640px');
    expect(html).not.toMatch(/<table(?! role="presentation")/);
  });

  it('closes every tag it opens', () => {
    const open: string[] = [];
    for (const [, closing, name] of html
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (name === 'meta') continue;
      if (closing === '/') expect(open.pop()).toBe(name);
      else open.push(name ?? '');
    }
    expect(open).toEqual([]);
  });
});

describe('tasks that could not be read', () => {
  const tasks = [aSiteTask({ id: 'A1', start: '2026-11-24' }), aSiteTask({ id: 'A2', start: '2026-11-24' })];
  const items = ['item 3 of page 2'];
  const misfits = [{ property: 'id', reason: 'must not be empty', outcome: 'rejected', items }] as const;

  it('are counted in the subject and in the text', () => {
    const { subject, text } = composeReportMail(aLookahead({ tasks, misfits }), context);
    expect(subject).toContain(': 2 of 3 tasks could be read; 2 tasks, ');
    expect(text).toContain('! Only 2 of 3 tasks could be read');
  });

  it('are mentioned without a number to readers outside the site', () => {
    const plan = aLookaheadOfDays({ tasks, misfits });
    const { subject, text } = composeReportMail(plan, context);
    expect(subject).not.toContain('could');
    expect(text).toContain('! Some tasks could not be read: there may be more work than');
  });

  it('are not mentioned if there are none', () => {
    const { subject, text } = composeReportMail(aLookahead({ tasks }), context);
    expect(subject + text).not.toContain('could be read');
  });
});

describe('tasks', () => {
  it.each([
    ['everyone', { kind: 'everyone' }],
    ['a subcontractor', { kind: 'subcontractor', id: 'Frame Co', name: 'Frame Co' }],
  ] as const)('are not called "all ready" in a message to %s if the data of one has a gap', (_, audience) => {
    const task = (id: string, finish = '2026-11-26') =>
      aReadyTask({ id, finish, subcontractor: { id: 'Frame Co', name: 'Frame Co' } });
    const written = (...tasks: readonly Task[]) =>
      composeReportMail(aLookahead({ tasks, audience }), context);
    expect(written(task('A1')).subject).toContain(', all ready');
    const { subject, text } = written(task('A1'), task('A2', '24/11/2026'));
    expect(subject).toContain('2 tasks, 1 with a gap in the data');
    expect(text).toContain('2 of 2 tasks to do are ready, 1 with a gap in the plan’s data.');
  });
});

describe('people figures', () => {
  it.each([
    [2, 'PEOPLE PER DAY'],
    [3, 'PEOPLE PER WEEK'],
  ])('of %i weeks have the heading %s', (weeks, heading) => {
    const tasks = [aSiteTask({ id: 'A1', start: '2026-11-24', labour: { men: 1 } })];
    const { text } = composeReportMail(aLookahead({ tasks, window: weekFrom('2026-11-23', weeks) }), context);
    expect(text).toContain(heading);
  });
});

it('a subcontractor’s message shows the hours of each shift once, and the end of a single night', () => {
  const shifts = { day: { from: '07:00', to: '15:30' }, night: { from: '21:00', to: '05:00' } };
  const project = { ...aPlanInput().project, shifts };
  const tasks = [
    aSiteTask({ id: 'A1', start: '2026-11-23', finish: '2026-11-24', subcontractor: 'Pile Co' }),
    aSiteTask({ id: 'A2', start: '2026-11-24', shift: 'night', subcontractor: 'Pile Co' }),
  ];
  const audience = { kind: 'subcontractor', id: 'id of Pile Co', name: 'Pile Co' } as const;
  const { text } = composeReportMail(aLookahead({ tasks, project, audience }), context);
  const lines = text.replaceAll(/\s+/g, ' ');
  expect(lines.match(/07:00/g)).toHaveLength(1);
  expect(lines).toContain(
    'Day shift, 07:00–15:30 · Night shift, 21:00–05:00. A night belongs to the day on which it begins. ',
  );
  expect(lines).toContain(' · Tue 24 Nov, 21:00 to Wed 05:00 · ');
  expect(composeReportMail(aLookahead({ tasks, audience }), context).text).not.toMatch(
    /\d\d:\d\d–|A night counts/,
  );
});

it('a message names the holidays in its window', () => {
  const project = { ...aPlanInput().project, holidays: [day('2026-11-25')] };
  expect(composeReportMail(aLookahead({ project }), context).text).toContain(
    '29 Nov 2026 · Wed 25 Nov is a holiday, tasks read',
  );
});
