/**
 * Two phones of one audience send answers, the answers close, and the next report is made. The steps of these actions
 * in the store are mixed in random order.
 */

import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readLatestAnswers } from '#answers/latest-answers.ts';
import { latestAnswersObject } from '#answers/objects.ts';
import { parseJson } from '#base/json.ts';
import { isPromiseOrDecline } from '#lookahead/promises/answer.ts';
import { aWireTask } from '../../support/builders/a-delivery.ts';
import { anAskingReport, filledIn, placeOf } from '../../support/builders/an-asking-report.ts';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store.ts';
import { randomOf, type SeededRandom } from '../../support/simulation/random.ts';

const ids = ['t1', 't2', 't3', 't4'] as const;
const tasks = ids.map((id) => aWireTask(id));
const closes = Date.parse('2026-11-23T07:00:00Z');

type Choice = 'promise' | 'decline';
/** The choices on a phone that differ from the page it displayed. */
type Sent = { readonly at: number; readonly changed: ReadonlyMap<string, Choice> };

/** A store in which every step waits for its turn. */
function inTurns(store: MemoryStore) {
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((go) => waiting.push(go));
  const stepped: MemoryStore = {
    ...store,
    putOnce: async (...asked) => {
      await turn();
      return store.putOnce(...asked);
    },
    get: async (key) => {
      await turn();
      return store.get(key);
    },
    list: async (...asked) => {
      await turn();
      return store.list(...asked);
    },
  };
  /** Lets the waiting steps continue one after the other, in random order, until all actions have ended. */
  const run = async (actions: readonly Promise<unknown>[], random: SeededRandom) => {
    let left = actions.length;
    const settled = () => (left -= 1);
    for (const action of actions) void action.then(settled, settled);
    while (left > 0) {
      waiting.splice(random.below(waiting.length), 1)[0]?.();
      await new Promise((done) => setImmediate(done));
    }
    await Promise.all(actions);
  };
  return { stepped, run };
}

/**
 * For each submission, by its time in milliseconds: the time by which it is ordered. This is its own time, or one just
 * after the submissions that it found stored.
 */
function ordersIn({ objects }: MemoryStore): ReadonlyMap<number, number> {
  const orders = new Map<number, number>();
  for (const [key, bytes] of objects) {
    const { data } = submissionSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    if (key.startsWith('answers/') && data)
      orders.set(Date.parse(data.at), Date.parse(data.order ?? data.at));
  }
  return orders;
}

const submissionSchema = z.object({ at: z.string(), order: z.optional(z.string()) });

/** For each task, the choice that counts at a time: the last one sent until then, in the order of `orders`. */
function oracle(sent: readonly Sent[], orders: ReadonlyMap<number, number>, until = closes) {
  const orderOf = ({ at }: Sent) => orders.get(at) ?? Number.NaN;
  const inOrder = sent.filter(({ at }) => at <= until).toSorted((a, b) => orderOf(a) - orderOf(b));
  const stands = new Map<string, Choice>();
  for (const { changed } of inOrder) for (const [id, choice] of changed) stands.set(id, choice);
  return Object.fromEntries(stands);
}

async function story(random: SeededRandom, template: ReadonlyMap<string, Uint8Array>) {
  const store = createMemoryStore();
  for (const [key, bytes] of template) store.objects.set(key, bytes);
  const site = anAskingReport({ store });
  const sent: Sent[] = [];
  // The answers close on Monday at 07:00. The phones send from an hour before to an hour after.
  let now = closes - 3_600_000;
  const later = () => {
    now += 1 + random.below(900_000);
    return new Date(now).toISOString();
  };
  const phone = (name: string) => async (at: MemoryStore) => {
    const own = anAskingReport({ store: at });
    const page = await own.open('2026-11-20', 's1', later());
    const seen = filledIn(page.html);
    const said = Object.fromEntries(
      ids.flatMap((id): (readonly [string, string])[] => {
        // After the answers have closed, the page does not ask about answered tasks, except whether they were done.
        const isAsked = page.html.includes(`name="a${placeOf(page.html, id)}" value="promise"`);
        if (!isAsked || random.chance(0.4)) return [];
        return random.chance(0.6)
          ? [[id, 'promise']]
          : [
              [id, 'decline'],
              [`${id} reason`, 'Labour'],
            ];
      }),
    );
    const changed = new Map(
      ids.flatMap((id): (readonly [string, Choice])[] => {
        const choice = said[id];
        const isChoice = choice === 'promise' || choice === 'decline';
        return isChoice && choice !== seen[`a${placeOf(page.html, id)}`] ? [[id, choice]] : [];
      }),
    );
    const time = later();
    const { html } = await page.send(name, said, time);
    // A submission that is sent twice is stored once.
    if (random.chance(0.3)) await page.send(name, said, new Date(Date.parse(time) + 500).toISOString());
    expect(html.includes('<b>Stored:')).toBe(changed.size > 0);
    if (changed.size > 0) sent.push({ at: Date.parse(time), changed });
  };
  const phones = Array.from({ length: 2 + random.below(3) }, (_, index) => phone(index % 2 ? 'Ana' : 'Ben'));
  while (phones.length > 0) {
    const together = phones.splice(0, random.chance(0.6) ? 2 : 1);
    const { stepped, run } = inTurns(store);
    await run(
      together.map((act) => act(stepped)),
      random,
    );
  }
  expect(await store.list('answers/riverside/')).toHaveLength(sent.length);
  expect(await store.list('answer-names/')).toHaveLength(sent.length);
  const numbered = await latestAnswersObject.list(store, { project: 'riverside', report: 'weekly' });
  const pages = await readLatestAnswers(store, numbered);
  const shown = pages.flatMap(({ answers }) => answers.filter(isPromiseOrDecline));
  expect(Object.fromEntries(shown.map(({ task, says }) => [task, says]))).toEqual(
    oracle(sent, ordersIn(store), Number.POSITIVE_INFINITY),
  );
  const { lookaheads } = await site.deliver(
    '2026-11-27',
    tasks.map((task) => ({ ...task, status: 'complete' })),
  );
  const [everyone] = lookaheads;
  const states = everyone?.lastWeek.flatMap(({ taskId, promise }) =>
    promise && promise.state !== 'open'
      ? [[taskId, promise.state === 'promised' ? 'promise' : 'decline'] as const]
      : [],
  );
  const counted = oracle(sent, ordersIn(store));
  expect(Object.fromEntries(states ?? [])).toEqual(counted);
  const promised = Object.values(counted).filter((choice) => choice === 'promise').length;
  expect(everyone?.ppc.kind === 'measured' && everyone.ppc.promises).toEqual({
    ...{ asked: ids.length, promised, counted: promised, kept: promised, saidDone: 0 },
  });
  return sent;
}

it('300 interleavings of two phones, the closing time and the next report lose no answer and count none twice', async () => {
  const site = anAskingReport();
  await site.deliver('2026-11-20', tasks);
  let late = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const sent = await story(randomOf(`phones ${seed}`), site.store.objects);
    late += sent.filter(({ at }) => at > closes).length;
  }
  expect(late).toBeGreaterThan(40);
}, 600_000);
