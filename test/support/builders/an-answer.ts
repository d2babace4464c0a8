import type { Answer } from '#lookahead/promises/answer.ts';
import { day } from './a-plan-input.ts';

export function anAudience(name: string): Answer['audience'] {
  return { kind: 'subcontractor', id: `id of ${name}`, name };
}

/** A promise of Keller Piling for task A1010, given on Saturday 21 November 2026 for Mon 23 – Sun 29 November. */
export function anAnswer({
  task = 'A1010',
  on = '2026-11-21',
  start = '2026-11-23',
  finish = start,
  subcontractor = 'Keller Piling',
  ...properties
}: Partial<Answer> & {
  readonly task?: string;
  readonly on?: string;
  readonly start?: string;
  readonly finish?: string;
  readonly subcontractor?: string;
} = {}): Answer {
  return {
    taskId: `task-${task}`,
    says: 'promise',
    week: day('2026-11-23'),
    dates: { start: day(start), finish: day(finish) },
    reason: '',
    from: undefined,
    people: undefined,
    note: '',
    by: 'Jo Field',
    audience: anAudience(subcontractor),
    revision: 1,
    at: `${on}T09:00:00Z`,
    day: day(on),
    isLate: false,
    ...properties,
  };
}
