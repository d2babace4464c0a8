/** The reminder to readers who have not answered all their questions, shortly before the answers close. */
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { reconcileAndLog, reconcileDue } from '#watch/reconcile.ts';
import { aWorld, recordingLog } from '../../support/a-world.ts';
import { aWireTask, runId, subjectOf } from '../../support/builders/a-delivery.ts';
import { anAskingReport } from '../../support/builders/an-asking-report.ts';
import {
  askedCut,
  askedTasks,
  askingConfiguration,
  checksOf as checksOfAnswers,
} from '../../support/builders/checks-of-answers.ts';
import { type Crash, deathsAt } from '../../support/crashing-process.ts';

const friday = '2026-11-20';
const sunday = '2026-11-22T18:00:00Z';
const closing = '2026-11-23T07:00:00Z';

const pile = askedCut('s1', 'Pile Co', ['pile@example.com']);
const form = askedCut('s2', 'Form Co', ['form@example.com']);

const reminding: Partial<ResolvedReport> = {
  answers: { until: 'MON 07:00', remind: 'SUN 18:00', reasons: ['Materials', 'Labour'] },
  audiences: [pile, form],
};

const ofPile = '2 tasks of Riverside Tower need your answer by Mon 23 Nov, 07:00 (Pile Co)';
const ofForm = '1 task of Riverside Tower needs your answer by Mon 23 Nov, 07:00 (Form Co)';

function checksOf(site: Pick<ReturnType<typeof anAskingReport>, 'store'>) {
  const { mailer, ...checks } = checksOfAnswers(site);
  /** `form@example.com: <subject>` for each reminder, without the mails to the contact. */
  const reminders = () =>
    mailer.taken
      .filter(({ recipients }) => !recipients.includes('planner@example.com'))
      .map((message) => `${message.recipients.join()}: ${subjectOf(message)}`)
      .sort();
  const mailTo = async (address: string) => {
    const message = mailer.taken.find(({ recipients }) => recipients.includes(address));
    return PostalMime.parse(message?.raw ?? '');
  };
  return { ...checks, mailer, reminders, mailTo };
}

async function anAskedWeek(changes: Partial<ResolvedReport> = {}) {
  const site = anAskingReport();
  await site.deliver(friday, askedTasks, { ...reminding, ...changes });
  const resolved = site.jobOn(friday, { ...reminding, ...changes });
  const answer = async (
    audience: string,
    said: Readonly<Record<string, string>>,
    at = '2026-11-21T10:00:00Z',
  ) => (await site.open(friday, audience, at, resolved)).send('Ana Silva', said);
  return { ...site, answer, link: (message: string) => site.linkOf(resolved, message) };
}

