/** The keys of the planning service, which exist and are only named, and the secret that links are signed with. */
import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { mostSecretNames } from './deployment.ts';
import type { LookaheadFunction } from './lookahead-function.ts';

export interface SecretsProps {
  readonly stage: string;
  /** Names of the secrets that hold keys of the planning service. They are made by hand, never here. */
  readonly keyNames: readonly string[];
}

export class Secrets extends Construct {
  readonly #linkSecret: Secret;
  readonly #keyNames: readonly string[];

  constructor(scope: Construct, id: string, props: SecretsProps) {
    super(scope, id);
    this.#keyNames = props.keyNames;
    // Without a name of its own: one that was deleted cannot be used again for days.
    this.#linkSecret = new Secret(this, 'LinkSecret', {
      description: `Lookahead ${props.stage}: signs the links in messages. To rotate: "previous" gets the old "current".`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        passwordLength: 64,
        excludePunctuation: true,
      },
      // It is worth nothing without the stack, whose address the links lead to.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#linkSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by hand, so that the old secret is kept as "previous" while links signed with it still live.',
    });
  }

  get linkSecretArn(): string {
    return this.#linkSecret.secretArn;
  }

  grantReadLinkSecret(reader: LookaheadFunction): void {
    reader.lambda.addEnvironment('LINK_SECRET', this.linkSecretArn);
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: [this.linkSecretArn],
    });
  }

  /** The names themselves are in the configuration, which the function carries. */
  grantReadKeys(reader: LookaheadFunction): void {
    const named = this.#keyNames.length <= mostSecretNames;
    const resources = named ? this.#keyNames.map((name) => `${name}-??????`) : folders(this.#keyNames);
    if (resources.length === 0) return;
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['secretsmanager:GetSecretValue'],
      resourceArns: resources.map((resource) => this.#arn(resource)),
    });
    if (named) return;
    for (const folder of folders(this.#keyNames)) {
      Validations.of(reader).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${folder}]`,
        reason: `There are ${this.#keyNames.length} keys, more than a policy can name; ${folder} holds nothing else.`,
      });
    }
  }

  /** Secrets Manager adds a hyphen and six characters of its own to the name. */
  #arn(resource: string): string {
    return Stack.of(this).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: resource,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}

function folders(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => `${name.slice(0, name.lastIndexOf('/') + 1)}*`))].sort();
}
