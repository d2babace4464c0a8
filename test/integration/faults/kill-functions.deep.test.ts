import { describe, expect, it } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import { type KillMoment, kindOf } from './die-at.ts';
import { liveThrough, type Matrix, type Story } from './kill-functions.ts';

const stack = await keptStack();

const timeLimit = 1_800_000;
const everyone = 'works.manager@example.com';
const contact = 'planner@example.com';
/** Recipients of the report's own message, and of one with a cut. */
const readers = [everyone, 'frame@example.com'];
const cut = [
  'audiences:',
  '  - each: subcontractor',
  '    to: { Stonebridge Frame Ltd: [frame@example.com] }',
];

type Named = { readonly name: string; readonly story: Story };

/**
 * Runs the case with a death before each effect of the function, and after the last one. A death after one effect
 * leaves the same state as a death before the next. For a send, both are run, to see the effect of its lost answer.
 * @param from effects between the first one and this one are left out
 */
async function everyDeath(matrix: Matrix, from?: string): Promise<readonly Named[]> {
  const { effects } = await liveThrough(matrix, undefined);
  const next = from === undefined ? 1 : effects.indexOf(from);
  return storiesOf(
    matrix,
    effects.flatMap((name, index) =>
      (index > 0 && index < next ? [] : momentsOf(name, index === effects.length - 1)).map((moment) => ({
        name: `${moment} effect ${index + 1}, ${name}`,
        death: { effect: index + 1, moment },
      })),
    ),
  );
}

/**
 * Runs the case with a death at each kind of effect. In an outage, the number of attempts differs, so effects have no
 * fixed number.
 */
async function everyKindOfDeath(
  matrix: Matrix,
  isMeant: (kind: string) => boolean = () => true,
): Promise<readonly Named[]> {
  const { effects } = await liveThrough(matrix, undefined);
  return storiesOf(
    matrix,
    [...new Set(effects.map(kindOf))]
      .filter(isMeant)
      .flatMap((kind) =>
        momentsOf(kind).map((moment) => ({ name: `${moment} ${kind}`, death: { effect: { kind }, moment } })),
      ),
  );
}

function momentsOf(effect: string, isLast = false): readonly KillMoment['moment'][] {
  return isLast || isSend(effect) ? ['before', 'after'] : ['before'];
}

function isSend(effect: string): boolean {
  return effect === 'SendRawEmail';
}

type Waiting = { readonly name: string; readonly death: KillMoment };

async function storiesOf(matrix: Matrix, deaths: readonly Waiting[]): Promise<readonly Named[]> {
  const waiting = [...deaths];
  const stories: Named[] = [];
  const tell = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, death } = next;
      stories.push({ name, story: await liveThrough(matrix, death) });
    }
  };
  await Promise.all([tell(), tell()]);
  return stories;
}

/**
 * Finds what went wrong in a case. A process must have died, nothing may be written twice or left in queues, and there
 * must be exactly `issues` issues. Each reader must get every report, and nobody else may get one. Of each message,
 * also of one to the contact, there may be at most two copies, of which only the first is unmarked.
 */
function mistakesIn({ name, story }: Named, readers: readonly string[], issues = 1): readonly string[] {
  const mistakes: string[] = [];
  if (!story.died) mistakes.push('nothing died');
  if (story.issues !== issues) mistakes.push(`${story.issues} issues`);
  if (story.overwritten > 0) mistakes.push(`${story.overwritten} objects written twice`);
  if (story.left > 0) mistakes.push(`${story.left} messages left in the queues`);
  for (const reader of readers) if (!story.copies[reader]) mistakes.push(`nothing for ${reader}`);
  for (const [to, subjects] of Object.entries(story.copies)) {
    if (to !== contact && !readers.includes(to)) mistakes.push(`something for ${to}`);
    const copies = Map.groupBy(subjects, unmarked);
    if (to !== contact && copies.size !== issues) mistakes.push(`${copies.size} reports for ${to}`);
    for (const [subject, [, ...others]] of copies) {
      if (others.length > 1 || others.includes(subject)) {
        mistakes.push(`${others.length + 1} copies of ${subject} for ${to}`);
      }
    }
  }
  return mistakes.map((mistake) => `${name}: ${mistake}`);
}

const doubled = (stories: readonly Named[]) =>
  stories
    .filter(({ story }) =>
      Object.values(story.copies).some((subjects) => new Set(subjects.map(unmarked)).size < subjects.length),
    )
    .map(({ name }) => name.replace(/effect \d+, /, ''))
    .sort();
const unmarked = (subject: string) => subject.replace(/ \(resent\)$/, '');

describe('a function that dies at each of its outside effects', () => {
  it(
    'fault 7: report with a cut: makes one issue, and sends each message once, or twice if its answer was lost, the second marked',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'lost', victim: 'report', more: cut };
      // Deaths before the issue is stored are left out: until then, stored objects have no effect.
      const stories = await everyDeath(matrix, 'PUT issue.json');
      expect(stories).toHaveLength(12);
      expect(stories.flatMap((each) => mistakesIn(each, readers))).toEqual([]);
      const lost = ['after SendRawEmail', 'before PUT sent.json'];
      expect(doubled(stories)).toEqual(lost.flatMap((name) => readers.map(() => name)));
    },
    timeLimit,
  );

  it(
    'faults 7 and 16: dispatch: neither loses nor duplicates a report',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'lost', victim: 'dispatch' };
      const stories = await everyDeath(matrix);
      expect(stories).toHaveLength(3);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: report, in an outage of the planning service: records attempts and outages, and puts jobs back',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'lost', victim: 'report', besides: 'outage' };
      // Once the service answers, the effects are those of a week without an outage.
      const stories = await everyKindOfDeath(matrix, (kind) => /failed|probe|SendMessage/.test(kind));
      expect(stories.length).toBeGreaterThanOrEqual(4);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone], 2))).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: reconcile, if a manifest is missing: neither loses nor duplicates anything',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'lost', victim: 'reconcile', besides: 'no dispatch' };
      const stories = await everyDeath(matrix);
      expect(stories).not.toEqual([]);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: reconcile, in an outage: sends each mail to the contact once, or twice, the second marked',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'lost', victim: 'reconcile', besides: 'outage' };
      const stories = await everyKindOfDeath(matrix);
      expect(stories).toHaveLength(5);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone], 2))).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: events of SES: neither loses nor duplicates anything',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'delivered', victim: 'events' };
      const stories = await everyDeath(matrix);
      expect(stories).not.toEqual([]);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: dead-letter: brings the job back, and its report is delivered once',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'delivered', victim: 'dead-letter', besides: 'crash' };
      const stories = await everyDeath(matrix);
      expect(stories).toHaveLength(3);
      expect(stories.flatMap((each) => mistakesIn(each, [everyone]))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
    },
    timeLimit,
  );

  it(
    'fault 7: report, if SES’s own records of all sends arrive: sends no second copy, whenever it died',
    async () => {
      const matrix: Matrix = { stack, sendEvents: 'delivered', victim: 'report', more: cut };
      // Before the first send there are no records that could differ.
      const stories = await everyKindOfDeath(matrix, (kind) => /Send|sent|done/.test(kind));
      expect(stories).toHaveLength(4);
      expect(stories.flatMap((each) => mistakesIn(each, readers))).toEqual([]);
      expect(doubled(stories)).toEqual([]);
      expect(stories.filter(({ story }) => story.copies[contact])).toEqual([]);
    },
    timeLimit,
  );
});
