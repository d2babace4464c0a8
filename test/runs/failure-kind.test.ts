/** The kind of failure for each of our own errors that can make a job fail. */

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keySegments } from '#archive/object-key.ts';
import { s3Error } from '#archive/s3-error.ts';
import { parseEvent } from '#cloud/parse-event.ts';
import { readVariables } from '#cloud/read-variables.ts';
import { SecretError } from '#cloud/secret-reader.ts';
import { ConfigurationError } from '#config/configuration-error.ts';
import { UnresolvedNamesError } from '#config/resolve-names.ts';
import { MessageError } from '#mail/transport/compose-message.ts';
import { sesOutcomeUnknownError } from '#mail/transport/ses.ts';
import { SmtpPasswordError } from '#mail/transport/smtp-settings.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import { DispatchTimeError } from '#queue/dispatch.ts';
import { JobQueueError, parseJob } from '#queue/job-queue.ts';
import { ServiceDownError } from '#queue/outage.ts';
import { RequestError } from '#queue/parse-report-request.ts';
import { type FailureKind, failureOf } from '#runs/failure-kind.ts';
import { ArchiveUseError } from '#runs/store/archive-use.ts';
import { missingObjectError } from '#runs/store/stored-object.ts';
import { NoTimeLeftError } from '#runs/time-left.ts';
import { LogoError } from '#workbook/theme/logo.ts';
import { WorkbookPlanError } from '#workbook/xlsx/sheet-xml.ts';
import { aMessageContent } from '../support/builders/a-message.ts';

const details = { operation: 'tasks', remedy: 'Do something.' } as const;
const s3 = (name: string) =>
  s3Error(Object.assign(new Error('refused'), { name }), { doing: 'read', bucket: 'b', key: 'k' });
const wrong = { property: 'to[0]', problem: 'is no address', remedy: 'Correct it.' };

function thrownBy(fails: () => unknown): unknown {
  try {
    fails();
  } catch (error) {
    return error;
  }
  throw new Error('It was expected to fail and did not.');
}

const kinds: readonly (readonly [name: string, kind: FailureKind, error: unknown])[] = [
  [
    'PlanningUnavailableError',
    'retryable',
    new PlanningError('PlanningUnavailableError', 'it is down', details),
  ],
  ['PlanningTimeoutError', 'retryable', new PlanningError('PlanningTimeoutError', 'it is slow', details)],
  [
    'PlanningConnectionError',
    'curable',
    new PlanningError('PlanningConnectionError', 'its certificate has expired', details),
  ],
  [
    'PlanningRefusedError',
    'curable',
    new PlanningError('PlanningRefusedError', '401', { ...details, status: 401 }),
  ],
  [
    'PlanningContractError',
    'curable',
    new PlanningError('PlanningContractError', 'it fits nothing', details),
  ],
  [
    'PlanningContractError',
    'retryable',
    new PlanningError('PlanningContractError', 'HTML', { ...details, kind: 'retryable' }),
  ],
  ['PlanningPagingError', 'curable', new PlanningError('PlanningPagingError', 'the pages loop', details)],
  ['PlanningKeyError', 'curable', new PlanningError('PlanningKeyError', 'there is no key', details)],
  [
    'PlanningKeyError',
    'retryable',
    new PlanningError('PlanningKeyError', 'no token yet', { ...details, kind: 'retryable' }),
  ],
  ['PlanningInputError', 'curable', new PlanningError('PlanningInputError', 'baseUrl is wrong', details)],
  [
    'UnresolvedNamesError',
    'curable',
    new UnresolvedNamesError({ report: 'weekly', project: 'riverside' }, []),
  ],
  ['ConfigurationError', 'curable', new ConfigurationError('lookahead.yaml', [])],
  ['RequestError', 'curable', new RequestError([{ property: 'report', message: 'is not configured.' }])],
  ['RunStoreError', 'curable', missingObjectError('issues/riverside/issue.json')],
  ['NoTimeLeftError', 'retryable', new NoTimeLeftError({ kind: 'pull' }, { needed: 2, left: 1 })],
  ['ServiceDownError', 'retryable', new ServiceDownError('1f3a5b7c', 300)],
  ['DispatchTimeError', 'curable', new DispatchTimeError('It does not fire then', 'Give another time.')],
  ['JobQueueError', 'retryable', new JobQueueError('The queue is full')],
  ['JobError', 'poison', thrownBy(() => parseJob(''))],
  ['SecretError', 'curable', new SecretError('planning', 'is empty', { remedy: 'Fill it.' })],
  [
    'SecretError',
    'retryable',
    new SecretError('planning', 'is late', { kind: 'retryable', remedy: 'Wait.' }),
  ],
  ['EnvironmentError', 'curable', thrownBy(() => readVariables(z.object({ QUEUE: z.string() }), {}))],
  ['EventError', 'curable', thrownBy(() => parseEvent(z.object({}), 7, 'a batch'))],
  ['ArchiveError', 'retryable', s3('SlowDown')],
  ['ArchiveError', 'retryable', s3('ECONNRESET')],
  ['ArchiveError', 'curable', s3('AccessDenied')],
  ['ArchiveError', 'curable', s3('SomethingNew')],
  ['ArchiveError', 'poison', thrownBy(() => keySegments('../x'))],
  ['ArchiveUseError', 'curable', new ArchiveUseError('It is used otherwise', 'Name another folder.')],
  ['SmtpPasswordError', 'curable', new SmtpPasswordError()],
  ['MessageError', 'curable', new MessageError(aMessageContent(), wrong)],
  ['UnknownSendOutcomeError', 'curable', sesOutcomeUnknownError('ECONNRESET')],
  ['LogoError', 'curable', new LogoError('logo.png', 'is no picture', 'Save it again.')],
  ['WorkbookPlanError', 'poison', new WorkbookPlanError('Day shift', 'two tables overlap')],
  ['TypeError', 'poison', new TypeError('Cannot read properties of undefined')],
  ['RangeError', 'poison', new RangeError('Maximum call stack size exceeded')],
  ['Error', 'poison', new Error('ours to mend')],
  ['unknown', 'poison', 'a text'],
  ['unknown', 'poison', undefined],
];

