/**
 * Answers on the week page in random weeks, compared with those that follow from all sent answers by the rules of
 * `docs/answers.md`.
 */

import { expect, it } from 'vitest';
import { type Submission, submissionObject } from '#answers/objects.ts';
import { formatDay, parseDay } from '#base/day.ts';
import { aWireTask, runId } from '../../support/builders/a-delivery.ts';
import { anAskingReport, placeOf } from '../../support/builders/an-asking-report.ts';
import { aLinkApp } from '../../support/pages/a-link-app.ts';
import { randomOf, type SeededRandom } from '../../support/simulation/random.ts';

const friday = '2026-11-20';
const monday = '2026-11-23';
const firms = { s1: 'Pile Co', s2: 'Form Co' };
type Firm = keyof typeof firms;

/** A task in a revision of the plan. */
type Plan = {
  readonly start: string;
  readonly finish: string;
  readonly firm: Firm;
  readonly isInYard: boolean;
};
type Said = Submission['entries'][number] & Pick<Submission, 'cut'>;

function dayFrom(first: string, days: number): string {
  return formatDay((parseDay(first) ?? 0) + days);
}

function aPlan(random: SeededRandom): Plan {
  const start = dayFrom(monday, random.below(4));
  const finish = dayFrom(start, random.below(3));
  return { start, finish, firm: random.chance(0.5) ? 's1' : 's2', isInYard: random.chance(0.4) };
}

/**
 * The expected text for a task, according to the rules of `docs/answers.md`: the answer that counts, followed by "for"
 * if it was given for other days than those now planned.
 */
function oracle({ firm, start, finish }: Plan, said: readonly Said[]) {
  const isForDays = (one: Said) => one.start === start && one.finish === finish;
  const lastOfEach = said.filter((one, at) => said.findLastIndex(({ cut }) => cut.id === one.cut.id) === at);
  const own = lastOfEach.find(({ cut }) => cut.id === firm);
  const others = lastOfEach.filter(({ cut }) => cut.kind !== 'subcontractor');
  const forDays = others.filter(isForDays);
  const counted = forDays.length > 0 ? forDays : others;
  const stands = own ?? counted.find(({ says }) => says === 'decline') ?? counted.at(-1);
  if (stands === undefined) return 'not answered yet';
  const days = isForDays(stands) ? '' : ' for';
  return stands.says === 'promise' ? `✓ promised by ${stands.cut.name}${days}` : `✗ not as planned${days}`;
}

async function story(random: SeededRandom): Promise<number> {
  const site = anAskingReport();
  const plans = new Map(['t1', 't2', 't3', 't4'].map((id) => [id, aPlan(random)]));
  let [minutes, checks] = [0, 0];
  const at = () => new Date(Date.parse('2026-11-20T14:00:05Z') + 60_000 * minutes).toISOString();
  const deliver = async () => {
    const tasks = Array.from(plans, ([id, { start, finish, firm, isInYard }]) =>
      aWireTask(id, {
        start,
        finish,
        subcontractor: { id: firm, name: firms[firm] },
        ...(isInYard && { location: { id: 'yard', name: 'Yard' } }),
      }),
    );
    const run = { runId: runId(at()), at: at() };
    await site.deliver(friday, tasks, run);
    return site.jobOn(friday, run);
  };
  let resolved = await deliver();
  for (let step = 0; step < 12; step += 1) {
    minutes += 1 + random.below(200);
    if (random.chance(0.25)) {
      for (const id of plans.keys()) if (random.chance(0.3)) plans.set(id, aPlan(random));
      resolved = await deliver();
    } else {
      const audience = ['s1', 's2', 'yard'][random.below(3)] ?? '';
      const isTheirs = ({ firm, isInYard }: Plan) => (audience === 'yard' ? isInYard : firm === audience);
      const own = [...plans].filter(([, plan]) => isTheirs(plan));
      if (own.length === 0) continue;
      const page = await site.open(friday, audience, at(), resolved);
      const said = own.flatMap(([id]): (readonly [string, string])[] => {
        expect(placeOf(page.html, id)).toBeGreaterThanOrEqual(0);
        if (random.chance(0.4)) return [];
        return random.chance(0.5)
          ? [[id, 'promise']]
          : [
              [id, 'decline'],
              [`${id} reason`, 'Labour'],
            ];
      });
      await page.send('Ana', Object.fromEntries(said));
    }
    minutes += 1;
    const html = await aLinkApp({ store: site.store, at: at() }).read(
      `${site.linkOf(resolved, 'everyone', 'page')}&day=all`,
    );
    const read = await Promise.all(
      submissionObject.in(site.store.objects.keys()).map((of) => submissionObject.read(site.store, of)),
    );
    const sent = read.flatMap((one) => one ?? []).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const all = sent.flatMap(({ cut, entries }) => entries.map((entry): Said => ({ ...entry, cut })));
    for (const [id, plan] of plans) {
      const [row = ''] = html.split('<tr class="t').filter((one) => one.includes(`>${id}<`));
      const shown = /<b[^>]*>((?:✓ promised by|✗ not as planned|not answered)[^<]*)/.exec(row)?.[1] ?? '';
      const expected = oracle(
        plan,
        all.filter(({ task }) => task === id),
      );
      expect(shown.replace(/ for .*|[:;] .*/, (rest) => (rest.startsWith(' for ') ? ' for' : ''))).toBe(
        expected,
      );
      checks += 1;
    }
  }
  return checks;
}

it('the week page of everyone has the latest answer of each task in 60 random weeks of firms, places and revisions', async () => {
  let checks = 0;
  for (let seed = 1; seed <= 60; seed += 1) checks += await story(randomOf(`week page ${seed}`));
  expect(checks).toBeGreaterThan(2_000);
});
