/** The secret that links are signed with, and access to the planning service's keys, which exist already. */
import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';

export interface SecretsProps {
  readonly stage: string;
  /** Names of the secrets that hold keys of the planning service. They are created by hand, never here. */
  readonly keyNames: readonly string[];
}

export class Secrets extends Construct {
  readonly #linkSecret: Secret;
  readonly #keyNames: readonly string[];

  constructor(scope: Construct, id: string, props: SecretsProps) {
    super(scope, id);
    this.#keyNames = props.keyNames;
    // Without a fixed name: the name of a deleted secret cannot be used again for days.
    this.#linkSecret = new Secret(this, 'LinkSecret', {
      description: `Lookahead ${props.stage}: signs the links in messages. To rotate it, move "current" to "previous".`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        passwordLength: 64,
        excludePunctuation: true,
      },
      // It is useless without the stack, because the links lead to the stack's address.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.#linkSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by hand, so that the old value stays as "previous" while links signed with it are valid.',
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

  grantReadKeys(reader: LookaheadFunction): void {
    if (this.#keyNames.length === 0) return;
    Grant.addToPrincipal({
      grantee: reader,
      actions: ['secretsmanager:GetSecretValue'],
      // Secrets Manager appends a hyphen and six characters to the name.
      resourceArns: this.#keyNames.map((name) => this.#arn(`${name}-??????`)),
    });
  }

  #arn(resource: string): string {
    return Stack.of(this).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: resource,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
