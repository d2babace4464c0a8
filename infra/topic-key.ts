import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * The key that encrypts the topics. CloudWatch may not use AWS's managed key for SNS: alarms would be lost silently.
 */
export function createTopicKey(scope: Construct, stage: string): Key {
  const key = new Key(scope, 'TopicKey', {
    description: `Lookahead ${stage}: encrypts alarms, and what SES reports, until they are handed on`,
    // Nothing that is encrypted with this key outlives the stack.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  Validations.of(key).acknowledge({
    id: 'AwsSolutions-KMS5',
    reason:
      'Nothing stays encrypted by it for longer than a message waits, and each of the first two rotations costs a dollar a month.',
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      // The policies of the topics say who may publish, and from where.
      principals: ['cloudwatch', 'ses'].map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  return key;
}

/**
 * Like the CDK's grantPublish, which would also grant the use of the key a second time. A topic with a policy allows
 * nobody by default.
 */
export function allowPublishing(topic: Topic, publisher: ServicePrincipal): void {
  topic.addToResourcePolicy(
    new PolicyStatement({ principals: [publisher], actions: ['sns:Publish'], resources: [topic.topicArn] }),
  );
}
