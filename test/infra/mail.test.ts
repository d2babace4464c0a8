import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { aDeployment, arnOf, configurationText, templateOf } from '../support/infra/a-deployment.ts';
import { policiesOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment);

describe('the mail', () => {
  it('is sent by an identity of the configured address or its domain', () => {
    template.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'lookahead@example.com' });
    templateOf(deployment, { identity: 'domain' }).hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'example.com',
    });
    templateOf(deployment, { identity: 'existing' }).resourceCountIs('AWS::SES::EmailIdentity', 0);
  });

  it('may be sent by an existing identity of the address, its domain or a parent domain', async () => {
    const below = await aDeployment(
      configurationText.replace('lookahead@example.com', 'lookahead@site.example.co.uk'),
    );
    const sending = policiesOf(templateOf(below, { identity: 'existing' }))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action.includes('ses:SendRawEmail'));
    expect(sending).toHaveLength(2);
    for (const { Resource } of sending) {
      expect(Resource.map((one) => one.replace(/^.*:/, '')).sort()).toEqual([
        'configuration-set/lookahead-prod',
        'identity/co.uk',
        'identity/example.co.uk',
        'identity/lookahead@site.example.co.uk',
        'identity/site.example.co.uk',
      ]);
    }
  });

  it('is paced by the quota of the account, which the report function may read', () => {
    const reading = policiesOf(template)
      .filter(({ PolicyDocument }) =>
        PolicyDocument.Statement.some(({ Action }) => Action.includes('ses:GetSendQuota')),
      )
      .flatMap(({ Roles }) => Roles);
    expect(reading).toEqual([expect.stringMatching(/^FunctionsReportRole/)]);
  });

  it('is reported to EventBridge, and by a rule to reconcile: as proof, and for the log', () => {
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: Match.objectLike({
        EventBridgeDestination: Match.anyValue(),
        MatchingEventTypes: ['send', 'reject', 'delivery', 'bounce', 'complaint', 'deliveryDelay'],
      }),
    });
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': [
          'Email Sent',
          'Email Rejected',
          'Email Delivered',
          'Email Bounced',
          'Email Complaint Received',
          'Email Delivery Delayed',
        ],
        detail: { mail: { tags: { 'ses:configuration-set': ['lookahead-prod'] } } },
      },
      Targets: [
        Match.objectLike({
          Arn: arnOf(template, 'AWS::Lambda::Function', 'FunctionsReconcile'),
          DeadLetterConfig: { Arn: arnOf(template, 'AWS::SQS::Queue', 'FunctionsDropped') },
        }),
      ],
    });
  });
});
