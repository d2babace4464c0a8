/** What the README tells whoever is woken up at night: the alarms as they are, and lines that work as they stand. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dispatchIdSchema } from '../../functions/delivery/dispatch/dispatch-id.ts';
import { parseRequest } from '../../functions/delivery/dispatch/job-request.ts';
import { runIdSchema } from '../../functions/delivery/dispatch/run-id.ts';
import { sendAgainLines } from '../../functions/delivery/notify/send-again.ts';
import { answerRequest } from '../../functions/handlers/answer-request.ts';
import { dispatchSchedule } from '../../functions/handlers/dispatch-schedule.ts';
import { type AlarmText, functionAlarmTexts, otherAlarmTexts } from '../../infra/alarm-texts.ts';
import { anInvocation, aSiteConfiguration, fakeServices } from '../support/fake-services.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { planningOnLoopback } from '../support/planning/planning-on-loopback.ts';
import { awsArguments, invokePayload } from '../support/shell-command.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const template = templateOf(await aDeployment());
const output = z.object({ Value: z.string() });
const onDemand = output.parse(template.findOutputs('OnDemandReport')['OnDemandReport']).Value;

/** Every command for `aws` in the README, its continued lines joined. */
const commands = [...readme.matchAll(/^ *(aws (?:.*\\\n)*.*)$/gm)].map(([, line = '']) => line);
const commandFor = (name: string) => commands.find((line) => line.includes(name)) ?? '';

describe('the table of alarms', () => {
  const rows: readonly (readonly [string, AlarmText])[] = [
    ...Object.entries(functionAlarmTexts).map(([name, text]) => [`${name}-fails`, text] as const),
    ...Object.entries(otherAlarmTexts).map(([name, text]) => [name, text] as const),
  ];

  it.each(rows)('has %s, in the words of the alarm itself', (name, { meaning, cause, remedy }) => {
    expect(readme).toContain(`| \`${name}\` | ${meaning} | ${cause} ${remedy} |\n`);
  });

  it('has no other', () => {
    const named = [...readme.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| (?:.*\. ){2,}/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(rows.map(([name]) => name).sort());
  });

  it.each(rows)('%s fits into the description of an alarm', (_, { meaning, cause, remedy }) => {
    expect(`${meaning}${cause}${remedy}`.length).toBeLessThan(1_000);
  });
});

describe('the line of the outputs', () => {
  const ask = async (payload: unknown) => {
    const planning = await planningOnLoopback();
    const services = fakeServices(aSiteConfiguration(planning.url));
    return { answer: await answerRequest(payload, anInvocation(), services), services };
  };

  it('calls the report function, and waits for its answer', () => {
    expect(awsArguments(onDemand)).toEqual([
      'lambda',
      'invoke',
      '--function-name',
      'lookahead-prod-report',
      '--cli-binary-format',
      'raw-in-base64-out',
      '--cli-read-timeout',
      '0',
      '--payload',
      '{"project":"riverside","report":"weekly","mode":"preview"}',
      'answer.json',
    ]);
  });

  it('has the report made, and sent to nobody', async () => {
    const { answer, services } = await ask(invokePayload(onDemand));
    expect(answer).toMatchObject({ ok: true, mode: 'preview', reports: [{ project: 'riverside' }] });
    expect(services.mailer.taken).toEqual([]);
  });

  it('changed as the README says, sends a first mail', async () => {
    const [change = ''] = /"mode":"test","to":\["you@example\.com"\]/.exec(readme) ?? [];
    const { services } = await ask(invokePayload(onDemand.replace('"mode":"preview"', change)));
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['you@example.com']]);
  });
});

describe('the line in the mail to a contact', () => {
  const job = {
    project: 'riverside',
    report: 'weekly',
    dispatchId: dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c'),
    runId: runIdSchema.parse('2026-11-20T14-00-00Z'),
    window: { first: '2026-11-23', last: '2026-11-29', weeks: 1 },
  };
  const lineFor = (failed: Parameters<typeof sendAgainLines>[0]) =>
    sendAgainLines(failed, 'lookahead-prod-report').find(({ kind }) => kind === 'command')?.text ?? '';

  it('asks for the run that failed', () => {
    expect(parseRequest(invokePayload(lineFor(job)))).toEqual({ ...job, mode: 'send' });
  });

  it('asks for what a person asked for, whatever is in an address', () => {
    const request = parseRequest({
      project: 'riverside',
      to: ["o'brien@example.com"],
      runId: '$(reboot) `"',
    });
    expect(parseRequest(invokePayload(lineFor({ ...job, request })))).toEqual(request);
  });
});

describe('a command of the README', () => {
  it.each(commands)('can be pasted: %s', (line) => {
    const [service = ''] = awsArguments(line);
    expect(['secretsmanager', 'lambda', 'sqs']).toContain(service);
  });

  it('starts a dispatch by hand', async () => {
    const services = fakeServices(aSiteConfiguration());
    const dispatched = await dispatchSchedule(invokePayload(commandFor('lookahead-prod-dispatch')), services);
    expect(dispatched).toMatchObject({ due: 1, queued: 1, manifest: 'written' });
  });

  it('makes the secret that the step before it names', () => {
    const [, name] = /`apiKey: \{ secret: (\S+) \}`\.\n/.exec(readme) ?? [];
    expect(awsArguments(commandFor('create-secret'))).toContain(name);
  });
});
