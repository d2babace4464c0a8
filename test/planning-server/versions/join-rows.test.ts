import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskFields } from '../../../functions/planning/contract/tasks-query.ts';
import { answerParts, joinParts, taskTextMaker } from '../../../functions/planning-server/query/task-text.ts';
import type { StoredItem } from '../../../functions/planning-server/stores/store.ts';
import { SharedTextsBuilder, taskRow } from '../../../functions/planning-server/versions/database.ts';
import { joinRows } from '../../../functions/planning-server/versions/join-rows.ts';

function stored(items: readonly StoredItem[]) {
  const builder = new SharedTextsBuilder();
  const textOf = taskTextMaker();
  const rows = Buffer.concat(items.map((item) => taskRow(textOf(item), builder)));
  return { rows, shared: builder.built() };
}

const word = fc.constantFrom('a', 'Söhne', 'Level 3 › 🏗', '', 'x'.repeat(70_000));
/** Two tasks may refer to the same object, as those of an import do. */
const folders = [{ id: 'f1', name: 'Slabs' }, { id: 'f2' }];
const reference = fc.oneof(fc.record({ id: word, name: word }), fc.constantFrom(...folders));
const relation = fc.record({
  id: word,
  relation: fc.constantFrom('predecessor', 'Successor ', 'other', undefined),
});
const task = fc.record(
  {
    id: word,
    name: word,
    owner: reference,
    calendar: reference,
    nonWorkingDays: fc.array(word, { maxLength: 2 }),
    folder: reference,
    assignedTo: fc.array(reference, { maxLength: 2 }),
    notes: word,
    relatedTasks: fc.array(relation, { maxLength: 4 }),
  },
  { requiredKeys: ['id'] },
);
const fields = fc.subarray([...taskFields]);

describe('tasks put together from their rows', () => {
  it('are those put together from their parts, with any fields', () => {
    fc.assert(
      fc.property(fc.array(task, { maxLength: 8 }), fields, (items, asked) => {
        const { rows, shared } = stored(items);
        const parts = answerParts(asked);
        const expected = items.map((item) => joinParts(taskTextMaker()(item), parts)).join(',');
        const answer = joinRows(rows, shared, { ...parts, before: '{"é":[', after: ']}' });
        expect(answer.toString()).toBe(`{"é":[${expected}]}`);
      }),
      { numRuns: 40 },
    );
  });

  it('stay as they are while the next are put together', () => {
    const { rows, shared } = stored([{ id: 'a' }]);
    const asked = { ...answerParts([]), before: '', after: '' };
    const first = joinRows(rows, shared, asked);
    joinRows(stored([{ id: 'b' }]).rows, shared, asked);
    expect(first.toString()).toBe('{"id":"a"}');
  });
});

describe('shared texts', () => {
  it('are those of a property that comes again and again, not those that mostly differ', () => {
    const items = Array.from({ length: 2_000 }, (_, at) => ({
      id: String(at),
      folder: { id: `folder-${at % 7}` },
      notes: `note ${at}`,
      // Most tasks have none, which takes no bytes, and the others all have different ones.
      relatedTasks: at % 5 === 0 ? [{ id: `other ${at}`, relation: 'predecessor' }] : [],
    }));
    const { rows, shared } = stored(items);
    const texts = shared.texts.toString();
    expect(texts.match(/folder-\d/g)).toHaveLength(7);
    expect(texts.match(/note \d/g)?.length).toBeLessThanOrEqual(200);
    expect(texts.match(/other \d/g)?.length).toBeLessThanOrEqual(200);
    expect(rows.toString()).not.toContain('folder-');
  });

  it('take at most two megabytes of memory', () => {
    const builder = new SharedTextsBuilder();
    for (let at = 0; at < 5_000; at++) {
      const text = `${at % 2_500}`.padStart(4_000);
      builder.numberOf('notes', text);
      builder.numberOf('notes', text);
    }
    expect(builder.built().texts.length).toBeLessThanOrEqual(2 * 1_024 * 1_024 + 4_000);
  });
});