describe('a reminder before answers close', () => {
  it('goes once to each reader with open questions, and counts them', async () => {
    const { store } = await anAskedWeek();
    const { check, reminders } = checksOf({ store });
    await check('2026-11-22T17:59:59Z');
    expect(reminders()).toEqual([]);
    await check(sunday);
    const said = [`form@example.com: ${ofForm}`, `pile@example.com: ${ofPile}`];
    expect(reminders()).toEqual(said);
    for (const at of ['2026-11-22T18:10:00Z', '2026-11-22T20:00:00Z', closing, '2026-11-23T09:00:00Z'])
      await check(at);
    expect(reminders()).toEqual(said);
  });

  it('does not count answered tasks, and does not go to a reader who has answered all', async () => {
    const { store, answer } = await anAskedWeek();
    await answer('s1', { t1: 'decline', 't1 reason': 'Materials' });
    await answer('s2', { t4: 'promise' });
    const { check, reminders, mailTo } = checksOf({ store });
    await check(sunday);
    expect(reminders()).toEqual([
      'pile@example.com: 1 task of Riverside Tower needs your answer by Mon 23 Nov, 07:00 (Pile Co)',
    ]);
    const { text } = await mailTo('pile@example.com');
    expect(text).toContain('Please answer for 1 of your 2 tasks by Mon 23 Nov, 07:00.');
    expect([...store.objects.keys()].filter((key) => /^reminders.*told/.test(key))).toHaveLength(2);
  });

  it('names the tasks, links to the answer page, and explains why the reader gets it', async () => {
    const { store, link } = await anAskedWeek();
    const { check, mailTo } = checksOf({ store });
    await check(sunday);
    const { text = '', html = '', to, cc, replyTo } = await mailTo('pile@example.com');
    const page = link('subcontractor-s1');
    expect(text.trim().split(/\n+/)).toEqual([
      ofPile,
      expect.stringMatching(/^=+$/),
      'Please answer for 2 of your 2 tasks by Mon 23 Nov, 07:00.',
      'Answer for your 2 tasks:',
      page,
      '-- ',
      'You get this mail because you were asked to answer for these tasks. A reply',
      'goes to a person.',
    ]);
    expect(html).toContain(page.replaceAll('&', '&amp;'));
    expect(`${text} ${html}`).not.toMatch(/Form Co|form@|planner@|contact|lookahead\.yaml/i);
    expect({ to, cc, replyTo }).toMatchObject({
      to: [{ address: 'pile@example.com' }],
      cc: undefined,
      replyTo: [{ address: 'planner@example.com' }],
    });
  });

  it('goes to each address of an audience', async () => {
    const both = askedCut('s1', 'Pile Co', ['pile@example.com', 'foreman@example.com', 'Pile@example.com']);
    const { check, reminders } = checksOf(await anAskedWeek({ audiences: [both] }));
    await check(sunday);
    expect(reminders()).toEqual([`foreman@example.com: ${ofPile}`, `pile@example.com: ${ofPile}`]);
  });

  it('is one mail for a reader of two audiences, with a button for each', async () => {
    const office = ['office@example.com'];
    const { store, link } = await anAskedWeek({
      audiences: [askedCut('s1', 'Pile Co', office), askedCut('s2', 'Form Co', office)],
    });
    const { check, reminders, mailTo } = checksOf({ store });
    await check(sunday);
    expect(reminders()).toEqual(['office@example.com: No answer yet: 2 requests']);
    const { text = '' } = await mailTo('office@example.com');
    for (const words of [ofPile, ofForm]) expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
    for (const message of ['subcontractor-s1', 'subcontractor-s2']) expect(text).toContain(link(message));
  });

  it('is one mail for two revisions, and links to the later one', async () => {
    const site = await anAskedWeek();
    const at = '2026-11-21T09:00:05Z';
    const later = { ...reminding, runId: runId(at) };
    await site.deliver(friday, [...askedTasks, aWireTask('t5')], { ...later, at });
    await site.answer('s2', { t4: 'promise' }, '2026-11-21T10:00:00Z');
    const { check, reminders, mailTo } = checksOf(site);
    await check(sunday);
    expect(reminders()).toEqual([`pile@example.com: ${ofPile.replace('2', '3')}`]);
    const { text = '' } = await mailTo('pile@example.com');
    const page = site.linkOf(site.jobOn(friday, later), 'subcontractor-s1');
    expect(text.match(/https:\S+/g)).toEqual([page]);
    await check('2026-11-22T18:10:00Z');
    expect(reminders()).toHaveLength(1);
  });

  it('is a separate mail for a contact who is also a reader', async () => {
    const own = askedCut('s1', 'Pile Co', ['planner@example.com']);
    const { check, mailer } = checksOf(await anAskedWeek({ audiences: [own] }));
    await check(sunday);
    await check(closing);
    expect(mailer.taken.map(subjectOf)).toEqual([
      ofPile,
      'Riverside Tower, Weekly lookahead, week 48: 0 of 2 tasks promised, 0 declined, 2 not answered',
    ]);
  });
});

