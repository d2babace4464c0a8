/** Holds workbooks and the run store. Objects are written once, and no function may delete one. */
import { CfnElement, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, Grant, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  CfnBucketPolicy,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { lifecycleRules, type Retention, workbookTag } from './life-cycle.ts';
import type { LookaheadFunction } from './lookahead-function.ts';

export interface ArchiveProps {
  readonly retention: Retention;
  readonly existing?: string | undefined;
}

export class Archive extends Construct {
  readonly bucket: Bucket | IBucket;

  constructor(scope: Construct, id: string, props: ArchiveProps) {
    super(scope, id);
    this.bucket =
      props.existing === undefined
        ? this.#create(props.retention)
        : Bucket.fromBucketName(this, 'Bucket', props.existing);
    // A separate resource, so that an existing bucket gets it too. It is deleted with the stack: a policy that stayed
    // would keep a later stack from setting its own.
    new CfnBucketPolicy(this, 'Policy', {
      bucket: this.bucket.bucketName,
      policyDocument: new PolicyDocument({
        statements: [
          this.#denial({ Bool: { 'aws:SecureTransport': 'false' } }),
          this.#denial({ NumericLessThan: { 's3:TlsVersion': 1.2 } }),
        ],
      }),
    });
  }

  #create(retention: Retention): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      versioned: true,
      // Issues outlive the stack: removing it does not mean that its reports may go. A first deployment that fails
      // leaves no bucket behind.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: lifecycleRules(retention),
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'It is private, and objects are written once, so their dates show what was written when; an access log would be one more bucket to keep.',
    });
    return bucket;
  }

  /**
   * Sends each created object to EventBridge. An existing bucket is not changed; the output `InboxEvents` has the
   * command.
   */
  reportCreatedObjects(): void {
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) return;
    // The CDK's own option would deploy one more function for it.
    resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  #denial(conditions: Record<string, Record<string, unknown>>): PolicyStatement {
    return new PolicyStatement({
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['s3:*'],
      resources: [this.bucket.bucketArn, this.bucket.arnForObjects('*')],
      conditions,
    });
  }

  grantRead(reader: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(reader, ['s3:GetObject'], patterns);
  }

  /**
   * Also allows reading them back, which shows whose write came first. Never changing one: a write without
   * `If-None-Match` is refused.
   */
  grantCreate(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.grantWriteOnly(writer, patterns);
    this.grantRead(writer, patterns);
  }

  /** Allows creating objects, and neither reading nor changing one. */
  grantWriteOnly(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObject'], patterns, { Null: { 's3:if-none-match': 'false' } });
  }

  /** Only when they are created, and no other tag. */
  grantTagWorkbooks(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObjectTagging'], patterns, {
      StringEquals: { 's3:RequestObjectTag/kind': workbookTag.kind },
    });
  }

  /**
   * For functions that anyone may call: allows listing only keys that match. A pattern that ends as whole keys do only
   * shows whether a known key exists. S3 answers 403 for an object that does not exist, because it says 404 only to
   * callers who may list the bucket, and a read has no prefix that could allow it.
   */
  grantListOnly(reader: LookaheadFunction, patterns: readonly string[]): void {
    this.#grantList(reader, { StringLike: { 's3:prefix': patterns } });
  }

  /**
   * Also makes S3 answer 404 for an object that does not exist: a read has no prefix, hence 'if exists'. A listing
   * without a prefix has none either, so this allows listing all keys.
   */
  grantList(reader: LookaheadFunction, patterns: readonly string[]): void {
    this.#grantList(reader, { StringLikeIfExists: { 's3:prefix': patterns } });
  }

  #grantList(reader: LookaheadFunction, conditions: Record<string, Record<string, unknown>>): void {
    reader.lambda.addEnvironment('ARCHIVE_BUCKET', this.bucket.bucketName);
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['s3:ListBucket'],
      resourceArns: [this.bucket.bucketArn],
      conditions,
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

function acknowledgePatterns(
  grantee: Construct,
  bucket: Bucket | IBucket,
  patterns: readonly string[],
): void {
  const resource = bucket.node.defaultChild;
  // An existing bucket has no resource in the template, and an ARN that is text.
  const arn =
    resource !== undefined && CfnElement.isCfnElement(resource)
      ? `<${Stack.of(bucket).getLogicalId(resource)}.Arn>`
      : bucket.bucketArn;
  for (const pattern of patterns) {
    Validations.of(grantee).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${arn}/${pattern}]`,
      reason: `The keys are made at run time; ${pattern} is the narrowest pattern that covers them.`,
    });
  }
}
