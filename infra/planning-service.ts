/**
 * The Planning Read API of a stage: the function that serves it, the one that imports files, and how both are reached.
 */
import { Duration, Size } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Archive } from './archive-bucket.ts';
import type { BundledFiles } from './bundling.ts';
import { EventQueue } from './event-queue.ts';
import { LookaheadFunction } from './lookahead-function.ts';
import { PublicApi } from './public-api.ts';
import type { Concurrency } from './stage/concurrency.ts';
import type { Stage } from './stage/deployment.ts';

export interface PlanningServiceProps {
  readonly stage: Stage & { readonly readApi: NonNullable<Stage['readApi']> };
  readonly entries: string;
  readonly files: BundledFiles;
  readonly archive: Archive;
  readonly concurrency: Concurrency;
}

export class PlanningService extends Construct {
  readonly readApi: LookaheadFunction;
  readonly import: LookaheadFunction;
  readonly inbox: EventQueue;
  readonly inboxRule: Rule;
  /** The public address, which is the `baseUrl` of the projects of this service. */
  readonly api: PublicApi;

  constructor(scope: Construct, id: string, props: PlanningServiceProps) {
    super(scope, id);
    const { stage, archive, concurrency } = props;
    const about = { stage, entries: props.entries };

    this.readApi = new LookaheadFunction(this, {
      ...about,
      name: 'read-api',
      timeLimit: Duration.seconds(20),
      memory: 1_024,
      temporaryStorage: Size.gibibytes(2),
      reservedConcurrency: concurrency.reserved.readApi,
      // A job invokes the function for each page, and again at each attempt: Lambda would take that for an endless
      // loop.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    const timeLimit = Duration.minutes(5);
    this.inbox = new EventQueue(this, 'InboxEvents', { timeLimit });
    this.import = new LookaheadFunction(this, {
      ...about,
      name: 'import',
      timeLimit,
      // Enough for a file of 100 MB and the programme that is read from it.
      memory: 3_008,
      temporaryStorage: Size.gibibytes(2),
      files: props.files,
    });

    this.api = new PublicApi(this, 'PublicApi', {
      name: 'read-api',
      description: `Planning Read API, stage ${stage.name}`,
      stage,
      answeredBy: this.readApi,
      paths: ['/', '/{proxy+}'],
      requestsPerSecond: concurrency.requestsPerSecond.readApi,
      whyOpen: 'The function checks the key of each request: keys are kept in the archive, not in AWS.',
    });
    this.readApi.lambda.addEnvironment('ORIGIN', this.api.url);
    this.readApi.lambda.addEnvironment('CORS_ORIGINS', stage.readApi.corsOrigins.join(','));

    // The function serves versions, checks keys, creates the secret that signs tokens, and records the use of a key,
    // with one object an hour.
    archive.grantRead(this.readApi, ['programmes/*', 'keys/*']);
    archive.grantListOnly(this.readApi, ['programmes/*', 'keys/*']);
    archive.grantCreate(this.readApi, ['keys/*/used/*', 'keys/signing-secret']);

    this.inbox.deliverTo(this.import, { batchSize: 1, maxConcurrency: concurrency.fromQueue.import });
    this.inboxRule = this.#importFrom(archive);
    archive.grantRead(this.import, ['inbox/*']);
    // The function stores the results of which reconcile notifies contacts.
    archive.grantCreate(this.import, ['programmes/*', 'inbox-results/*/result.json']);
    archive.grantList(this.import, ['programmes/*', 'inbox-results/*', 'inbox/*']);
    if (stage.alarmAddress !== undefined) {
      this.import.lambda.addEnvironment('ALARM_ADDRESS', stage.alarmAddress);
    }
  }

  /** Lets a function invoke read-api, because strangers can use up the throttle of the public address. */
  grantInvoke(reader: LookaheadFunction): void {
    const { functionName, lambda } = this.readApi;
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [lambda.functionArn],
    });
    reader.lambda.addEnvironment('READ_API_FUNCTION', functionName);
    reader.lambda.addEnvironment('READ_API_URL', this.api.url);
  }

  get all(): readonly LookaheadFunction[] {
    return [this.readApi, this.import];
  }

  #importFrom(archive: Archive): Rule {
    archive.reportCreatedObjects();
    return new Rule(this, 'Inbox', {
      description: 'A file was put under inbox/ of the bucket',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [archive.bucket.bucketName] },
          object: { key: [{ prefix: 'inbox/' }] },
        },
      },
      // If EventBridge has no permission for its target, it does not try again, but sends the event to `dropped`.
      targets: [new SqsQueue(this.inbox.events, { deadLetterQueue: this.inbox.dropped })],
    });
  }
}
