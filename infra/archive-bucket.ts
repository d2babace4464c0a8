/**
 * The bucket that holds workbooks and the run store. Objects are written once and their keys are the state of
 * every run, so no life-cycle rule may remove one that still guards against sending twice.
 */
import { CfnElement, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';

/** The only tag in use. Objects of the run store have none, so no rule by tag can remove them. */
const workbookTag = { kind: 'workbook' };

export interface ArchiveProps {
  /** Days after which an issue is removed: its snapshot, its state and any workbooks left. Longer than any of it guards. */
  readonly keepDays: number;
  /** Days after which the workbooks of an issue are removed, and nothing else of it. */
  readonly workbookDays: number;
  /** Days after which test runs and previews are removed; nothing depends on them. */
  readonly testRunDays: number;
}

export class Archive extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: ArchiveProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      // Issues outlive the stack: removing it does not mean that its reports may go. A first deployment that fails
      // leaves no bucket behind.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [
        {
          id: 'issues-past-keeping',
          prefix: 'issues/',
          expiration: Duration.days(props.keepDays),
        },
        {
          id: 'workbooks',
          prefix: 'issues/',
          tagFilters: workbookTag,
          expiration: Duration.days(props.workbookDays),
        },
        { id: 'test-runs', prefix: 'test-runs/', expiration: Duration.days(props.testRunDays) },
        { id: 'manifests-past-keeping', prefix: 'dispatches/', expiration: Duration.days(props.keepDays) },
        { id: 'attempts-past-keeping', prefix: 'attempts/', expiration: Duration.days(props.keepDays) },
        // Reconcile reads those of the last days only.
        { id: 'requests', prefix: 'requests/', expiration: Duration.days(30) },
        { id: 'outages', prefix: 'outages/', expiration: Duration.days(30) },
        // Reconcile reads those of the last days only; the log itself is below the issue.
        { id: 'failed-recipients', prefix: 'failed-recipients/', expiration: Duration.days(30) },
        // Longer than an address can fail between two issues and still count as failing.
        { id: 'failing-addresses', prefix: 'failing-addresses/', expiration: Duration.days(90) },
        // They say of a message of the last days whether it was sent. Without them, a second copy is marked.
        { id: 'send-events', prefix: 'send-events/', expiration: Duration.days(7) },
        {
          id: 'leftovers',
          // Nothing is overwritten, so an older version is one that was removed by hand or by a rule above.
          noncurrentVersionExpiration: Duration.days(90),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Only this stack’s functions can reach it, and each logs the keys it writes and the links it serves; an access log would repeat that in another bucket.',
    });
  }

  /** Allows reading objects whose keys match the patterns, such as `issues/*`. */
  grantRead(reader: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(reader, ['s3:GetObject'], patterns);
  }

  /**
   * Allows creating objects whose keys match the patterns, and reading them back, which tells whose write came
   * first. Never changing one: a write without `If-None-Match` is refused.
   */
  grantCreate(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObject'], patterns, { Null: { 's3:if-none-match': 'false' } });
    this.grantRead(writer, patterns);
  }

  /** Allows tagging objects as workbooks when they are created, and no other tag. */
  grantTagWorkbooks(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObjectTagging'], patterns, {
      StringEquals: { 's3:RequestObjectTag/kind': workbookTag.kind },
    });
  }

  /**
   * Allows listing keys that match the patterns. The permission also makes S3 answer 404 instead of 403 for a key
   * that does not exist; that request has no prefix, hence 'if exists'.
   */
  grantList(reader: LookaheadFunction, patterns: readonly string[]): void {
    reader.lambda.addEnvironment('ARCHIVE_BUCKET', this.bucket.bucketName);
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['s3:ListBucket'],
      resourceArns: [this.bucket.bucketArn],
      conditions: { StringLikeIfExists: { 's3:prefix': patterns } },
    });
  }

  #grant(
    grantee: LookaheadFunction,
    actions: string[],
    patterns: readonly string[],
    conditions: Record<string, Record<string, unknown>> = {},
  ): void {
    grantee.lambda.addEnvironment('ARCHIVE_BUCKET', this.bucket.bucketName);
    Grant.addToPrincipal({
      grantee,
      actions,
      resourceArns: patterns.map((pattern) => this.bucket.arnForObjects(pattern)),
      conditions,
    });
    acknowledgePatterns(grantee, this.bucket, patterns);
  }
}

/** Keys are made at run time, so a policy can only name them by pattern. */
function acknowledgePatterns(grantee: Construct, bucket: Bucket, patterns: readonly string[]): void {
  const resource = bucket.node.defaultChild;
  if (!CfnElement.isCfnElement(resource)) return;
  const id = Stack.of(bucket).getLogicalId(resource);
  for (const pattern of patterns) {
    Validations.of(grantee).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${id}.Arn>/${pattern}]`,
      reason: `The keys are made at run time; ${pattern} is the narrowest pattern that covers them.`,
    });
  }
}
