import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lifecycleJson } from '../../infra/life-cycle.ts';
import { aDeployment, aStack, idOf, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';
import { policiesOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, {
  retention: { issueDays: 800, workbookDays: 500, testRunDays: 60, answerNameDays: 90 },
});

describe('the archive', () => {
  it('is private, owned, encrypted, versioned, and outlives its stack', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        VersioningConfiguration: { Status: 'Enabled' },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      },
    });
  });

  it('refuses calls without TLS, or with TLS older than 1.2, for the bucket and all its objects', () => {
    const bucket = idOf(template, 'AWS::S3::Bucket', 'ArchiveBucket');
    const arn = { 'Fn::GetAtt': [bucket, 'Arn'] };
    const denied = {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:*',
      Resource: [arn, { 'Fn::Join': ['', [arn, '/*']] }],
    };
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: { Ref: bucket },
      PolicyDocument: {
        Statement: [
          { ...denied, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          { ...denied, Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
        ],
      },
    });
  });

  it('removes workbooks by their tag and other objects by their prefix, each after its own time, and nothing else by age', () => {
    const [bucket] = resourcesOf(template, 'AWS::S3::Bucket').values();
    const rules = z
      .object({ LifecycleConfiguration: z.object({ Rules: z.array(z.record(z.string(), z.unknown())) }) })
      .parse(bucket).LifecycleConfiguration.Rules;
    expect(
      rules.flatMap(({ Prefix, TagFilters, ExpirationInDays }) =>
        ExpirationInDays === undefined ? [] : [{ Prefix, TagFilters, ExpirationInDays }],
      ),
    ).toEqual([
      { Prefix: 'issues/', TagFilters: [{ Key: 'kind', Value: 'workbook' }], ExpirationInDays: 500 },
      { Prefix: 'answer-names/', ExpirationInDays: 90 },
      { Prefix: 'answers/', ExpirationInDays: 800 },
      { Prefix: 'attempts/', ExpirationInDays: 800 },
      { Prefix: 'closings/', ExpirationInDays: 800 },
      { Prefix: 'contacts/', ExpirationInDays: 800 },
      { Prefix: 'dispatches/', ExpirationInDays: 800 },
      { Prefix: 'failed-recipients/', ExpirationInDays: 30 },
      { Prefix: 'failing-addresses/', ExpirationInDays: 90 },
      { Prefix: 'inbox/', ExpirationInDays: 90 },
      { Prefix: 'inbox-results/', ExpirationInDays: 30 },
      { Prefix: 'issues/', ExpirationInDays: 800 },
      { Prefix: 'outages/', ExpirationInDays: 30 },
      { Prefix: 'refused-fields/', ExpirationInDays: 30 },
      { Prefix: 'reminders/', ExpirationInDays: 30 },
      { Prefix: 'requests/', ExpirationInDays: 30 },
      { Prefix: 'test-runs/', ExpirationInDays: 60 },
    ]);
  });

  it('removes every version of names and notes, a day after the first removal', () => {
    const [bucket] = resourcesOf(template, 'AWS::S3::Bucket').values();
    expect(JSON.stringify(bucket)).toContain(
      '"Id":"answer-names","NoncurrentVersionExpiration":{"NoncurrentDays":1},"Prefix":"answer-names/","Status":"Enabled"',
    );
  });
});

describe('a bucket that a deleted stack left', () => {
  const taken = aStack(deployment, { bucket: 'left-over' });
  const after = Template.fromStack(taken);

  it('is used and not created, and requires TLS again', () => {
    after.resourceCountIs('AWS::S3::Bucket', 0);
    after.hasResourceProperties('AWS::S3::BucketPolicy', { Bucket: 'left-over' });
    after.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ ARCHIVE_BUCKET: 'left-over' }) },
    });
  });

  it('may be used in the same way as a created one', () => {
    const statements = (of: Template) =>
      JSON.stringify(policiesOf(of).map(({ PolicyDocument }) => PolicyDocument));
    expect(statements(after).replaceAll('arn:aws:s3:::left-over', '<ArchiveBucket>')).toBe(
      statements(template),
    );
  });

  it('gets its life-cycle rules by a command, which an output and a warning name', () => {
    const [{ Value: command } = { Value: '' }] = Object.values(
      z.record(z.string(), z.object({ Value: z.string() })).parse(after.findOutputs('LifeCycleRules')),
    );
    expect(command).toMatch(
      /^aws s3api put-bucket-lifecycle-configuration --region eu-west-2 --bucket left-over --lifecycle-configuration file:\/\/.*lookahead-prod\.life-cycle\.json$/,
    );
    expect(taken.node.metadata.map(({ data }) => String(data)).join('\n')).toContain(
      'The bucket left-over keeps the life-cycle rules that it has.',
    );
  });

  it('gets the same rules as a created one, in the form of S3', () => {
    const retention = { issueDays: 800, workbookDays: 500, testRunDays: 60, answerNameDays: 90 };
    const rule = z.looseObject({
      ID: z.string(),
      Filter: z.object({
        Prefix: z.optional(z.string()),
        And: z.optional(z.looseObject({ Prefix: z.string() })),
      }),
      Expiration: z.optional(z.object({ Days: z.optional(z.int()) })),
    });
    const { Rules } = z.object({ Rules: z.array(rule) }).parse(JSON.parse(lifecycleJson(retention)));
    expect(
      Rules.map(({ ID, Filter, Expiration }) => [ID, Filter.Prefix ?? Filter.And?.Prefix, Expiration?.Days]),
    ).toEqual([
      ['workbooks', 'issues/', 500],
      ['answer-names', 'answer-names/', 90],
      ['answers', 'answers/', 800],
      ['attempts', 'attempts/', 800],
      ['closings', 'closings/', 800],
      ['contacts', 'contacts/', 800],
      ['dispatches', 'dispatches/', 800],
      ['failed-recipients', 'failed-recipients/', 30],
      ['failing-addresses', 'failing-addresses/', 90],
      ['inbox', 'inbox/', 90],
      ['inbox-results', 'inbox-results/', 30],
      ['issues', 'issues/', 800],
      ['outages', 'outages/', 30],
      ['refused-fields', 'refused-fields/', 30],
      ['reminders', 'reminders/', 30],
      ['requests', 'requests/', 30],
      ['test-runs', 'test-runs/', 60],
      ['programmes', 'programmes/', undefined],
      ['leftovers', '', undefined],
    ]);
    expect(Rules[0]?.Filter.And).toEqual({ Prefix: 'issues/', Tags: [{ Key: 'kind', Value: 'workbook' }] });
  });
});
