/** The queue of reports to make, and where a job goes that failed as often as it may. */
import { Duration, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';

export interface JobQueueProps {
  /** Time limit of the function that takes the jobs. */
  readonly jobTimeLimit: Duration;
  /** Time limit of the function that takes what failed for good. */
  readonly deadLetterTimeLimit: Duration;
}

/** How often a job is tried before it counts as failed. */
const attempts = 5;

/** A queue that is the end of the way: encrypted, TLS only, kept as long as SQS keeps anything. */
export class DeadLetters extends Queue {
  constructor(scope: Construct, id: string, props: { readonly visibilityTimeout?: Duration } = {}) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      ...props,
    });
    const reason = 'It is where messages end that could not be handled; an alarm watches it.';
    Validations.of(this).acknowledge(
      { id: 'Serverless-SQSRedrivePolicy', reason },
      { id: 'AwsSolutions-SQS3', reason },
    );
  }
}

export class JobQueue extends Construct {
  readonly jobs: Queue;
  readonly failed: DeadLetters;

  constructor(scope: Construct, id: string, props: JobQueueProps) {
    super(scope, id);
    this.failed = new DeadLetters(this, 'Failed', {
      visibilityTimeout: Duration.seconds(6 * props.deadLetterTimeLimit.toSeconds()),
    });
    this.jobs = new Queue(this, 'Jobs', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      // A job that is being worked on must not come up again: AWS asks for six times the function's limit.
      visibilityTimeout: Duration.seconds(6 * props.jobTimeLimit.toSeconds()),
      deadLetterQueue: { queue: this.failed, maxReceiveCount: attempts },
    });
  }

  /** @param maxConcurrency jobs at a time, 2 to 1,000 */
  deliverJobsTo(worker: LookaheadFunction, { maxConcurrency }: { readonly maxConcurrency: number }): void {
    deliver(this.jobs, worker, maxConcurrency);
  }

  deliverFailedTo(worker: LookaheadFunction): void {
    deliver(this.failed, worker, 2);
  }

  grantSend(sender: LookaheadFunction): void {
    sender.lambda.addEnvironment('QUEUE_URL', this.jobs.queueUrl);
    Grant.addToPrincipal({
      grantee: sender,
      actions: ['sqs:SendMessage'],
      resourceArns: [this.jobs.queueArn],
    });
  }
}

function deliver(queue: Queue, worker: LookaheadFunction, maxConcurrency: number): void {
  worker.lambda.addEventSource(
    new SqsEventSource(queue, { batchSize: 1, maxConcurrency, reportBatchItemFailures: true }),
  );
  Validations.of(worker.lambda).acknowledge({
    id: 'Serverless-LambdaEventSourceMappingDestination',
    reason: 'A mapping from SQS has no such destination; the queue’s own dead-letter queue takes what fails.',
  });
}