describe('no reminder is sent', () => {
  it('once the answers have closed', async () => {
    const { check, reminders } = checksOf(await anAskedWeek());
    await check(closing);
    await check('2026-11-23T07:10:00Z');
    expect(reminders()).toEqual([]);
  });

  it('while all mail is stopped, nor after it is resumed if the answers have closed by then', async () => {
    const stop = async (
      site: Awaited<ReturnType<typeof anAskedWeek>>,
      became: 'stopped' | 'resumed',
      at: string,
    ) => saveMailStopOrResume(site.store, { became, at: Temporal.Instant.from(at), by: 'ana@site' });
    for (const [resumed, told] of [
      ['2026-11-22T20:00:00Z', 1],
      [closing, 0],
    ] as const) {
      const site = await anAskedWeek({ audiences: [pile] });
      const { check, reminders } = checksOf(site);
      await stop(site, 'stopped', '2026-11-22T17:00:00Z');
      await check(sunday);
      expect(reminders()).toEqual([]);
      await stop(site, 'resumed', resumed);
      await check(resumed);
      expect(reminders()).toHaveLength(told);
    }
  });

  it('for a message that has not been sent, until it is', async () => {
    const site = await anAskedWeek({ audiences: [pile] });
    const [sent = ''] = (await site.store.list('issues/')).filter((key) =>
      /subcontractor-s1\/sent/.test(key),
    );
    const bytes = site.store.objects.get(sent) ?? new Uint8Array();
    site.store.objects.delete(sent);
    const { check, reminders } = checksOf(site);
    await check(sunday);
    expect(reminders()).toEqual([]);
    site.store.objects.set(sent, bytes);
    await check('2026-11-22T19:00:00Z');
    expect(reminders()).toEqual([`pile@example.com: ${ofPile}`]);
  });

  it('to a reader whom a later revision no longer asks', async () => {
    const site = await anAskedWeek();
    const at = '2026-11-21T09:00:05Z';
    const others = askedTasks.filter(({ id }) => id === 't4');
    await site.deliver(friday, others, { ...reminding, runId: runId(at), at });
    const { check, reminders } = checksOf(site);
    await check(sunday);
    expect(reminders()).toEqual([`form@example.com: ${ofForm}`]);
  });
});

it('a reminder to an address that is refused permanently is not retried, and raises no alarm', async () => {
  const { store } = await anAskedWeek({ audiences: [pile] });
  const world = aWorld({ configuration: askingConfiguration, store });
  const { clock, mailer, log } = world;
  clock.advance(Temporal.Instant.from(sunday).since(clock.now()));
  mailer.answers.push({ kind: 'failed', reason: 'No such mailbox.' });
  for (const owner of ['check-1', 'check-2']) {
    const { mails } = await reconcileAndLog({ ...world, schedules: 'off' });
    expect(mails, owner).toHaveLength(owner === 'check-1' ? 1 : 0);
    clock.advance({ minutes: 10 });
  }
  expect(mailer.taken).toEqual([]);
  expect(log.counted.get('ActionNeeded')).toBeUndefined();
  expect(log.lines).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'a mail did not reach its contact: remind' }),
  );
});

it('two concurrent checks send each reminder once', async () => {
  const { store } = await anAskedWeek();
  const { clock, mailer, queue, sendAgain } = aWorld({ configuration: askingConfiguration, store });
  clock.advance(Temporal.Instant.from(sunday).since(clock.now()));
  const parts = {
    configuration: askingConfiguration,
    sendAgain,
    clock,
    queue,
    store,
    mailer,
    schedules: 'off',
    log: recordingLog(),
  } as const;
  await Promise.all(['check-1', 'check-2'].map((owner) => reconcileDue(clock.now(), { ...parts, owner })));
  expect(mailer.taken.map(subjectOf).sort()).toEqual([ofForm, ofPile]);
});

it('a check that is killed at any effect loses no reminder, and repeats one at most, marked as resent', async () => {
  const story = async (death: Crash | undefined) => {
    const { check, reminders, effects } = checksOf(await anAskedWeek({ audiences: [pile] }));
    await check('2026-11-22T17:50:00Z');
    await check(sunday, death);
    const until = effects();
    for (const at of ['18:10', '18:40', '19:20', '20:20']) await check(`2026-11-22T${at}:00Z`);
    const [first, ...again] = reminders();
    expect(first, JSON.stringify(death)).toContain(`pile@example.com: ${ofPile}`);
    expect(again.length).toBeLessThan(2);
    for (const copy of again) expect(copy).toContain('(resent)');
    return until;
  };
  const effects = await story(undefined);
  expect(effects).toBeGreaterThan(3);
  for (const death of deathsAt(effects)) await story(death);
});
