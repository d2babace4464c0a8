import { describe, expect, it } from 'vitest';
import type { Task } from '#planning/contract/resources.ts';
import { failureOf } from '#runs/failure-kind.ts';
import {
  anAttempt,
  aResolvedReport,
  aWireTask,
  deliverResolved,
  subjectOf,
  tasksReader,
} from '../support/builders/a-delivery.ts';
import { createRecordingMailer } from '../support/recording-mailer.ts';

function tasksOf(readable: number, unreadable: number): readonly Task[] {
  return [
    ...Array.from({ length: readable }, (_, index) => aWireTask(`good-${index}`)),
    ...Array.from({ length: unreadable }, (_, index) => aWireTask(`bad-${index}`, { finish: '30/11/2026' })),
  ];
}

async function delivered(tasks: readonly Task[], rejected: readonly string[] = []) {
  const mailer = createRecordingMailer({ repeatable: true });
  const kind = { property: 'id', reason: 'expected a string, got nothing', outcome: 'rejected' } as const;
  const misfits = rejected.length === 0 ? [] : [{ ...kind, items: rejected }];
  const planning = tasksReader(tasks, misfits);
  const result = await deliverResolved(aResolvedReport(), anAttempt({ planning, mailer })).catch(
    (error: unknown) => error,
  );
  return { result, subjects: mailer.taken.map(subjectOf) };
}

describe('a report with tasks whose data is missing or cannot be read', () => {
  it('goes out if these are at most half of the tasks, and says so', async () => {
    const { result, subjects } = await delivered(tasksOf(8, 6), ['item 3 of page 1', 'item 4 of page 1']);
    expect(subjects[0]).toMatch(/: 8 of 16 tasks could be read; 14 tasks, /);
    expect(result).toMatchObject({
      outcome: 'delivered',
      warnings: expect.arrayContaining([
        expect.stringMatching(
          /^Data of the planning service that does not match the contract: id: expected a string, got nothing; not in the report \(2 of 16 tasks: item 3 of page 1, item 4 of page 1\); finish: not a date of the form 2026-11-30, such as "30\/11\/2026"; counts as missing \(6 of 16 tasks: bad-0, bad-1, bad-2 and 3 more\)\.$/,
        ),
      ]),
    });
  });

  it.each([
    ['these are over half of the tasks, and five', 4, 5, 'only 4 of 9 tasks could be read'],
    ['no task is left', 0, 1, 'only 0 of 1 tasks could be read'],
  ])('fails, mails nobody and says what is wrong if %s', async (_, readable, unreadable, words) => {
    const { result, subjects } = await delivered(tasksOf(readable, unreadable));
    expect(subjects).toEqual([]);
    const { kind, message } = failureOf(result);
    expect(kind).toBe('curable');
    expect(message).toContain(words);
    expect(message).toContain('finish: not a date of the form 2026-11-30, such as "30/11/2026"');
    expect(message).toContain('Ask the operator of the planning service');
  });

  it('fails if over half of the tasks repeat an id with other content', async () => {
    const items = Array.from({ length: 39 }, (_, index) => `0 (${index + 2})`);
    const misfits = [{ property: 'id', reason: 'the same id again', outcome: 'repeated', items }] as const;
    const planning = tasksReader([aWireTask('0')], misfits);
    await expect(deliverResolved(aResolvedReport(), anAttempt({ planning }))).rejects.toThrow(
      'only 1 of 40 tasks could be read',
    );
  });

  it('fails if it has a filter by a property that no task has', async () => {
    const rules = { ...aResolvedReport().rules, filters: { subcontractorIds: ['s1'] } };
    const deliver = (subcontractor: { id: string; name: string } | null) =>
      deliverResolved(
        aResolvedReport({ rules }),
        anAttempt({ planning: tasksReader([aWireTask('t1', { subcontractor })]) }),
      );
    await expect(deliver(null)).rejects.toThrow(
      'filters.subcontractors cannot be applied, because no task received has the property subcontractor',
    );
    expect(await deliver({ id: 's1', name: 'Pile Co' })).toMatchObject({ outcome: 'delivered' });
    expect(await deliver({ id: 's2', name: 'Other' })).toMatchObject({ outcome: 'delivered' });
  });

  it.each([
    ['these are over half of the tasks, but fewer than five', tasksOf(3, 4)],
    ['no date is given', [aWireTask('t1', { start: null, finish: null })]],
    ['there are no tasks', []],
  ])('goes out if %s', async (_, tasks) => {
    expect((await delivered(tasks)).result).toMatchObject({ outcome: 'delivered' });
  });
});
