/** A week, Monday to Monday, in which one thing after another goes wrong at the three projects of one contact. */

import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import type { Configuration } from '#config/configuration.ts';
import type { Mailer, OutgoingMessage } from '#mail/transport/mailer.ts';
import { parsePageKey, signPageLink } from '#pages/page-link.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import type { StoredItem } from '#planning-server/versions/version.ts';
import { createDueReports, type DueReport, reportsOfSchedule, schedulesOf } from '#queue/due-reports.ts';
import { processJob } from '#queue/process-job.ts';
import { planningConnector } from '#runs/connect.ts';
import { saveMailStopOrResume, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';
import { runName } from '#runs/store/names.ts';
import { anInvocation, aWorld, configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, riverside } from '../../support/builders/a-configuration.ts';
import { aClock } from '../../support/builders/a-delivery.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { filledIn, hiddenOf, placeOf } from '../../support/builders/an-asking-report.ts';
import { aBounce, receiveSesEvent } from '../../support/builders/ses-events.ts';
import { firingsBetween } from '../../support/fake-scheduler.ts';
import { aLinkApp, secret } from '../../support/pages/a-link-app.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';
import { delayingQueue } from './delaying-queue.ts';

const contact = 'planner@example.com';
/** Recipient of every report. */
const manager = 'works.manager@example.com';

/** The first check is made the day before, so that the schedules are known when the week begins. */
const firstCheck = '2026-11-15T23:50:00Z';
/** At this time the deadlines of Monday's reports have passed. */
const end = '2026-11-23T13:00:00Z';
const week = { from: '2026-11-16T00:00:00Z', to: end };

const refusedKey = { from: '2026-11-16T05:00:00Z', to: '2026-11-16T09:20:00Z', project: 'market-hall' };
const outage = { from: '2026-11-17T05:30:00Z', to: '2026-11-17T10:30:00Z' };
const stopped = { from: '2026-11-18T05:30:00Z', to: '2026-11-19T11:30:00Z' };
const mailboxFull = {
  bounceType: 'Transient',
  bounceSubType: 'MailboxFull',
  diagnosticCode: 'smtp; 552 5.2.2 mailbox full',
  status: '5.2.2',
} as const;
const thursday = '2026-11-19T00:00:00Z';
const bounces = [
  { address: 'site.office@example.com', from: thursday, to: end, how: {} },
  { address: 'deputy@example.com', from: thursday, to: '2026-11-20T00:00:00Z', how: mailboxFull },
];
const answered = '2026-11-21T10:12:00Z';

const projects = [
  { key: 'riverside', projectId: 'riverside-tower', name: 'Riverside Tower', dataDate: '2026-11-14' },
  // The data date is more than ten days old on Friday.
  { key: 'harbour', projectId: 'harbour-quay', name: 'Harbour Quay', dataDate: '2026-11-09' },
  { key: 'market', projectId: 'market-hall', name: 'Market Hall', dataDate: '2026-11-14' },
];

const configuration = configurationOf(
  aConfigurationText({
    projects: projects.map(({ key, projectId, name }) => ({
      ...riverside,
      key,
      projectId,
      name,
      apiKey: `{ secret: lookahead/${key} }`,
    })),
    reports: [
      {
        key: 'daily',
        name: 'Day plan',
        starts: 'this-week',
        when: "{ cron: '0 6 * * MON-FRI' }",
        to: `[${manager}, site.office@example.com]`,
        cc: '[deputy@example.com]',
        deliverWithin: '6',
        contact,
      },
      {
        key: 'fortnight',
        name: 'Fortnight ahead',
        projects: '[riverside, harbour]',
        weeks: '2',
        when: "{ cron: '0 9 * * WED' }",
        to: `[${manager}]`,
        deliverWithin: '48',
        contact,
      },
      {
        key: 'weekly',
        name: 'Weekly lookahead',
        when: "{ cron: '0 14 * * FRI' }",
        to: `[${manager}, site.office@example.com]`,
        contact,
      },
      {
        key: 'trades',
        name: 'Trades week',
        projects: '[riverside]',
        when: "{ cron: '0 14 * * FRI' }",
        to: `[${manager}]`,
        audiences:
          '[{ each: subcontractor, to: { Pile Co: [pile@example.com], Form Co: [form@example.com] } }]',
        answers: '{ until: MON 07:00 }',
        contact,
      },
    ],
  }),
);

export type ContactMail = {
  readonly at: Temporal.Instant;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

type Taken = { readonly at: Temporal.Instant; readonly message: OutgoingMessage };

export async function liveThroughBadWeek() {
  const clock = aClock(firstCheck);
  const queue = delayingQueue(clock);
  const taken: Taken[] = [];
  const mailService: Mailer = {
    repeatable: false,
    send: async (message) => {
      taken.push({ at: clock.now(), message });
      return { kind: 'accepted', messageId: `message-${taken.length}` };
    },
  };
  const services = aWorld({ configuration, clock, connect: connectToPlanning(clock.now) });
  const { store } = services;
  const resume = 'lookahead stop --resume --bucket archive --region eu-west-2';
  const world = {
    ...services,
    queue,
    mailer: stoppableMailer(mailService, { store, clock, resume }),
    renderer: { loadWriter: async () => undefined, forProject: async () => async () => Buffer.from('PK') },
    signPage: async (key: string, kind: Parameters<typeof signPageLink>[1]['kind']) =>
      signPageLink(parsePageKey(key), { baseUrl: 'https://links.example.com/', kind, secret }),
  };

  const firings = firingsOf(configuration);
  const due: DueReport[] = [];
  let heard = 0;
  const hearBounces = async () => {
    for (const { at, message } of taken.slice(heard)) {
      heard += 1;
      for (const { address, how, ...span } of bounces) {
        if (!message.recipients.includes(address) || !isDuring(span, at)) continue;
        await receiveSesEvent(
          aBounce(message, address, { ...how, timestamp: clock.now().toString() }),
          world,
        );
      }
    }
  };
  const reportsDue = async () => {
    for (const { cron, timeZone, scheduledTime } of firings) {
      if (!isNow(scheduledTime, clock.now())) continue;
      due.push(...createDueReports(clock.now(), reportsOfSchedule(configuration, { cron, timeZone })));
      await handleDispatchEvent({ cron, timeZone, scheduledTime }, world);
    }
  };
  const by = 'operator@laptop';
  const stopOrResume = async () => {
    const at = clock.now();
    if (isNow(stopped.from, at)) await saveMailStopOrResume(store, { at, became: 'stopped', by });
    if (isNow(stopped.to, at)) await saveMailStopOrResume(store, { at, became: 'resumed', by });
  };
  const pileCoAnswers = async () => {
    if (!isNow(answered, clock.now())) return;
    const app = aLinkApp({ store, at: answered });
    const link = await answerLink(taken.map(({ message }) => message));
    const page = await app.read(link);
    const promised = placeOf(page, 't1');
    const declined = placeOf(page, 't2');
    const said = {
      [`a${promised}`]: 'promise',
      [`a${declined}`]: 'decline',
      [`r${declined}`]: 'Materials',
      name: 'Ana Silva',
    };
    const sent = await app.open(link, {
      method: 'POST',
      body: new URLSearchParams({ ...hiddenOf(page), ...filledIn(page), ...said }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if (sent.status >= 400) throw new Error(`The answers of Pile Co were answered with ${sent.status}.`);
  };

  for (
    ;
    Temporal.Instant.compare(clock.now(), Temporal.Instant.from(end)) <= 0;
    clock.advance({ minutes: 1 })
  ) {
    await stopOrResume();
    await hearBounces();
    await pileCoAnswers();
    await reportsDue();
    for (let job = queue.receive(); job; job = queue.receive()) await processJob(job, world, anInvocation());
    const scheduledTime = clock.now().toString();
    if (/:\d0:00Z$/.test(scheduledTime))
      await handleReconcileEvent({ reconcile: 'check', scheduledTime }, world);
  }

  const isDelivered = (report: DueReport) =>
    taken.some(({ message }) => message.run === runName(report) && message.recipients.includes(manager));
  return { due, isDelivered, mails: await mailsTo(contact, taken) };
}

/** The mails to an address, in the order in which the mail service accepted them. */
async function mailsTo(address: string, taken: readonly Taken[]): Promise<readonly ContactMail[]> {
  const own = taken.filter(({ message }) => message.recipients.includes(address));
  return Promise.all(
    own.map(async ({ at, message }) => {
      const { subject = '', text = '', html = '' } = await PostalMime.parse(message.raw);
      return { at, subject, text, html };
    }),
  );
}

function connectToPlanning(now: () => Temporal.Instant) {
  const service = planningService(
    projects.map(({ projectId, name }) =>
      aPlanningProject(
        { tasks: tasksOfSite, subcontractors: [pileCo, formCo] },
        { region: 'gb', projectId, name, timeZone: 'Europe/London' },
      ),
    ),
  );
  const answer: typeof fetch = async (input, init) => {
    const at = now();
    const { pathname } = new URL(new Request(input, init).url);
    if (isDuring(outage, at)) return new Response('{}', { status: 503 });
    if (isDuring(refusedKey, at) && pathname.includes(`/${refusedKey.project}/`)) {
      return new Response('{}', { status: 401 });
    }
    const found = await service.fetch(input, init);
    const project = projects.find(({ projectId }) => pathname.includes(`/${projectId}/`));
    found.headers.set('planning-data-date', project?.dataDate ?? '');
    return found;
  };
  return planningConnector(
    async ({ key }) => ({ provider: fixedKeyProvider(masterKey), name: `the secret lookahead/${key}` }),
    {
      fetch: answer,
      now: () => now().epochMilliseconds,
      wait: async () => undefined,
      random: () => 0.5,
    },
  );
}

const pileCo = { id: 's1', name: 'Pile Co' };
const formCo = { id: 's2', name: 'Form Co' };

const tasksOfSite: readonly StoredItem[] = [
  {
    id: 't1',
    name: 'Drive piles',
    shift: 'day',
    start: '2026-11-17',
    finish: '2026-11-25',
    subcontractor: pileCo,
  },
  {
    id: 't2',
    name: 'Pour caps',
    shift: 'night',
    start: '2026-11-24',
    finish: '2026-11-26',
    subcontractor: pileCo,
  },
  {
    id: 't3',
    name: 'Set shutters',
    shift: 'day',
    start: '2026-11-18',
    finish: '2026-11-27',
    subcontractor: formCo,
  },
];

function firingsOf(of: Configuration) {
  return schedulesOf(of).flatMap(({ schedule }) => firingsBetween(schedule, week));
}

async function answerLink(messages: readonly OutgoingMessage[]): Promise<string> {
  const message = messages.findLast(({ recipients }) => recipients.includes('pile@example.com'));
  const { html = '' } = message ? await PostalMime.parse(message.raw) : {};
  const links = [...html.matchAll(/href="(https:\/\/links\.example\.com\/[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  const link = links.find((one) => /answer/.test(one));
  if (link === undefined) throw new Error(`None of ${links.join()} leads to an answer page.`);
  return link;
}

function isDuring({ from, to }: { readonly from: string; readonly to: string }, at: Temporal.Instant) {
  const { compare } = Temporal.Instant;
  return compare(at, Temporal.Instant.from(from)) >= 0 && compare(at, Temporal.Instant.from(to)) < 0;
}

function isNow(time: string, now: Temporal.Instant): boolean {
  return Temporal.Instant.from(time).equals(now);
}
