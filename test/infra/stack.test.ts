import { Stack, Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aDeployment, anApp, aStack, manyProjects, templateOf } from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();

/** Without what says nothing about the stack: hashes of the code, and where a graph lies on the dashboard. */
function inShort(template: Template): unknown {
  return JSON.parse(JSON.stringify(template.toJSON()), (key, value: unknown) => {
    if (key === 'DashboardBody') return '<dashboard>';
    return typeof value === 'string' ? value.replace(/^[0-9a-f]{64}\.zip$/, '<code>.zip') : value;
  });
}

describe.each(['dev', 'prod'])('the stage %s', (stage) => {
  it('is the stack that was looked at last', () => {
    expect(inShort(templateOf(deployment, { stage }))).toMatchSnapshot();
  });
});

describe('the rule packs', () => {
  const findings = (pack: 'AwsSolutions' | 'Serverless', scope: Stack) => {
    const checks = pack === 'AwsSolutions' ? new AwsSolutionsChecks() : new ServerlessChecks();
    return checks
      .validateScope(scope)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );
  };

  it.each([{}, { stage: 'dev', identity: 'domain', sandbox: 'on', alarmEmail: 'alarms@example.com' }])(
    'find nothing that is not acknowledged with its reason, with %j',
    (context) => {
      const stack = aStack(deployment, context);
      Template.fromStack(stack);
      expect(findings('AwsSolutions', stack)).toEqual([]);
      expect(findings('Serverless', stack)).toEqual([]);
    },
  );

  it('find nothing in a stack with more keys than a policy can name', async () => {
    const stack = aStack(await aDeployment(manyProjects(60, 'a key each')));
    Template.fromStack(stack);
    expect(findings('AwsSolutions', stack)).toEqual([]);
  });

  it('would find a bucket that is open', () => {
    const stack = new Stack(anApp(), 'other');
    new Bucket(stack, 'Open');
    expect(findings('AwsSolutions', stack)).toEqual([
      'AwsSolutions-S1 other/Open/Resource',
      'AwsSolutions-S10 other/Open/Resource',
    ]);
  });

  it('have a reason for each acknowledged finding', () => {
    const reasons = aStack(deployment)
      .node.findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.values(z.record(z.string(), z.string()).parse(data)));
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason).toMatch(/^.{40,}\.$/);
  });
});

describe('the size of the stack', () => {
  const count = (template: Template) =>
    Object.keys(z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template.toJSON()).Resources)
      .length;

  it('does not grow with the number of projects', async () => {
    const few = count(templateOf(await aDeployment(manyProjects(3))));
    expect(count(templateOf(await aDeployment(manyProjects(500))))).toBe(few);
    expect(count(templateOf(await aDeployment(manyProjects(500, 'a key each'))))).toBe(few);
  });

  it('has three schedules and a sweep for 500 projects in three zones', async () => {
    const template = templateOf(await aDeployment(manyProjects(500)));
    template.resourceCountIs('AWS::Scheduler::Schedule', 4);
  });
});

describe('the outputs', () => {
  const outputs = z
    .record(z.string(), z.object({ Value: z.unknown() }))
    .parse(templateOf(deployment).findOutputs('*'));

  it('name the functions, the bucket, the secret of links and the topic of alarms', () => {
    expect(Object.keys(outputs).sort()).toEqual([
      'AlarmTopic',
      'ArchiveBucket',
      'Dashboard',
      'DeadLetterFunction',
      'DispatchFunction',
      'DownloadFunction',
      'EventsDropped',
      'LinkSecret',
      'OnDemandReport',
      'ReconcileFunction',
      'ReportFunction',
      'SchedulesDropped',
    ]);
  });

  it('give the line that makes a report on demand, as it can be pasted', () => {
    expect(outputs['OnDemandReport']?.Value).toBe(
      `aws lambda invoke --function-name lookahead-prod-report --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"preview"}' answer.json && cat answer.json`,
    );
  });

  it('give the records that a domain needs', () => {
    const records = templateOf(deployment, { identity: 'domain' }).findOutputs('*');
    expect(Object.keys(records).filter((name) => name.startsWith('DnsRecord'))).toHaveLength(3);
  });
});

describe('what context changes', () => {
  it('the schedules of a stage beside production stand, and do not fire', () => {
    templateOf(deployment, { stage: 'dev' }).allResourcesProperties('AWS::Scheduler::Schedule', {
      State: 'DISABLED',
    });
    templateOf(deployment).allResourcesProperties('AWS::Scheduler::Schedule', { State: 'ENABLED' });
  });

  it('a new account, which has nothing to reserve, reserves nothing', () => {
    templateOf(deployment, { reserveConcurrency: 'off' }).allResourcesProperties('AWS::Lambda::Function', {
      ReservedConcurrentExecutions: Match.absent(),
    });
  });

  it('alarms reach whoever is named', () => {
    templateOf(deployment, { alarmEmail: 'alarms@example.com' }).hasResourceProperties(
      'AWS::SNS::Subscription',
      { Protocol: 'email', Endpoint: 'alarms@example.com' },
    );
  });

  it('in the sandbox sending is allowed on the recipients’ identities too', () => {
    templateOf(deployment, { sandbox: 'on' }).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'ses:SendRawEmail',
            Condition: { StringEquals: { 'ses:FromAddress': 'lookahead@example.com' } },
            Resource: Match.arrayWith([
              { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(':identity/\\*$')])] },
            ]),
          }),
        ]),
      },
    });
  });
});
