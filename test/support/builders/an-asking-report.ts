import type { Lookahead } from '#lookahead/lookahead.ts';
import { type PageKind, pageKey, parsePageKey, signPageLink } from '#pages/page-link.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { ResolvedReport } from '#runs/look-up-report.ts';
import { runPrefix, shortKeySafeText } from '#runs/store/names.ts';
import { createMemoryStore, type MemoryStore } from '../memory-store.ts';
import { aLinkApp, secret } from '../pages/a-link-app.ts';
import { createRecordingMailer } from '../recording-mailer.ts';
import {
  aClock,
  anAttempt,
  aResolvedReport,
  deliverResolved,
  runId,
  tasksReader,
  windowAfter,
} from './a-delivery.ts';

const answers: NonNullable<ResolvedReport['answers']> = {
  until: 'MON 07:00',
  reasons: ['Materials', 'Labour', 'Weather'],
};

const asked = (kind: 'subcontractor' | 'location', id: string, name: string) =>
  ({ audience: { kind, id, name }, to: [`${id}@example.com`], cc: [], replyTo: [] }) as const;
/** The audiences that are asked: Pile Co, Form Co, and the location yard. */
const askedAudiences = [
  asked('subcontractor', 's1', 'Pile Co'),
  asked('subcontractor', 's2', 'Form Co'),
  asked('location', 'yard', 'Yard'),
];

const baseUrl = 'https://links.example.com/';

/** The choices for tasks by id, with the other fields of their blocks: `{ t1: 'decline', 't1 reason': 'Labour' }`. */
export type FormChoices = Readonly<Record<string, string>>;

const fieldOf: Readonly<Record<string, string>> = { '': 'a', reason: 'r', from: 'f', people: 'p', note: 'n' };

/** A weekly report that asks its audiences, over one archive. */
export function anAskingReport({ store = createMemoryStore() }: { readonly store?: MemoryStore } = {}) {
  const jobOn = (friday: string, changes: Partial<ResolvedReport> = {}): ResolvedReport =>
    aResolvedReport({
      project: { ...aResolvedReport().project, askingReport: 'weekly' },
      runId: runId(`${friday}T14:00:00Z`),
      window: windowAfter(friday),
      answers,
      audiences: askedAudiences,
      ...changes,
    });
  const linkOf = (resolved: ResolvedReport, message: string, kind: PageKind = 'answer') => {
    const { project, report, window, runId: run, testRun } = resolved;
    const address = { project: project.key, report: report.key, window, runId: run };
    const prefix = runPrefix(testRun === undefined ? address : { ...address, testRun });
    return signPageLink(parsePageKey(pageKey(prefix, message)), { baseUrl, kind, secret });
  };
  return {
    store,
    jobOn,
    linkOf,
    /** Delivers the report of a Friday. @returns what the workbooks are made from, the mailer, and the result */
    async deliver(
      friday: string,
      tasks: readonly Task[],
      changes: Partial<ResolvedReport> & { at?: string } = {},
    ) {
      const { at = `${friday}T14:00:05Z`, ...rest } = changes;
      const lookaheads: Lookahead[] = [];
      const mailer = createRecordingMailer({ repeatable: true });
      const attempt = anAttempt({
        store,
        mailer,
        now: aClock(at).now,
        planning: tasksReader(tasks),
        signPage: async (key, kind) => signPageLink(parsePageKey(key), { baseUrl, kind, secret }),
        render: async (lookahead) => {
          lookaheads.push(lookahead);
          return Buffer.from(JSON.stringify([lookahead.audience, lookahead.issue.number, lookahead.ppc]));
        },
      });
      const result = await deliverResolved(jobOn(friday, rest), attempt);
      return { lookaheads, mailer, result };
    },
    /** Opens the page of a Friday's message at a time. @returns HTML, link, and `send`, which submits answers */
    async open(friday: string, audience: string, at: string, resolved = jobOn(friday)) {
      const message = messageOf(audience);
      const { open, clock } = aLinkApp({ store, at });
      const link = linkOf(resolved, message);
      const html = await (await open(link)).text();
      return {
        html,
        link,
        send: (name: string, said: FormChoices, later?: string) => send(name, said, later),
      };

      async function send(name: string, said: FormChoices, later?: string) {
        if (later) clock.advance(aClock(later).now().since(clock.now()));
        const body = new URLSearchParams({ ...hiddenOf(html), ...filledIn(html), name });
        for (const [key, value] of Object.entries(said)) {
          const [id = '', part = ''] = key.split(' ');
          body.set(`${fieldOf[part]}${placeOf(html, id)}`, value);
        }
        const answer = await open(link, {
          method: 'POST',
          body: body.toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        return { status: answer.status, html: await answer.text() };
      }
    },
  };
}

function messageOf(audience: string): string {
  return `${audience === 'yard' ? 'location' : 'subcontractor'}-${shortKeySafeText(audience)}`;
}

/** The hidden fields of the form: values by name. */
export function hiddenOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

/** The fields that the page has filled in already, as a browser would submit them. */
export function filledIn(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of html.matchAll(/type="radio" name="(\w+)" value="(\w+)" checked/g)) {
    fields[name] = value;
  }
  for (const [, name = '', value = ''] of html.matchAll(
    /type="(?:number|date)" name="(\w+)" value="([^"]*)"/g,
  )) {
    fields[name] = value;
  }
  for (const [, name = '', options = ''] of html.matchAll(/<select name="(\w+)">(.*?)<\/select>/g)) {
    fields[name] = / selected>([^<]*)</.exec(options)?.[1] ?? '';
  }
  return fields;
}

/**
 * The index of a task's block in the form, found by the ID that the block shows. If both weeks have such a block, it is
 * the one in the week to promise.
 */
export function placeOf(html: string, ref: string): number {
  const blocks = html.split('<fieldset').slice(1);
  const block = blocks.find((one) => new RegExp(`\\b${ref}\\b`).test(one));
  const place = /name="a(\d+)"/.exec(block ?? '')?.[1];
  if (place === undefined) throw new Error(`The page has no task ${ref}.`);
  return Number(place);
}
