import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createS3Client, openArchive } from '#archive/s3.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { startAws } from '../support/aws/start-aws.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const named = 'lookahead-uk-archivebucket1a2b3c4d-5e6f';
const unknown = `The AWS region of the bucket ${named} is not known. Add --region with the region of the bucket, such as --region eu-west-2, or set AWS_REGION.\n`;

describe('a command on a bucket if no region is set', () => {
  it.each([
    ['stop', ['stop', '--bucket', named]],
    ['status', ['status', '--bucket', named]],
    ['import', ['import', 'plan.xer', '--project', 'gb/riverside', '--to', `s3://${named}`]],
    ['keys', ['keys', 'list', '--to', `s3://${named}/planning`]],
    ['serve', ['serve', '--data', `s3://${named}`]],
  ])('reports what to do: %s', async (_, words) => {
    const cwd = await temporaryDirectory();
    const ended = await callCli(words, { cwd, env: { HOME: cwd } });
    expect(ended).toEqual({ code: 2, stdout: '', stderr: unknown });
  });

  it('refuses a region that cannot exist', async () => {
    const { code, stderr } = await callCli(['stop', '--bucket', named, '--region', 'London']);
    expect(code).toBe(2);
    expect(stderr).toBe('--region: use the name of an AWS region, such as eu-west-2.\n');
  });
});

describe('a prefix in a bucket', () => {
  it.each([
    ['s3://programmes/planning/gb', 'planning/gb/keys/'],
    ['s3://programmes/', 'keys/'],
  ])('is where the objects of %s are stored', async (place, prefix) => {
    const aws = await startAws({ buckets: ['programmes'] });
    onTestFinished(aws.close);
    const words = ['keys', 'create', '--name', 'x', '--project', 'all', '--to', place];
    expect((await callCli(words, { env: aws.environment })).code).toBe(0);
    const archive = openArchive('programmes', { client: createS3Client(aws.client) });
    const stored = await archive.list('');
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((key) => !key.startsWith(prefix))).toEqual([]);
  });
});

/** A stack in eu-west-2 with a report that was never sent, and a folder with the configuration. */
async function aStack(bucket: string, configuration: string) {
  const { services } = await aScheduledSite({ reports: ['weekly'] });
  await handleDispatchEvent(firing, services);
  const aws = await startAws({ buckets: [bucket] });
  onTestFinished(aws.close);
  const archive = openArchive(bucket, { client: createS3Client(aws.client) });
  for (const [key, bytes] of services.store.objects) await archive.putOnce(key, bytes, 'application/json');
  const cwd = await temporaryDirectory();
  await writeFile(join(cwd, 'lookahead.yaml'), configuration);
  const { AWS_REGION: _, ...environment } = aws.environment;
  return (...words: string[]) =>
    callCli([...words, '--bucket', bucket], { cwd, env: { ...environment, HOME: cwd } });
}

const late = ['status', '--late', '--since', '2026-11-20'];

describe('the stage of a bucket', () => {
  it('is the stage that names the bucket as its own, regardless of the bucket’s name', async () => {
    const configuration = `deployment: { stages: { uk: { awsRegion: us-east-1 }, prod: { awsRegion: eu-west-2, bucket: ${named} } } }`;
    const call = await aStack(named, configuration);
    const { code, stdout, stderr } = await call(...late);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('aws lambda invoke --region eu-west-2 --function-name lookahead-prod-report ');
  });

  it('is the stage in the bucket’s name, which determines the region, if no stage names the bucket', async () => {
    const call = await aStack(named, 'deployment: { stages: { uk: { awsRegion: eu-west-2 } } }');
    const { stdout } = await call(...late);
    expect(stdout).toContain('aws lambda invoke --region eu-west-2 --function-name lookahead-uk-report ');
  });

  it('is not the stage in the bucket’s name if that stage names another bucket', async () => {
    const configuration = 'deployment: { stages: { uk: { awsRegion: us-east-1, bucket: left-over } } }';
    const call = await aStack(named, configuration);
    const { stdout } = await call(...late, '--region', 'eu-west-2');
    expect(stdout).toContain(
      'aws lambda invoke --region eu-west-2 --function-name lookahead-<stage>-report ',
    );
  });

  it('is found for a stop even if the rest of the configuration has mistakes', async () => {
    const configuration = 'projects: 1\ndeployment: { stages: { uk: { awsRegion: eu-west-2 } } }';
    const call = await aStack(named, configuration);
    const stopped = await call('stop');
    const resume = `npm run lookahead -- stop --resume --bucket ${named} --region eu-west-2`;
    expect(stopped).toMatchObject({ code: 0, stderr: '' });
    expect(stopped.stdout).toContain(`\`${resume}\` lets the mail go on.`);
    expect((await call('status')).stdout).toContain(`nothing is mailed until \`${resume}\`.`);
  });
});
