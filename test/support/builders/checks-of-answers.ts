import { Temporal } from 'temporal-polyfill';
import { checkTimeForStep } from '#runs/time-left.ts';
import { reconcileDue } from '#watch/reconcile.ts';
import { aWorld, configurationOf } from '../a-world.ts';
import { type Crash, crashingEffects, ProcessCrashed } from '../crashing-process.ts';
import type { MemoryStore } from '../memory-store.ts';
import { aConfigurationText, riverside, weekly } from './a-configuration.ts';
import { aWireTask } from './a-delivery.ts';

export const askingConfiguration = configurationOf(
  aConfigurationText({ projects: [riverside], reports: [{ ...weekly, when: "{ cron: '0 14 * * FRI' }" }] }),
);

/** Two tasks of Pile Co and one of Form Co. */
export const askedTasks = [
  aWireTask('t1'),
  aWireTask('t2', { start: '2026-11-24', finish: '2026-11-26' }),
  aWireTask('t4', { subcontractor: { id: 's2', name: 'Form Co' }, name: 'Set shutters' }),
];

/** The cut of a report for a subcontractor who is asked for promises. */
export const askedCut = (id: string, name: string, to: readonly string[]) =>
  ({
    audience: { kind: 'subcontractor', id, name },
    to,
    cc: ['clerk@example.com'],
    replyTo: ['planner@example.com'],
  }) as const;

/** Checks of an archive in which a report asked on Friday. A check may be killed at one of its external effects. */
export function checksOf({ store }: { readonly store: MemoryStore }) {
  const { clock, mailer, queue, sendAgain } = aWorld({ configuration: askingConfiguration, store });
  let owners = 0;
  let effects = 0;
  /** @param left milliseconds that the check has left, whenever it asks */
  const check = async (at: string, death?: Crash, left = Number.POSITIVE_INFINITY) => {
    clock.advance(Temporal.Instant.from(at).since(clock.now()));
    const process = crashingEffects({ store, mailer }, death);
    const parts = { configuration: askingConfiguration, sendAgain, clock, queue, ...process.external };
    const checkTime = (step: { readonly kind: 'send' }) => checkTimeForStep(step, left);
    // With schedules off, a check does not make up for reports that no schedule started: not tested here.
    const own = { ...parts, owner: `check-${++owners}`, schedules: 'off', checkTime } as const;
    await reconcileDue(clock.now(), own).catch((error: unknown) => {
      if (!(error instanceof ProcessCrashed)) throw error;
    });
    effects = process.effects();
  };
  return { check, mailer, effects: () => effects };
}
