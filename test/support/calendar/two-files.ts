/** A subcontractor's calendar files of two consecutive reports, between which every kind of change happens. */
import { calendarFileText } from '#pages/calendar.ts';
import { weekFrom } from '../builders/a-plan-input.ts';
import type { SiteTaskProperties } from '../builders/a-site-task.ts';
import { aPageOfWeek } from '../pages/a-page.ts';

const past = { id: 'A1', name: 'Trim piles', start: '2026-11-24', finish: '2026-11-26' };
const unchanged = {
  id: 'A2',
  name: 'Dig, area 2',
  start: '2026-11-27',
  finish: '2026-12-02',
  fiveDay: false,
};
const before = { id: 'A3', name: 'Cast raft', start: '2026-11-26', finish: '2026-12-01', fiveDay: false };
const moved = { ...before, start: '2026-12-03', finish: '2026-12-04' };
const vanished = { id: 'A4', name: 'Clean up', start: '2026-12-03' };
const named = { id: 'A5', name: 'Fix rebar', start: '2026-12-01', finish: '2026-12-02' };
const renamed = { ...named, name: 'Fix rebar; level 2\\3' };
const night: SiteTaskProperties = {
  id: 'A6',
  name: 'Pump 💧 out',
  shift: 'night',
  fiveDay: false,
  source: { start: '2026-11-28T20:00:00', finish: '2026-12-02T06:00:00' },
};
const added = { id: 'A7', name: 'Waterproof', start: '2026-11-30' };

/** @param weeks weeks of each report: with 1, the reports share no dates; with 2, they share a week */
export function twoFiles(weeks: 1 | 2): {
  readonly files: readonly [string, string];
  /** Start, end and summary of each event that a calendar holds after both imports. */
  readonly held: readonly string[];
} {
  const [one, other] = ['2026-11-23', '2026-11-30'];
  const first = aPageOfWeek(one, [past, unchanged, before, vanished, named, night], {
    window: weekFrom(one, weeks),
  });
  const second = aPageOfWeek(other, [past, unchanged, moved, renamed, night, added], {
    window: weekFrom(other, weeks),
  });
  return {
    files: [calendarFileText(first, []), calendarFileText(second, [first])],
    held: [
      '2026-11-24 2026-11-27 Trim piles (day shift)',
      // The calendar keeps the events of the week before.
      ...(weeks === 1 ? ['2026-11-26 2026-11-30 Cast raft (day shift)'] : []),
      '2026-11-27 2026-12-03 Dig, area 2 (day shift)',
      '2026-11-28T20:00:00Z 2026-12-02T06:00:00Z Pump 💧 out (night shift)',
      '2026-11-30 2026-12-01 Waterproof (day shift)',
      '2026-12-01 2026-12-03 Fix rebar; level 2\\3 (day shift)',
      '2026-12-03 2026-12-05 Cast raft (day shift)',
    ],
  };
}
