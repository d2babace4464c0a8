import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { aDeployment, arnOf, configurationText, idOf, templateOf } from '../support/infra/a-deployment.ts';
import { onlyFor, policiesOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment);

describe('the mail', () => {
  it('is signed by the domain of the sender, and its bounces go to a subdomain', () => {
    template.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'example.com',
      DkimSigningAttributes: Match.absent(),
      MailFromAttributes: {
        MailFromDomain: 'bounce-prod.example.com',
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      },
    });
  });

  it('may be sent by an identity of the address alone, or by an existing one', () => {
    const address = { address: 'lookahead@example.com' };
    templateOf(deployment, { identity: address }).hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'lookahead@example.com',
    });
    const existing = templateOf(deployment, { identity: { existing: 'example.com' } });
    existing.resourceCountIs('AWS::SES::EmailIdentity', 0);
  });

  it('has an identity that outlives its stack', () => {
    template.hasResource('AWS::SES::EmailIdentity', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('may be sent by the existing identity, or by that of the address if SES prefers it', async () => {
    const below = await aDeployment(
      configurationText.replace('lookahead@example.com', 'lookahead@site.example.co.uk'),
    );
    const sending = policiesOf(templateOf(below, { identity: { existing: 'example.co.uk' } }))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action.includes('ses:SendRawEmail'));
    expect(sending).toHaveLength(2);
    for (const { Resource } of sending) {
      expect(Resource.map((one) => one.replace(/^.*:/, '')).sort()).toEqual([
        'configuration-set/lookahead-prod',
        'identity/example.co.uk',
        'identity/lookahead@site.example.co.uk',
      ]);
    }
  });

  it('is paced by the quota of the account, which the functions that send may read', () => {
    const reading = policiesOf(template)
      .filter(({ PolicyDocument }) =>
        PolicyDocument.Statement.some(({ Action }) => Action.includes('ses:GetSendQuota')),
      )
      .flatMap(({ Roles }) => Roles);
    expect(reading).toEqual([
      expect.stringMatching(/^FunctionsReportRole/),
      expect.stringMatching(/^FunctionsReconcileRole/),
    ]);
  });

  it('is counted for the reputation of the sender', () => {
    template.hasResourceProperties('AWS::SES::ConfigurationSet', {
      Name: 'lookahead-prod',
      ReputationOptions: { ReputationMetricsEnabled: true },
    });
  });

  it('is reported to a topic that only SES may publish to, and from there to the queue of events', () => {
    const topic = idOf(template, 'AWS::SNS::Topic', 'MailEvents');
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: Match.objectLike({
        SnsDestination: { TopicARN: { Ref: topic } },
        MatchingEventTypes: ['send', 'reject', 'delivery', 'bounce', 'complaint', 'deliveryDelay'],
      }),
    });
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: [{ Ref: topic }],
      PolicyDocument: {
        // The CDK adds the same permission once more, in its own form.
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({
            Effect: 'Allow',
            Principal: { Service: 'ses.amazonaws.com' },
            Condition: onlyFor('ses', 'configuration-set/lookahead-prod'),
          }),
        ]),
      },
    });
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'sqs',
      TopicArn: { Ref: topic },
      Endpoint: arnOf(template, 'AWS::SQS::Queue', 'FunctionsSesEventsWaiting'),
      RawMessageDelivery: true,
    });
  });
});
