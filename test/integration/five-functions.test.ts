/**
 * All functions except `read-api` as they are deployed, but not bundled, over S3, SES, Secrets Manager and SQS on
 * loopback.
 */
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { systemClock } from '#base/system.ts';
import { readConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { dispatchDue } from '#queue/dispatch.ts';
import { saveMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { anotherEntry } from '../support/aws/another-entry.ts';
import { anEntriesCloud, entriesLinkSecret } from '../support/aws/entries-cloud.ts';
import { aBatch } from '../support/builders/a-batch.ts';
import { aGatewayEvent, gatewayAnswer } from '../support/gateway-event.ts';
import { siteKey } from '../support/planning/planning-on-loopback.ts';

// Entries keep what they read from their environment, so this file loads its own instances.
const { handler: deadLetter } = await anotherEntry('dead-letter');
const { handler: dispatch } = await anotherEntry('dispatch');
const { handler: download } = await anotherEntry('download');
const { handler: events } = await anotherEntry('events');
const { handler: reconcile } = await anotherEntry('reconcile');
const { handler: report } = await anotherEntry('report');

/** The functions use the clock of this machine, so the schedule fires in this minute. */
const thisMinute = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' });
const { hour, minute } = thisMinute.toZonedDateTimeISO('UTC');
const firing = { cron: `${minute} ${hour} * * *`, timeZone: 'UTC', scheduledTime: thisMinute.toString() };

afterEach(() => vi.unstubAllEnvs());

const aCloud = (variables: Readonly<Record<string, string>> = {}) =>
  anEntriesCloud({ cron: firing.cron, variables });

/** Collects the whole output from now on: logs and metrics. */
function printed() {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => lines.join('');
}

const context = {
  awsRequestId: '11111111-2222-3333-4444-555555555555',
  getRemainingTimeInMillis: () => 300_000,
};

/** A message as SQS delivers it. */
function aRecord(body: string) {
  const attributes = { ApproximateReceiveCount: '1' };
  return { eventSource: 'aws:sqs', messageId: 'm-1', receiptHandle: 'receipt-1', body, attributes };
}

describe('the five functions', () => {
  it('bring a report from its schedule to the mail, and log no person’s name and no key', async () => {
    const { aws, planning, receive } = await aCloud();
    const output = printed();
    expect(await dispatch(firing, context)).toMatchObject({ due: 1, manifest: 'written' });
    const message = await receive();
    const batch = { Records: [aRecord(message?.Body ?? '')] };
    expect(await report(batch, context)).toBeUndefined();
    expect(await report(batch, context)).toBeUndefined();
    expect(aws.state.messages.map(({ recipients }) => recipients)).toEqual([['works.manager@example.com']]);

    const preview = await report({ project: 'riverside', mode: 'preview', runId: 'look' }, context);
    const link = /https:\/\/links\.example\.com\/\?[^"]+/.exec(JSON.stringify(preview))?.[0] ?? '';
    const rawQueryString = new URL(link).search.slice(1);
    const opened = gatewayAnswer.parse(await download(aGatewayEvent({ rawQueryString }), context));
    expect(opened.statusCode).toBe(302);
    const workbook = await fetch(opened.headers['location'] ?? '');
    expect([workbook.status, Buffer.from(await workbook.arrayBuffer()).toString('latin1', 0, 2)]).toEqual([
      200,
      'PK',
    ]);

    const [event] = aws.state.messages.map((sent) => sent.event);
    expect(await events(aBatch(event), context)).toEqual({ batchItemFailures: [] });
    expect([...(aws.state.buckets.get('archive')?.keys() ?? [])].join('\n')).toContain('/event-send.json');
    expect(
      await reconcile({ reconcile: 'check', scheduledTime: '2026-11-20T14:30:00Z' }, context),
    ).toMatchObject({
      dispatches: expect.anything(),
    });

    planning.answers.push(...Array.from({ length: 5 }, () => new Response('{}', { status: 403 })));
    const other = { ...JSON.parse(message?.Body ?? '{}'), dispatchId: 'run-other', runId: 'run-other' };
    const failing = { Records: [aRecord(JSON.stringify(other))] };
    expect(await report(failing, context)).toBeUndefined();
    await expect(report({ Records: [aRecord('no job')] }, context)).rejects.toThrow('job');
    aws.faults({ operation: 'PutObject', fault: { kind: 'error', status: 403, code: 'AccessDenied' } });
    await expect(deadLetter(failing, context)).rejects.toThrow('AccessDenied');
    expect(await deadLetter(failing, context)).toBeUndefined();

    const text = output();
    for (const metric of ['ReportsDue', 'ReportsSent', 'PullMilliseconds', 'Tasks', 'Bytes']) {
      expect(text).toContain(`"${metric}"`);
    }
    const kept = [...(aws.state.buckets.get('archive')?.values() ?? [])].map(({ body }) =>
      Buffer.from(body).toString(),
    );
    for (const secret of [siteKey, entriesLinkSecret, aws.environment['AWS_SECRET_ACCESS_KEY'] ?? '?']) {
      expect(text).not.toContain(secret);
      expect(kept.join('\n')).not.toContain(secret);
    }
    expect(text).not.toMatch(/[\w.]+@example\.com|token=/);
    const logged = text.split('\n').filter((line) => line.includes('"message"'));
    const named = `"function_request_id":"${context.awsRequestId}"`;
    expect(
      logged.filter((line) => !(line.includes(named) && line.includes('"version":"1a2b3c4d5e6f"'))),
    ).toEqual([]);
    expect(logged.length).toBeGreaterThan(5);
  });
});

describe('every function that mails', () => {
  const earlier = thisMinute.subtract({ hours: 48 });

  /**
   * The functions that cause mail, each with an event that does. They are loaded anew, because they cache their mailer.
   * @returns the archive in `store`; `mails` invokes each function once and returns how many messages each sent; `text`
   * returns all messages, and `said` all answers of the functions
   */
  async function aFleet(allowedDomains: string) {
    const { aws } = await aCloud({ ALLOWED_DOMAINS: allowedDomains });
    const store = openArchive('archive', { client: createS3Client(aws.client) });
    printed();
    const { handler: report } = await anotherEntry('report');
    const { handler: reconcile } = await anotherEntry('reconcile');
    const { handler: importFile } = await anotherEntry('import');
    const mailing: Readonly<Record<string, () => Promise<unknown>>> = {
      report: () =>
        report({ project: 'riverside', report: 'weekly', mode: 'send', runId: 'by-hand' }, context),
      // A file that cannot be imported. The mail about it is sent by the check of `reconcile`, which runs next.
      import: async () => {
        const key = 'inbox/gb/riverside-tower/plan.xer';
        await store.putOnce(key, Buffer.from('no programme'), 'text/plain');
        return importFile(
          aBatch({ time: thisMinute.toString(), detail: { object: { key, size: 12 } } }),
          context,
        );
      },
      // A report that was due two days ago and never made.
      reconcile: async () => {
        const { configuration } = await readConfigurationBundle({
          CONFIGURATION_FILE: 'lookahead.json',
          LAMBDA_TASK_ROOT: process.env['LAMBDA_TASK_ROOT'] ?? '',
        });
        await dispatchDue(
          { schedule: { cron: firing.cron, timeZone: 'UTC' }, time: earlier },
          {
            configuration,
            store,
            clock: { ...systemClock, now: () => earlier },
            queue: { send: async () => undefined, depth: async () => ({ all: 0, delayed: 0 }) },
          },
        );
        return reconcile({ reconcile: 'check', scheduledTime: thisMinute.toString() }, context);
      },
    };
    let said = '';
    const mails = async () => {
      const counts: Record<string, number> = {};
      for (const [name, mail] of Object.entries(mailing)) {
        const before = aws.state.messages.length;
        said += JSON.stringify(await mail());
        counts[name] = aws.state.messages.length - before;
      }
      return counts;
    };
    const text = () =>
      aws.state.messages.map(({ raw }) => raw?.toString().replaceAll(/=\r?\n/g, '')).join('\n');
    return { store, mails, text, said: () => said };
  }

  it('sends one mail, except for import, which leaves its mail to reconcile', async () => {
    const { mails, text } = await aFleet('example.com');
    expect(await mails()).toEqual({ report: 1, import: 0, reconcile: 1 });
    expect(text()).toContain('no further attempt is made');
    expect(text()).toContain('plan.xer was not imported');
  });

  it('sends nothing while mail is stopped, and the report function answers how to resume it', async () => {
    const { store, mails, said } = await aFleet('example.com');
    await saveMailStopOrResume(store, { became: 'stopped', at: thisMinute, by: 'operator@laptop' });
    expect(await mails()).toEqual({ report: 0, import: 0, reconcile: 0 });
    expect(said()).toContain('stop --resume --bucket archive --region eu-west-2`');
  });

  it('sends nothing to addresses outside of the allowed domains', async () => {
    const { mails } = await aFleet('elsewhere.example.net');
    expect(await mails()).toEqual({ report: 0, import: 0, reconcile: 0 });
  });
});
