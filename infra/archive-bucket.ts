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
      // The bucket stays when the stack is deleted, because its reports may still be needed. A first deployment that
      // fails leaves no bucket behind.
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
   * Sends each created object to EventBridge. An existing bucket is not changed; the output `InboxEvents` has
   * the command that changes it.
   */
  reportCreatedObjects(): void {
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) return;
    // The CDK's own option would deploy a further function for this.
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
   * Allows creating objects and reading them back, which shows whose write came first. Does not allow changing one: a
   * write without `If-None-Match` is refused.
   */
  grantCreate(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.grantWriteOnly(writer, patterns);
    this.grantRead(writer, patterns);
  }

  /** Allows creating objects, but neither reading nor changing one. */
  grantWriteOnly(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObject'], patterns, { Null: { 's3:if-none-match': 'false' } });
  }

  /** Allows setting the tag of workbooks, and no other tag, when they are created. */
  grantTagWorkbooks(writer: LookaheadFunction, patterns: readonly string[]): void {
    this.#grant(writer, ['s3:PutObjectTagging'], patterns, {
      StringEquals: { 's3:RequestObjectTag/kind': workbookTag.kind },
    });
  }

  /**
   * For functions that anyone may call: allows listing only prefixes that match a pattern. If a pattern ends like a
   * whole key, the caller must know a key to learn whether it exists. S3 still answers 403 for reading an object that
   * does not exist: it answers 404 only to callers who may list the whole bucket.
   */
  grantListOnly(reader: LookaheadFunction, patterns: readonly string[]): void {
    this.#grantList(reader, { StringLike: { 's3:prefix': patterns } });
  }

  /**
   * Allows listing keys, and so makes S3 answer 404 for reading an object that does not exist. A read has no prefix, so
   * the condition must hold without one ('if exists'); therefore this also allows listing all keys, without a prefix.
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
  // An existing bucket has no resource in the template, so its ARN is a plain string, without a reference.
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
