/** The queue of jobs, and the dead-letter queue for jobs that crash the function at every delivery. */

import { Duration, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { maxReceives } from '#queue/job-queue.ts';
import { minutesUntilRedeliveryInCloud } from '#queue/next-attempt.ts';
import type { LookaheadFunction } from './lookahead-function.ts';

/** Time limit of the function `dead-letter`, in minutes. */
export const maxDeadLetterFunctionMinutes = 1;

/** A dead-letter queue: encrypted, reachable only over TLS, with the maximum retention of SQS. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, props: { readonly visibilityTimeout?: Duration } = {}) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      ...props,
    });
    const reason = 'It is a dead-letter queue itself; an alarm watches it.';
    Validations.of(this).acknowledge(
      { id: 'Serverless-SQSRedrivePolicy', reason },
      { id: 'AwsSolutions-SQS3', reason },
    );
  }
}

export class JobQueues extends Construct {
  readonly jobs: Queue;
  readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', {
      visibilityTimeout: Duration.minutes(6 * maxDeadLetterFunctionMinutes),
    });
    this.jobs = new Queue(this, 'Jobs', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // AWS recommends six times the function's time limit, so that a job in progress is not received again.
      visibilityTimeout: Duration.minutes(minutesUntilRedeliveryInCloud),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
  }

  deliverJobsTo(worker: LookaheadFunction, { maxConcurrency }: { readonly maxConcurrency: number }): void {
    addQueueTrigger(this.jobs, worker, { batchSize: 1, maxConcurrency });
  }

  deliverDeadLettersTo(
    worker: LookaheadFunction,
    { maxConcurrency }: { readonly maxConcurrency: number },
  ): void {
    addQueueTrigger(this.deadLetters, worker, { batchSize: 1, maxConcurrency });
  }

  grantSend(sender: LookaheadFunction): void {
    sender.lambda.addEnvironment('QUEUE_URL', this.jobs.queueUrl);
    Grant.addToPrincipal({
      grantee: sender,
      actions: ['sqs:SendMessage'],
      resourceArns: [this.jobs.queueArn],
    });
  }

  grantDepth(asker: LookaheadFunction): void {
    Grant.addToPrincipal({
      grantee: asker,
      actions: ['sqs:GetQueueAttributes'],
      resourceArns: [this.jobs.queueArn],
    });
  }
}

/** Makes the messages of a queue trigger a function. The function reports which messages of a batch failed. */
export function addQueueTrigger(
  queue: Queue,
  worker: LookaheadFunction,
  how: { readonly batchSize: number; readonly maxConcurrency: number },
): void {
  worker.lambda.addEventSource(new SqsEventSource(queue, { ...how, reportBatchItemFailures: true }));
  Validations.of(worker.lambda).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'A mapping from SQS has no failure destination; the queue has a dead-letter queue instead.',
  });
}
