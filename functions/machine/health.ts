/**
 * Decides what `/health` answers. Everybody who can open a link can read the answer, so it never says why; the log and
 * `status` say why.
 */
import type { Temporal } from 'temporal-polyfill';
import type { Clock } from '#base/system.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { isClockPlausible } from './clock.ts';
import { minutesUntilUnhealthy } from './last-check.ts';

/** 'refused': the mail service refuses every message until a person acts, so no mail can notify anybody of it. */
export type MailHealth = 'taken' | 'refused';

export function createHealthReportingMailer(mailer: Mailer, tell: (health: MailHealth) => void): Mailer {
  return {
    ...mailer,
    send: async (...args) => {
      const result = await mailer.send(...args);
      if (result.kind === 'accepted') tell('taken');
      if (result.kind === 'refused' && result.cause === 'curable' && result.affects !== undefined) {
        tell('refused');
      }
      return result;
    },
  };
}

export type HealthMonitor = ReturnType<typeof createHealthMonitor>;

/** @param clock its `elapsed` is not changed when the time of day is set */
export function createHealthMonitor({ now, elapsed }: Pick<Clock, 'now' | 'elapsed'>) {
  let mail: MailHealth = 'taken';
  let last: { readonly at: Temporal.Instant; readonly stored: boolean } | undefined;
  let aliveAt = elapsed();
  /** Records that the process has just done something. */
  const alive = () => {
    aliveAt = elapsed();
  };
  const problem = () => {
    if (!isClockPlausible(now())) return 'clock';
    if (elapsed() - aliveAt > minutesUntilUnhealthy * 60_000) return 'no check';
    if (last?.stored === false) return 'cannot store';
    return mail === 'refused' ? 'mail refused' : undefined;
  };
  return {
    alive,
    mail: (next: MailHealth) => {
      mail = next;
      alive();
    },
    checked: (check: NonNullable<typeof last>) => {
      last = check;
      alive();
    },
    answer: () => {
      const word = problem();
      const time = last ? `, last check ${last.at.toString().slice(11, 16)} UTC` : '';
      return { status: word === undefined ? 200 : 503, text: `${word ?? 'running'}${time}\n` } as const;
    },
  };
}
