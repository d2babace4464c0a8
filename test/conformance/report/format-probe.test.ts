import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatProbe } from '../../../functions/conformance/report/format-probe.ts';
import type { ProbeReport } from '../../../functions/conformance/report/report.ts';

const report: ProbeReport = {
  baseUrl: 'https://planning.example.com',
  region: 'gb',
  projectId: 'quayside',
  at: '2026-11-20T14:00:00Z',
  requests: 53,
  window: 'start=2026-11-23&finish=2026-11-29',
  counts: { holds: 2, differs: 1, 'not seen': 1 },
  stopped: undefined,
  rows: [
    {
      id: 'paging.limit',
      theme: 'Paging',
      source: 'ours',
      question: 'Does limit set the length of a page?',
      asked: 'tasks?limit=2',
      seen: '2 tasks, more to come',
      rule: 'limit is honoured',
      verdict: 'holds',
    },
    {
      id: 'paging.twice',
      theme: 'Paging',
      source: 'ours',
      question: 'Does a task come on two pages?',
      asked: 'readings of several pages',
      seen: 'none had several pages',
      rule: 'each task once',
      verdict: 'not seen',
    },
    {
      id: 'filters.ownerIds',
      theme: 'Filters',
      source: 'ours',
      question: 'What does ownerIds select?',
      asked: 'tasks?start=2026-11-23&finish=2026-11-29&ownerIds=<id>&fields=<all>',
      seen: '15 tasks of 35 in the window',
      rule: 'tasks whose owner it is',
      verdict: 'holds',
    },
    {
      id: 'words.status',
      theme: 'Words',
      source: 'ours',
      question: 'Which words does status take?',
      asked: 'every task read',
      seen: 'planned 110, complete 87, promised 57, backlog 26, 進行中 3; not known: 進行中',
      rule: 'backlog, planned, promised, in progress, complete and their kin',
      verdict: 'differs',
    },
  ],
};

describe("a probe's table", () => {
  it('reads well on a terminal of 100 columns', () => {
    expect(formatProbe(report, { title: 'Probe', width: 100 })).toMatchInlineSnapshot(`
      "Probe of https://planning.example.com, region gb, project quayside, at 2026-11-20T14:00:00Z
      53 requests, each GET …/gb/v1/projects/quayside/<asked>.
      <window> is start=2026-11-23&finish=2026-11-29.

      Question              Asked               Seen                          Our rule          Verdict
      ════════════════════════════════════════════════════════════════════════════════════════════════════

      ── Paging ─────────────────────────────────────────────────────────────────── 1 holds, 1 not seen ──
      Does limit set the    tasks?limit=2       2 tasks, more to come         limit is          ✓ holds
      length of a page?                                                       honoured

      Does a task come on   readings of         none had several pages        each task once    · not seen
      two pages?            several pages

      ── Filters ────────────────────────────────────────────────────────────────────────────── 1 holds ──
      What does ownerIds    tasks?<window>&     15 tasks of 35 in the window  tasks whose       ✓ holds
      select?               ownerIds=<id>&                                    owner it is
                            fields=<all>

      ── Words ────────────────────────────────────────────────────────────────────────────── 1 differs ──
      Which words does      every task read     planned 110, complete 87,     backlog,          ✗ DIFFERS
      status take?                              promised 57, backlog 26,      planned,
                                                進行中 3; not known: 進行中   promised, in
                                                                              progress,
                                                                              complete and
                                                                              their kin

      ════════════════════════════════════════════════════════════════════════════════════════════════════
      4 questions: 2 hold, 1 differs, 1 not seen.
      ✗ Which words does status take? planned 110, complete 87, promised 57, backlog 26, 進行中 3; not
        known: 進行中. We count on: backlog, planned, promised, in progress, complete and their kin.
      "
    `);
  });

  it.each([20, 60, 80, 100, 137, 160, 240])('is at most as wide as a terminal of %i columns', (width) => {
    const widths = formatProbe(report, { title: 'Probe', width })
      .split('\n')
      .map((line) => stringWidth(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(width, 60));
  });

  it('loses no text to wrapping', () => {
    const squeezed = formatProbe(report, { title: 'Probe', width: 60 }).replace(/\s/g, '');
    for (const verdict of ['✓holds', '✗DIFFERS', '·notseen']) expect(squeezed).toContain(verdict);
    expect(squeezed).toContain('planned110,complete87,promised57,backlog26,進行中3;notknown:進行中');
  });

  it('says at the end why it stopped early', () => {
    const stopped = { reason: 'The service answers 401', remedy: 'Check the key.' };
    const lines = formatProbe({ ...report, stopped }, { title: 'Probe', width: 100 })
      .trimEnd()
      .split('\n');
    expect(lines.at(-1)).toBe('Stopped early. The service answers 401. Check the key.');
  });

  it('has no blanks at the ends of lines', () => {
    expect(formatProbe(report, { title: 'Probe', width: 100 })).not.toMatch(/ \n/);
  });
});
