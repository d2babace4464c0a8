import { expect, test } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import type { Moment } from './die-at.ts';
import { liveThrough, type Matrix } from './kill-functions.ts';

const readers = ['works.manager@example.com'];

/** Every death of a function, two stories at a time, and what SES took in each. */
async function everyDeath(matrix: Matrix, victim: 'dispatch' | 'report') {
  const undisturbed = await liveThrough(matrix, victim, undefined);
  const deaths = undisturbed.effects.flatMap((effect, index) =>
    (['before', 'after'] as const).map((moment) => ({ effect, death: { effect: index + 1, moment } })),
  );
  const stories: { readonly name: string; readonly story: Awaited<ReturnType<typeof liveThrough>> }[] = [];
  const waiting = [...deaths];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      stories.push({ name: nameOf(next), story: await liveThrough(matrix, victim, next.death) });
    }
  };
  await Promise.all([worker(), worker()]);
  return { undisturbed, stories };
}

function nameOf({ effect, death }: { readonly effect: string; readonly death: Moment }): string {
  return `${death.moment} effect ${death.effect}, ${effect}`;
}

/** What must hold whatever died when: one issue, nothing written twice, every message, and only the first copy unmarked. */
function mistakesIn({
  story,
}: {
  readonly story: Awaited<ReturnType<typeof liveThrough>>;
}): readonly string[] {
  const mistakes: string[] = [];
  if (!story.died) mistakes.push('nothing died');
  if (story.issues !== 1) mistakes.push(`${story.issues} issues`);
  if (story.overwritten > 0) mistakes.push(`${story.overwritten} objects written twice`);
  for (const reader of readers) {
    const copies = (story.copies[reader] ?? []).map((subject) => subject.endsWith('(resent)'));
    if (copies.length === 0) mistakes.push(`nothing for ${reader}`);
    if (copies.length > 2 || copies.slice(1).includes(false))
      mistakes.push(`${copies.length} copies for ${reader}`);
  }
  return mistakes;
}

test('a report dies before and after each of its outside effects: one issue, and no message lost or doubled unmarked', async () => {
  const stack = await keptStack();
  const { undisturbed, stories } = await everyDeath({ stack, sendEvents: 'lost' }, 'report');
  expect(undisturbed.effects).toEqual([]);
  expect(
    stories.filter((story) => mistakesIn(story).length > 0).map((each) => [each.name, mistakesIn(each)]),
  ).toEqual([]);
  expect(
    stories
      .filter(({ story }) => Object.values(story.copies).some((copies) => copies.length > 1))
      .map(({ name }) => name),
  ).toEqual(['after effect 7, SendRawEmail']);
}, 60_000);

test('where SES’s own record of the send arrives, there is no second copy', async () => {
  const stack = await keptStack();
  const matrix: Matrix = { stack, sendEvents: 'delivered' };
  const { effects } = await liveThrough(matrix, 'report', undefined);
  const death: Moment = { effect: effects.indexOf('SendRawEmail') + 1, moment: 'after' };
  const { copies, died } = await liveThrough(matrix, 'report', death);
  expect({ died, copies }).toEqual({ died: true, copies: { [readers[0] ?? '']: ['Weekly'] } });
}, 60_000);

test('dispatch dies before and after each of its outside effects: no report is lost or doubled', async () => {
  const stack = await keptStack();
  const { undisturbed, stories } = await everyDeath({ stack, sendEvents: 'lost' }, 'dispatch');
  expect(undisturbed.effects).toEqual([]);
  expect(
    stories.filter((story) => mistakesIn(story).length > 0).map((each) => [each.name, mistakesIn(each)]),
  ).toEqual([]);
}, 60_000);
