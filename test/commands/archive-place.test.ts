import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { readLatestMailStopOrResume } from '#runs/messages/stoppable-mailer.ts';
import { markArchiveAsSendingMail } from '#runs/store/archive-use.ts';
import { askedOfAws } from '../integration/end-to-end/asked-of-aws.ts';
import { isAllowed } from '../integration/runtime/roles.ts';
import { anInvocation } from '../support/a-world.ts';
import { type Permits, startAws } from '../support/aws/start-aws.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { callCli } from '../support/call-cli.ts';
import { policyOf } from '../support/documents.ts';
import { invokePayload } from '../support/shell-command.ts';

/** A report that was due on 20 November 2026 and never made. Its deadline has passed by the clock of any machine. */
async function aMissedReport() {
  const { services } = await aScheduledSite({ reports: ['weekly'] });
  await handleDispatchEvent(firing, services);
  return services;
}

/** The permissions that policies of docs/operate.md allow. @param exists the keys that the bucket has */
function permitsOf(names: readonly string[], exists: (key: string) => boolean = () => true): Permits {
  const statements = names.flatMap((name) => policyOf('docs/operate.md', name));
  const permissions = statements.map((one) => ({
    ...one,
    Resource: one.Resource.map((arn) => arn.replace(/^arn:aws:s3:::[^/]+/, '<ArchiveBucket>')),
  }));
  return (_, call, request) => {
    const asked = askedOfAws(call, request, { linkSecretName: '', exists });
    return asked.every((one) => isAllowed(permissions, one));
  };
}

const words = ['status', '--late', '--since', '2026-11-20'];
const place = '--project riverside --run-id 2026-11-20T14-00-00Z';

describe('stop', () => {
  it('stops all mail of a bucket with the permissions of an operator, and resumes it', async () => {
    const bucket = 'lookahead-uk-archivebucket1a2b3c4d-5e6f';
    const aws = await startAws({ buckets: [bucket], permits: permitsOf(['status', 'operator']) });
    onTestFinished(aws.close);
    const call = (...more: string[]) =>
      callCli(['stop', '--bucket', bucket, ...more], { env: aws.environment });
    const archive = openArchive(bucket, { client: createS3Client(aws.client) });
    const stopped = await call();
    expect([stopped.code, stopped.stderr]).toEqual([0, '']);
    expect(stopped.stdout).toContain(`nothing more is mailed from ${bucket}`);
    expect(await readLatestMailStopOrResume(archive)).toMatchObject({ became: 'stopped' });
    await call();
    expect(await archive.list('stops/')).toHaveLength(1);
    expect((await call('--resume')).stdout).toContain('goes on');
    expect(await readLatestMailStopOrResume(archive)).toMatchObject({ became: 'resumed' });
    expect((await call('--resume')).stdout).toContain('goes on');
    expect(await archive.list('stops/')).toHaveLength(2);
  });
});

describe('status --late', () => {
  it('prints the complete command that sends a report which is no longer retried', async () => {
    const services = await aMissedReport();
    const bucket = 'lookahead-uk-archivebucket1a2b3c4d-5e6f';
    const permits = permitsOf(['status'], (key) => services.store.objects.has(key));
    let isFilled = false;
    const aws = await startAws({
      buckets: [bucket],
      permits: (...asked) => !isFilled || permits(...asked),
    });
    onTestFinished(aws.close);
    const archive = openArchive(bucket, { client: createS3Client(aws.client) });
    for (const [key, bytes] of services.store.objects) await archive.putOnce(key, bytes, 'application/json');
    isFilled = true;
    const filledAt = aws.state.calls.length;
    const { stdout, stderr } = await callCli([...words, '--bucket', bucket], { env: aws.environment });
    expect(stderr).toBe('');
    const listed = aws.state.calls.slice(filledAt).filter(({ operation }) => operation === 'ListObjectsV2');
    const may = policyOf('docs/operate.md', 'status').flatMap(({ Condition }) => Object.values(Condition));
    expect(new Set(listed.map(({ key }) => `${key.split('/')[0]}/*`))).toEqual(
      new Set(may.flatMap((condition) => condition['s3:prefix'] ?? [])),
    );
    const command = stdout.split('\n').find((line) => line.startsWith('aws lambda invoke ')) ?? '';
    expect(command).toContain('--region eu-west-2 --function-name lookahead-uk-report');

    services.clock.advance({ hours: 48 });
    expect(await carryOutReportRequest(invokePayload(command), anInvocation(), services)).toMatchObject({
      ok: true,
      reports: [{ outcome: 'delivered' }],
    });
  });

  it('prints the command for the folder of one machine too, and in JSON', async () => {
    const services = await aMissedReport();
    const folder = await mkdtemp(join(tmpdir(), 'status-'));
    await markArchiveAsSendingMail(createDirectoryStore(folder));
    for (const [key, bytes] of services.store.objects) {
      if (!key.startsWith('dispatches/')) continue;
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), bytes);
    }
    const { stdout } = await callCli([...words, '--out', folder, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      state: 'not delivered',
      sendAgain: `npm run lookahead -- run weekly ${place} --send --out ${folder}`,
    });
  });
});
