import { expect, it, onTestFinished } from 'vitest';
import { createSmtpMailer } from '#mail/transport/smtp.ts';
import { aClock, aResolvedReport } from '../../support/builders/a-delivery.ts';
import { deathsAt } from '../../support/crashing-process.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { startSmtpServer } from '../../support/smtp/smtp-server.ts';
import { repeatedAttempts } from './repeated-attempts.ts';

const people = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
const resolved = aResolvedReport({ audiences: [], everyone: { to: people, cc: [], replyTo: [] } });

/** A site with a mail server that takes two recipients in each transaction. */
async function aSite() {
  const server = await startSmtpServer();
  onTestFinished(() => server.close());
  let inThis = 0;
  server.faults.sender = () => {
    inThis = 0;
    return undefined;
  };
  server.faults.recipient = () => (inThis++ < 2 ? undefined : { status: 452, text: 'Too many recipients' });
  const store = createMemoryStore();
  const clock = aClock();
  const smtp = {
    host: '127.0.0.1',
    port: server.port,
    name: 'reports.example.com',
    tls: 'starttls',
  } as const;
  const mailer = createSmtpMailer(smtp);
  const attempt = repeatedAttempts(resolved, { store, mailer, now: clock.now });
  const copies = (address: string) =>
    server.stored
      .filter(({ recipients }) => recipients.includes(address))
      .map(({ raw }) =>
        /^Subject:.*\(resent\)/m.test(raw.toString().replaceAll(/\r\n[ \t]/g, ' ')) ? 'marked' : 'plain',
      );
  return { server, store, clock, attempt, copies };
}

it('each recipient gets one copy, or a second one that is marked, whenever the process dies', async () => {
  const { attempt, copies, store } = await aSite();
  const { effects, result } = await attempt();
  expect(result?.outcome).toBe('delivered');
  for (const one of people) expect(copies(one)).toEqual(['plain']);
  const parts = (await store.list('')).filter((key) => /\/part-/.test(key));
  expect(parts.map((key) => key.slice(key.lastIndexOf('/') + 1))).toEqual(['part-1-1.json', 'part-1-2.json']);

  for (const death of deathsAt(effects)) {
    const site = await aSite();
    await site.attempt(death);
    await site.attempt();
    site.clock.advance({ minutes: 36 });
    await site.attempt();
    for (const one of people) {
      const name = `${one}, ${death.moment} ${death.effect}`;
      expect([['plain'], ['marked'], ['plain', 'marked']], name).toContainEqual(site.copies(one));
    }
    // Recipients whose copy is recorded in the store are sent no other copy.
    const known = (await site.store.list('')).filter((key) => /\/part-1-\d+\.json$/.test(key)).length;
    for (const one of people.slice(0, 2 * known)) expect(site.copies(one)).toEqual(['plain']);
    expect((await site.attempt()).result?.outcome).toBe('already delivered');
  }
});

it('recipients who have the message do not get it again if a later transaction is refused, or its answer is lost', async () => {
  for (const trouble of ['broken off', { status: 451, text: 'Later' }] as const) {
    const { server, attempt, copies, clock, store } = await aSite();
    let messages = 0;
    server.faults.answer = () => (messages++ === 1 ? { stored: false, trouble } : undefined);
    const first = await attempt();
    const lost = trouble === 'broken off';
    if (lost) expect(first.result?.outcome).toBe('incomplete');
    clock.advance({ minutes: 36 });
    expect((await attempt()).result?.outcome).toMatch(/delivered/);
    expect(people.map((one) => copies(one))).toEqual(
      ['plain', 'plain', ...Array.from({ length: 3 }, () => (lost ? 'marked' : 'plain'))].map((copy) => [
        copy,
      ]),
    );
    expect((await store.list('')).some((key) => key.endsWith('sent.json'))).toBe(true);
  }
});
