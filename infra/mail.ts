/**
 * The sender of the messages and what SES reports about them: an SES identity, and a configuration set that sends
 * an event for each accepted message, and for what became of it at each recipient. The first is the proof of sending
 * when SES's answer was lost; the others are the delivery log.
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

/** Not those of opened messages and clicked links: nobody's reading is watched. Nothing is rendered by SES. */
const reportedEvents = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.REJECT,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.DELIVERY_DELAY,
];

/** What EventBridge calls them. */
const reportedDetailTypes = [
  'Email Sent',
  'Email Rejected',
  'Email Delivered',
  'Email Bounced',
  'Email Complaint Received',
  'Email Delivery Delayed',
];

export interface MailProps {
  readonly stage: string;
  /** The address that messages come from. */
  readonly from: string;
  /** Which identity is created: one for the address, one for its domain, or none because one exists. */
  readonly identity: 'address' | 'domain' | 'existing';
  /** On: sending is also allowed on the recipients' identities, which the SES sandbox requires. */
  readonly sandbox: 'on' | 'off';
}

export class Mail extends Construct {
  readonly configurationSetName: string;
  /** The DNS records that a created domain identity needs, each as `name CNAME value`. */
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
      events: reportedEvents,
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

    const made = this.#createIdentity(props.identity, props.from, domain);
    this.dnsRecords =
      props.identity === 'domain' && made !== undefined
        ? made.dkimRecords.map(({ name, value }) => `${name} CNAME ${value}`)
        : [];
    // SES uses the identity of the address if there is one, otherwise that of its domain or of a parent domain.
    this.#identities =
      props.identity === 'existing'
        ? [props.from, ...domainsOf(domain)]
        : [props.identity === 'domain' ? domain : props.from];
  }

  #createIdentity(identity: MailProps['identity'], from: string, domain: string): EmailIdentity | undefined {
    switch (identity) {
      case 'existing':
        return undefined;
      case 'address':
        return new EmailIdentity(this, 'Identity', { identity: Identity.email(from) });
      case 'domain':
        return new EmailIdentity(this, 'Identity', { identity: Identity.domain(domain) });
    }
  }

  /** Allows sending from the configured address only, and only through the configuration set. */
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
        'The SES sandbox requires permission on the recipients’ identities; the sender is still the one address.',
    });
  }

  /** Allows reading how much the account may send, so that the reports stay below it. */
  grantReadQuota(sender: LookaheadFunction): void {
    Grant.addToPrincipal({ grantee: sender, actions: ['ses:GetSendQuota'], resourceArns: ['*'] });
    Validations.of(sender).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The sending quota belongs to the account: ses:GetSendQuota has no resource to name.',
    });
  }

  /** Sends what SES reports about each message to the function that stores it. */
  deliverEventsTo(receiver: LookaheadFunction, { dropped }: { readonly dropped: IQueue }): void {
    new Rule(this, 'Sent', {
      description: 'What SES reports about a message: that it was accepted, and what became of it',
      eventPattern: {
        source: ['aws.ses'],
        detailType: reportedDetailTypes,
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSetName] } } },
      },
      targets: [
        new LambdaFunction(receiver.lambda, {
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

/** `reports.example.com` and `example.com`: an identity of a domain also covers its subdomains. */
function domainsOf(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
