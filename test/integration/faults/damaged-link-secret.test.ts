import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import type { ObjectStore } from '#archive/object-store.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { createWorkbookLinkSigner } from '#cloud/secret-reader.ts';
import { signLink } from '#display/signed-link.ts';
import { linkSecretObjectKey, readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { maxAttachmentBytes } from '#mail/transport/mailer.ts';
import { processJob } from '#queue/process-job.ts';
import { reconcileAndLog } from '#watch/reconcile.ts';
import { anInvocation, aReceivedJob } from '../../support/a-world.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import type { MemoryStore } from '../../support/memory-store.ts';

const damaged = '{"current": "sh", "secret": "sh';
const whole = `{"current": "${'x'.repeat(40)}", "secret": "${'x'.repeat(40)}"}`;

/**
 * For each process: a function that makes links from the secret under `linkSecretObjectKey`, and the message about a damaged
 * secret.
 */
const processes: readonly (readonly [string, (store: MemoryStore) => ObjectStore['link'], RegExp])[] = [
  [
    'a function',
    (store) =>
      createWorkbookLinkSigner({
        readSecret: async () => Buffer.from((await store.get(linkSecretObjectKey)) ?? []).toString(),
        secret: 'lookahead/links',
        baseUrl: 'https://links.example.com',
        days: 30,
        now: () => firingTime,
      }),
    /The secret lookahead\/links has the wrong form/,
  ],
  [
    'one machine',
    (store) => async (key) => {
      const secret = await readOrCreateLinkSecret(store);
      return signLink({ baseUrl: 'https://links.example.com', key, expires: firingTime, secret: secret() });
    },
    /machine\/link-secret\.json in the archive has no secret for links/,
  ],
];
const firingTime = Temporal.Instant.from(firing.scheduledTime);

it.each(processes)(
  'on %s, the report that needs a link fails until the secret is repaired; its contact is notified, and other mails are sent',
  async (_, linksOf, cause) => {
    const { services } = await aScheduledSite();
    const world = {
      ...services,
      store: { ...services.store, link: linksOf(services.store) },
      renderer: {
        ...services.renderer,
        forProject:
          async () =>
          async ({ report }: { readonly report: { readonly key: string } }) =>
            new Uint8Array(report.key === 'weekly' ? maxAttachmentBytes + 1 : 1),
      },
    };
    const { clock, queue, mailer, store } = services;
    store.objects.set(linkSecretObjectKey, Buffer.from(damaged));
    let messages = 0;
    const work = async () => {
      for (const { job } of queue.sent.splice(0)) {
        await processJob(aReceivedJob(job, 1, `m-${++messages}`), world, anInvocation());
      }
    };
    /** Recipient, subject and text of each mail since the last call. */
    const mails = async () => {
      const read = await Promise.all(mailer.taken.splice(0).map(({ raw }) => PostalMime.parse(raw)));
      return read.map(({ to, subject, text = '' }) => ({
        to: to?.map(({ address }) => address).join(),
        subject,
        text: text.replaceAll(/\s+/g, ' '),
      }));
    };

    await handleDispatchEvent(firing, world);
    await work();
    expect(await mails()).toEqual([]);
    expect(queue.sent).toMatchObject([{ job: { report: 'weekly', attempt: 2 } }]);
    clock.advance({ minutes: 10 });
    await reconcileAndLog(world);
    expect(await mails()).toEqual([
      {
        to: 'planner@example.com',
        subject: expect.stringMatching(
          /^Needs you: (The secret lookahead\/links has the wrong form · )?Riverside Tower, Weekly lookahead/,
        ),
        text: expect.stringMatching(cause),
      },
    ]);

    const [weekly] = queue.sent.splice(0);
    clock.advance({ minutes: 80 });
    const nights = { ...firing, cron: '30 15 * * FRI', scheduledTime: '2026-11-20T15:30:00Z' };
    await handleDispatchEvent(nights, world);
    await work();
    expect(await mails()).toMatchObject([
      { to: 'works.manager@example.com', subject: expect.stringContaining('Night work') },
    ]);

    store.objects.set(linkSecretObjectKey, Buffer.from(whole));
    if (weekly) queue.sent.push(weekly);
    await work();
    expect(await mails()).toMatchObject([
      {
        to: 'works.manager@example.com',
        subject: expect.stringContaining('Weekly lookahead'),
        text: expect.stringContaining('https://links.example.com/'),
      },
    ]);
    await reconcileAndLog(world);
    expect(await mails()).toMatchObject([
      { to: 'planner@example.com', subject: expect.stringMatching(/^Delivered after all: .*Weekly/) },
    ]);
  },
);
