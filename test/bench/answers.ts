/**
 * Sends answers to the machine's link server on loopback, which stores them in a directory. Measures whether each is
 * stored once, and how fast.
 */
import { Agent, request } from 'node:http';
import { Temporal } from 'temporal-polyfill';
import { createDirectoryStore } from '#archive/directory.ts';
import { anAddress } from '../support/pages/a-page.ts';
import { anAnswerPage } from '../support/pages/an-answer-page.ts';
import { serveAnswerPages } from '../support/pages/served-answers.ts';
import { percentile } from './planning/load.ts';

export type AnswerFigures = {
  readonly sent: number;
  /** Number of submissions answered with 200. */
  readonly taken: number;
  /** Number of objects with answers; `names` counts objects with names. */
  readonly stored: number;
  readonly names: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
};

/** @param folder an empty folder on the disk that is measured */
export async function benchAnswers(
  folder: string,
  of: { readonly perSecond: number; readonly seconds: number; readonly cuts: number },
): Promise<AnswerFigures> {
  const store = createDirectoryStore(folder);
  const page = anAnswerPage();
  const cuts = Array.from({ length: of.cuts }, (_, index) => anAddress({ message: `cut-${index}` }));
  const friday = Temporal.Instant.from('2026-11-20T15:00:00Z').epochMilliseconds;
  const began = performance.now();
  const served = await serveAnswerPages(
    store,
    cuts.map((address) => [address, page] as const),
    () => ({ epochMilliseconds: friday + Math.floor(performance.now() - began) }),
  );
  // Each request has its own connection, as from a phone.
  const agent = new Agent({ keepAlive: false });
  const count = of.perSecond * of.seconds;
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const due = start + (index * 1_000) / of.perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, due - performance.now())));
      // Each submission differs, as if a person changed their mind.
      const promise = { name: 'Jo', nonce: `page ${index}`, a0: 'promise', p0: String(index % 50) };
      return post(served.links[index % of.cuts] ?? '', {
        agent,
        reader: `192.0.2.${index % of.cuts}`,
        body: new URLSearchParams(promise).toString(),
      });
    }),
  );
  agent.destroy();
  await served.close();
  const times = answers.map(({ ms }) => ms);
  const [stored, names] = await Promise.all(
    ['answers/riverside/', 'answer-names/'].map((prefix) => store.list(prefix)),
  );
  return {
    sent: count,
    taken: answers.filter(({ status }) => status === 200).length,
    stored: stored?.length ?? 0,
    names: names?.length ?? 0,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    longestMs: Math.max(...times),
  };
}

function post(
  link: string,
  { agent, reader, body }: { readonly agent: Agent; readonly reader: string; readonly body: string },
) {
  const began = performance.now();
  return new Promise<{ readonly status: number | undefined; readonly ms: number }>((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      'x-forwarded-for': reader,
    };
    request(link, { method: 'POST', agent, headers }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve({ status: answer.statusCode, ms: performance.now() - began }));
    })
      .once('error', reject)
      .end(body);
  });
}

export function answerLines(figures: AnswerFigures): string {
  const { sent, taken, stored, names, medianMs, p99Ms, longestMs } = figures;
  return `${sent} sent, ${taken} taken, ${stored} stored with ${names} names; median ${Math.round(medianMs)} ms, p99 ${Math.round(p99Ms)} ms (at most 150 is promised), longest ${Math.round(longestMs)} ms\n`;
}
