/**
 * Who the messages come from, and what becomes of them: an SES identity for the sender, and a configuration set
 * that reports each message it took, because that is the proof when SES's own answer was lost.
 */
import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Grant } from 'aws-cdk-lib/aws-iam';
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
} from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';

export interface MailProps {
  readonly stage: string;
  /** The address that messages come from. */
  readonly from: string;
  /** Whose identity is made: the address's, its domain's, or none because one exists. */
  readonly identity: 'address' | 'domain' | 'existing';
  /** On: sending is allowed on the recipients' identities too, which SES asks for in its sandbox. */
  readonly sandbox: 'on' | 'off';
}

export class Mail extends Construct {
  readonly configurationSetName: string;
  /** Where a made domain identity needs DNS records, each of them as `name CNAME value`. */
  readonly dnsRecords: readonly string[];
  readonly #configurationSet: ConfigurationSet;
  readonly #from: string;
  readonly #sandbox: boolean;
  readonly #identities: readonly string[];

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.#from = props.from;
    this.#sandbox = props.sandbox === 'on';
    const domain = props.from.slice(props.from.lastIndexOf('@') + 1);
    this.configurationSetName = `lookahead-${props.stage}`;
    this.#configurationSet = new ConfigurationSet(this, 'Set', {
      configurationSetName: this.configurationSetName,
      reputationMetrics: true,
    });
    this.#configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [EmailSendingEvent.SEND],
    });
    this.#configurationSet.addEventDestination('Counts', {
      destination: EventDestination.cloudWatchDimensions([
        {
          source: CloudWatchDimensionSource.MESSAGE_TAG,
          name: 'ses:configuration-set',
          defaultValue: this.configurationSetName,
        },
      ]),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
      ],
    });

    const made = this.#make(props.identity, props.from, domain);
    this.dnsRecords =
      props.identity === 'domain' && made !== undefined
        ? made.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`)
        : [];
    // SES asks for the address's identity where there is one, and otherwise for that of its domain, or of one above.
    this.#identities =
      props.identity === 'existing'
        ? [props.from, ...domainsOf(domain)]
        : [props.identity === 'domain' ? domain : props.from];
  }

  #make(identity: MailProps['identity'], from: string, domain: string): EmailIdentity | undefined {
    switch (identity) {
      case 'existing':
        return undefined;
      case 'address':
        return new EmailIdentity(this, 'Identity', { identity: Identity.email(from) });
      case 'domain':
        return new EmailIdentity(this, 'Identity', { identity: Identity.domain(domain) });
    }
  }

  /** Sending from the configured address alone, and only through the configuration set. */
  grantSend(sender: LookaheadFunction): void {
    sender.lambda.addEnvironment('CONFIGURATION_SET', this.configurationSetName);
    const identities = this.#sandbox ? ['*'] : this.#identities;
    Grant.addToPrincipal({
      grantee: sender,
      actions: ['ses:SendRawEmail'],
      resourceArns: [
        ...identities.map((identity) => this.#arn('identity', identity)),
        this.#arn('configuration-set', this.configurationSetName),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': this.#from } },
    });
    if (!this.#sandbox) return;
    Validations.of(sender).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
      reason:
        'In its sandbox SES asks for permission on the recipients’ identities; the sender stays the one address.',
    });
  }

  /** Hands each message that SES took to the function that keeps the proof. */
  deliverEventsTo(keeper: LookaheadFunction, { dropped }: { readonly dropped: IQueue }): void {
    new Rule(this, 'Sent', {
      description: 'Proof that a message was taken by SES',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Sent'],
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
      },
      targets: [
        new LambdaFunction(keeper.lambda, {
          deadLetterQueue: dropped,
          maxEventAge: Duration.hours(4),
          retryAttempts: 60,
        }),
      ],
    });
  }

  #arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({
      service: 'ses',
      resource,
      resourceName,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }
}

/** `reports.example.com` and `example.com`: whoever has proved that a domain is theirs may send from those below. */
function domainsOf(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
