/** `npm test` has three minutes for everything; DEEP_CHECKS=1 goes through the whole matrix. */
import { describe, expect, test } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import type { Moment } from './die-at.ts';
import { liveThrough, type Matrix, type Story } from './kill-functions.ts';

// Where it has to be built first, that takes longer than the default time limit of a test.
const stack = await keptStack();

const deep = process.env['DEEP_CHECKS'] === '1';
const timeLimit = deep ? 600_000 : 90_000;
/** Minutes after the dispatch at which `reconcile` looks. */
const looks = deep ? [35, 65, 125, 155, 305] : [125];
const everyone = 'works.manager@example.com';

type Named = { readonly name: string; readonly story: Story };

/** A story for every death of a function, two at a time. */
async function everyDeath(matrix: Matrix, victim: 'dispatch' | 'report'): Promise<readonly Named[]> {
  const { effects } = await liveThrough(matrix, victim, undefined);
  const waiting = effects.flatMap((name, index) =>
    momentsOf(name).map((moment) => ({ name, death: { effect: index + 1, moment } })),
  );
  const stories: Named[] = [];
  const tell = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, death } = next;
      const story = await liveThrough(matrix, victim, death);
      stories.push({ name: `${death.moment} effect ${death.effect}, ${name}`, story });
    }
  };
  await Promise.all([tell(), tell()]);
  return stories;
}

/** After one put is before the next, but for what the run store cannot know: that a message or a job has gone. */
function momentsOf(effect: string): readonly Moment['moment'][] {
  return deep || effect.startsWith('Send') ? ['before', 'after'] : ['before'];
}

/** What must hold whatever died when: one issue, nothing written twice, every message, and only the first unmarked. */
function mistakesIn({ name, story }: Named, readers: readonly string[]): readonly string[] {
  const mistakes: string[] = [];
  if (!story.died) mistakes.push('nothing died');
  if (story.issues !== 1) mistakes.push(`${story.issues} issues`);
  if (story.overwritten > 0) mistakes.push(`${story.overwritten} objects written twice`);
  for (const reader of readers) {
    const [first, ...others] = (story.copies[reader] ?? []).map((subject) => subject.endsWith('(resent)'));
    if (first === undefined) mistakes.push(`nothing for ${reader}`);
    if (others.length > 1 || others.includes(false))
      mistakes.push(`${others.length + 1} copies for ${reader}`);
  }
  for (const other of Object.keys(story.copies)) {
    if (!readers.includes(other)) mistakes.push(`something for ${other}`);
  }
  return mistakes.map((mistake) => `${name}: ${mistake}`);
}

const doubled = (stories: readonly Named[]) =>
  stories
    .filter(({ story }) => Object.values(story.copies).some((copies) => copies.length > 1))
    .map(({ name }) => name)
    .sort();

describe('a function dies before and after each of its outside effects', () => {
  test(
    'fault 7: report: one issue, and each message once, or twice where its answer was lost, the second marked',
    async () => {
      const stories = await everyDeath({ stack, sendEvents: 'lost', looks }, 'report');
      expect(stories).toHaveLength(deep ? 14 : 8);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual(['after effect 6, SendRawEmail', 'before effect 7, PUT sent.json']);
    },
    timeLimit,
  );

  test(
    'fault 7: report, where SES’s own record of the send arrives: there is no second copy',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'delivered', looks };
      const { copies, died } = await liveThrough(matrix, 'report', { effect: 6, moment: 'after' });
      expect({ died, copies }).toEqual({
        died: true,
        copies: { [everyone]: ['Small Site: Weekly lookahead, week 48, issue 1'] },
      });
    },
    timeLimit,
  );

  test(
    'faults 7 and 16: dispatch: no report is lost or doubled',
    async () => {
      const stories = await everyDeath({ stack, sendEvents: 'lost', looks }, 'dispatch');
      expect(stories).toHaveLength(deep ? 4 : 3);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
    },
    timeLimit,
  );

  test.runIf(deep)(
    'fault 7: report with a cut for a subcontractor, a message of its own',
    async () => {
      const more = [
        'audiences:',
        '  - each: subcontractor',
        '    to: { Stonebridge Frame Ltd: [frame@example.com] }',
      ];
      const readers = [everyone, 'frame@example.com'];
      for (const sendEvents of ['lost', 'delivered'] as const) {
        const stories = await everyDeath({ stack, sendEvents, looks, more }, 'report');
        expect(stories.flatMap((each) => mistakesIn(each, readers))).toEqual([]);
        if (sendEvents === 'delivered') expect(doubled(stories)).toEqual([]);
      }
    },
    timeLimit,
  );
});
