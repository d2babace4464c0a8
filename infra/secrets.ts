/** The secret that links are signed with, and access to the existing keys of the planning service. */
import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant } from 'aws-cdk-lib/aws-iam';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';
import type { Stage } from './stage/deployment.ts';

export interface SecretsProps {
  readonly stage: string;
  readonly keyNames: readonly string[];
  /** Links on a domain of their own outlive the stack. `secret`: the ARN of the secret that signed earlier ones. */
  readonly links: Stage['links'];
}

export class Secrets extends Construct {
  readonly #linkSecret: Secret | ISecret;
  readonly #keyNames: readonly string[];

  constructor(scope: Construct, id: string, props: SecretsProps) {
    super(scope, id);
    this.#keyNames = props.keyNames;
    this.#linkSecret =
      props.links?.secret === undefined
        ? this.#createLinkSecret(props)
        : Secret.fromSecretCompleteArn(this, 'LinkSecret', props.links.secret);
  }

  #createLinkSecret({ stage, links }: SecretsProps): Secret {
    // The secret has no fixed name, because the name of a deleted secret cannot be used again for days.
    const secret = new Secret(this, 'LinkSecret', {
      description: `Lookahead ${stage}: signs the links in messages. To rotate it, move "current" to "previous".`,
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'current',
        passwordLength: 64,
        excludePunctuation: true,
      },
      // Links to an address of the stack end with the stack; links on a domain of one's own work with the next stack
      // too.
      removalPolicy:
        links?.domain === undefined ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by hand, so that the old value stays as "previous" while links signed with it are valid.',
    });
    return secret;
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
