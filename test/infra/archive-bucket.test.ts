import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aDeployment, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, { keepDays: 800, workbookDays: 500, trialDays: 60 });

describe('the archive', () => {
  it('is private, owned, encrypted, versioned, and outlives a stack that was deployed', () => {
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

  it('requires TLS', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('removes workbooks by tag, whole issues later, test runs, requests and outages sooner, and nothing else by age', () => {
    const [bucket] = resourcesOf(template, 'AWS::S3::Bucket').values();
    const rules = z
      .object({ LifecycleConfiguration: z.object({ Rules: z.array(z.record(z.string(), z.unknown())) }) })
      .parse(bucket).LifecycleConfiguration.Rules;
    expect(
      rules.flatMap(({ Prefix, TagFilters, ExpirationInDays }) =>
        ExpirationInDays === undefined ? [] : [{ Prefix, TagFilters, ExpirationInDays }],
      ),
    ).toEqual([
      { Prefix: 'issues/', ExpirationInDays: 800 },
      { Prefix: 'issues/', TagFilters: [{ Key: 'kind', Value: 'workbook' }], ExpirationInDays: 500 },
      { Prefix: 'test-runs/', ExpirationInDays: 60 },
      { Prefix: 'dispatches/', ExpirationInDays: 800 },
      { Prefix: 'attempts/', ExpirationInDays: 800 },
      { Prefix: 'requests/', ExpirationInDays: 30 },
      { Prefix: 'outages/', ExpirationInDays: 30 },
      { Prefix: 'failed-recipients/', ExpirationInDays: 30 },
      { Prefix: 'failing-addresses/', ExpirationInDays: 90 },
      { Prefix: 'send-events/', ExpirationInDays: 7 },
    ]);
  });
});
