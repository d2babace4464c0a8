import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { intentLease } from '#runs/messages/next-message-step.ts';
import {
  aDeployment,
  aReadApi,
  arnOf,
  idOf,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';
import { policiesOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, { maxConcurrency: 40 });

describe('the queue', () => {
  const limitOf = (prefix: string) =>
    z
      .object({ Timeout: z.int() })
      .parse(
        resourcesOf(template, 'AWS::Lambda::Function').get(idOf(template, 'AWS::Lambda::Function', prefix)),
      ).Timeout;

  it('hides a job for six times the time limit of its function', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * limitOf('FunctionsReport'),
      RedrivePolicy: {
        deadLetterTargetArn: arnOf(template, 'AWS::SQS::Queue', 'QueueDeadLetters'),
        maxReceiveCount: 5,
      },
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * limitOf('FunctionsDeadLetter'),
    });
  });

  it('hides a message for six times the time limit of the function that reads it, as every queue does', () => {
    const reference = z.object({
      EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
      FunctionName: z.object({ Ref: z.string() }),
    });
    const whole = templateOf(deployment, { readApi: aReadApi });
    const functions = resourcesOf(whole, 'AWS::Lambda::Function');
    const queues = resourcesOf(whole, 'AWS::SQS::Queue');
    const read = [...resourcesOf(whole, 'AWS::Lambda::EventSourceMapping').values()].map((mapping) => {
      const { EventSourceArn, FunctionName } = reference.parse(mapping);
      const [queue] = EventSourceArn['Fn::GetAtt'];
      const { VisibilityTimeout } = z.object({ VisibilityTimeout: z.int() }).parse(queues.get(queue));
      const { Timeout } = z.object({ Timeout: z.int() }).parse(functions.get(FunctionName.Ref));
      return { queue, isLongEnough: VisibilityTimeout >= 6 * Timeout };
    });
    expect(read).toHaveLength(4);
    expect(read.filter(({ isLongEnough }) => !isLongEnough)).toEqual([]);
  });

  it('keeps a message for 14 days, encrypted, as every queue does', () => {
    template.allResourcesProperties('AWS::SQS::Queue', {
      MessageRetentionPeriod: 14 * 24 * 3600,
      SqsManagedSseEnabled: true,
    });
  });

  it('starts a function whose time limit is shorter than the lease of a message', () => {
    expect(limitOf('FunctionsReport')).toBeLessThan(intentLease.total('seconds'));
  });

  it('delivers one job per invocation, with the configured concurrency, and retries those that fail', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf(template, 'AWS::SQS::Queue', 'QueueJobs'),
      FunctionName: { Ref: idOf(template, 'AWS::Lambda::Function', 'FunctionsReport') },
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 40 },
    });
  });

  it.each(['report', 'dead-letter'])(
    'may take jobs that %s queues again more often than Lambda’s loop detection allows',
    (name) => {
      template.hasResourceProperties('AWS::Lambda::Function', {
        FunctionName: `lookahead-prod-${name}`,
        RecursiveLoop: 'Allow',
      });
      template.resourcePropertiesCountIs('AWS::Lambda::Function', { RecursiveLoop: Match.absent() }, 4);
    },
  );

  it('lets only reconcile, besides its receivers, read how many jobs it holds', () => {
    // Functions that receive jobs have this permission too, because the CDK grants it with their event source.
    const roles = policiesOf(template)
      .filter(({ PolicyDocument }) =>
        PolicyDocument.Statement.some(
          ({ Action }) => Action.includes('sqs:GetQueueAttributes') && !Action.includes('sqs:ReceiveMessage'),
        ),
      )
      .flatMap(({ Roles }) => Roles);
    expect(roles).toEqual([expect.stringMatching(/^FunctionsReconcileRole/)]);
  });

  it('delivers dead letters to the function dead-letter', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf(template, 'AWS::SQS::Queue', 'QueueDeadLetters'),
      FunctionName: { Ref: idOf(template, 'AWS::Lambda::Function', 'FunctionsDeadLetter') },
      BatchSize: 1,
    });
  });

  it('refuses plain HTTP, as every queue does', () => {
    template.resourceCountIs('AWS::SQS::Queue', 7);
    template.resourcePropertiesCountIs(
      'AWS::SQS::QueuePolicy',
      {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          ]),
        },
      },
      7,
    );
  });
});
