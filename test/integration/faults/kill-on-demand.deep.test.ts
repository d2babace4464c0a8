/** The crash matrix of a report on demand, and what the reconcile checks do after each crash. */
import { describe, expect, it } from 'vitest';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { contactMailNameTemplate } from '#runs/store/names.ts';
import { contactMail } from '#runs/store/objects.ts';
import { factTopicId } from '#watch/contacts/facts.ts';
import { anInvocation } from '../../support/a-world.ts';
import { aScheduledSite } from '../../support/builders/a-scheduled-site.ts';
import { type Crash, crashingEffects } from '../../support/crashing-process.ts';

const reader = 'works.manager@example.com';
const request = { project: 'riverside', report: 'weekly', mode: 'send', runId: 'first' };

/**
 * Makes a request that dies while answering and is not repeated, then the reconcile checks, and the jobs that they
 * queue.
 */
async function liveThrough(death: Crash | undefined, mail: 'accepted' | 'refused permanently') {
  const { services, check, processJobs } = await aScheduledSite();
  const { send } = services.mailer;
  const refusing: Mailer['send'] = async (message) =>
    message.recipients.includes(reader) ? { kind: 'failed', reason: 'no such address' } : send(message);
  if (mail === 'refused permanently') Object.assign(services.mailer, { send: refusing });
  const { external, effects } = crashingEffects({ store: services.store, mailer: services.mailer }, death);
  await carryOutReportRequest(request, anInvocation(), { ...services, ...external });
  for (const at of ['14:31', '16:01', '16:40', '19:01', '19:31']) {
    await check(`2026-11-20T${at}:10Z`);
    await processJobs();
  }
  const copies = services.mailer.taken.filter(
    ({ recipients, run }) => recipients.includes(reader) && run.includes('run-first'),
  );
  const told = await mapConcurrently(services.mailer.taken, 4, async ({ run }) => {
    const of = contactMailNameTemplate.of(run);
    return of === undefined ? [] : (await contactMail.readExisting(services.store, of)).facts;
  });
  return {
    effects: effects(),
    marks: copies.map((copy) => /\(resent\)/.test(Buffer.from(copy.raw).toString())),
    notified: told.flat().some((id) => factTopicId(id).startsWith('run-first/')),
  };
}

async function everyDeath(mail: 'accepted' | 'refused permanently') {
  const { effects } = await liveThrough(undefined, mail);
  // A death before an effect is the same as a death after the previous one.
  const deaths: Crash[] = Array.from({ length: effects }, (_, index) => ({
    effect: index + 1,
    moment: 'after',
  }));
  deaths.unshift({ effect: 1, moment: 'before' });
  return Promise.all(
    deaths.map(async (death) => ({
      name: `${death.moment} effect ${death.effect} of ${effects}`,
      ...(await liveThrough(death, mail)),
    })),
  );
}

describe('a report on demand that dies while answering', () => {
  it('reaches its readers, with any second copy marked, or its contact is notified', async () => {
    const lives = await everyDeath('accepted');
    expect(lives).toHaveLength(13);
    const silent = lives.filter(({ marks, notified }) => marks.length === 0 && !notified);
    // Before anything is stored, only the caller knows of the request.
    expect(silent.map(({ name }) => name)).toEqual(['before effect 1 of 12']);
    expect(lives.filter(({ marks }) => marks.length > 2 || marks[1] === false)).toEqual([]);
  });

  it('has its contact notified if its message is refused permanently, unless it dies before anything is stored', async () => {
    const lives = await everyDeath('refused permanently');
    const silent = lives.filter(({ marks, notified }) => marks.length === 0 && !notified);
    expect(silent.map(({ name }) => name)).toEqual(['before effect 1 of 13']);
  });
});