/** All error names of the planning client, which share one class. */
const planningNames: Readonly<Record<PlanningError['name'], true>> = {
  PlanningRefusedError: true,
  PlanningConnectionError: true,
  PlanningUnavailableError: true,
  PlanningTimeoutError: true,
  PlanningContractError: true,
  PlanningPagingError: true,
  PlanningKeyError: true,
  PlanningInputError: true,
};

describe('the failure of a job', () => {
  it.each(kinds)('%s is %s', (name, kind, error) => {
    expect(failureOf(error)).toMatchObject({ error: name, kind });
  });

  it('is classified in the table of this test for every error class', async () => {
    // Thrown before a job is received or by another function, or caught by the reader of the object.
    const elsewhere = [
      'DamagedObject',
      'BundleError',
      'FileGone',
      'InboxKeyRefused',
      'ReconcileError',
      'SqliteMissing',
      'NoticePending',
    ];
    const named = new Set<string>([...elsewhere, ...kinds.map(([name]) => name)]);
    const folder = `${import.meta.dirname}/../../functions`;
    const found: string[] = Object.keys(planningNames);
    for await (const file of glob(
      '{answers,archive,base,cloud,config,display,links,mail,pages,planning,queue,runs,watch,workbook}/**/*.ts',
      {
        cwd: folder,
      },
    )) {
      const classes = /(?<!abstract )class (?!PlanningError\b)(\w+) extends (?:LookaheadError|InputError)\b/g;
      for (const [, name = ''] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(classes))
        found.push(name);
    }
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((name) => !named.has(name))).toEqual([]);
  });

  it('is described in one line of at most a thousand characters', () => {
    const { message } = failureOf(new Error(`First line\n  second line ${'x'.repeat(2_000)}`));
    expect(message).toMatch(/^First line second line x+$/);
    expect(message).toHaveLength(1_000);
    expect(failureOf('a text').message).toBe('a text');
  });
});

describe('the wait before the next attempt', () => {
  const unavailable = (retryAfter?: number) =>
    failureOf(new PlanningError('PlanningUnavailableError', 'it is down', { ...details, retryAfter }))
      .waitSeconds;

  it('is what the planning service asks for, from half a minute to half an hour', () => {
    expect(unavailable(120)).toBe(120);
    expect(unavailable(1_800)).toBe(1_800);
    expect(unavailable(86_400)).toBe(1_800);
    expect(unavailable(999_999_999_999)).toBe(1_800);
    expect(unavailable(1)).toBe(30);
  });

  it('has the same limit if a token service asks for it, or if a service refuses', () => {
    const token = { operation: 'token', remedy: 'Do something.', retryAfter: 86_400 } as const;
    expect(failureOf(new PlanningError('PlanningUnavailableError', '503', token)).waitSeconds).toBe(1_800);
    expect(failureOf(new PlanningError('PlanningKeyError', '403', token)).waitSeconds).toBe(1_800);
    expect(failureOf(new PlanningError('PlanningRefusedError', '403', token)).waitSeconds).toBe(1_800);
  });

  it('is not known if the service asks for none', () => {
    expect(unavailable()).toBeUndefined();
    expect(unavailable(0)).toBeUndefined();
    expect(failureOf(s3('SlowDown')).waitSeconds).toBeUndefined();
  });

  it('is zero if the function merely ran out of time', () => {
    const failure = failureOf(new NoTimeLeftError({ kind: 'send' }, { needed: 70_000, left: 60_000 }));
    expect(failure.waitSeconds).toBe(0);
  });
});
