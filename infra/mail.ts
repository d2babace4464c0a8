/**
 * An SES identity, and a configuration set with an event for each accepted message and for its outcome at each
 * recipient. If SES's answer was lost, the event of the accepted message proves that the message was sent. The other
 * events make the delivery log.
 */
import { ArnFormat, Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Grant, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  DkimIdentity,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  MailFromBehaviorOnMxFailure,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageMailIdentity } from '#config/stage/stage-mail.ts';
import type { EventQueue } from './event-queue.ts';
import type { LookaheadFunction } from './lookahead-function.ts';
import { allowPublishing } from './topic-key.ts';

/**
 * The events that SES reports. Those of opened messages and clicked links are off, so that no reader is tracked.
 * Rendering failures are off too, because no SES templates are used.
 */
const reportedEvents = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.REJECT,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.DELIVERY_DELAY,
];

export interface MailProps {
  readonly stage: string;
  readonly from: string;
  readonly identity: StageMailIdentity;
  /** On: sending is also allowed on the recipients' identities, which the SES sandbox requires. */
  readonly sandbox: 'on' | 'off';
  readonly topicKey: IKey;
}

export type DnsRecord = { readonly purpose: string; readonly record: string };

export class Mail extends Construct {
  readonly configurationSetName: string;
  readonly dnsRecords: readonly DnsRecord[];
  readonly #configurationSet: ConfigurationSet;
  readonly #topicKey: IKey;
  readonly #from: string;
  readonly #sandbox: boolean;
  readonly #identities: readonly string[];

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.#from = props.from;
    this.#topicKey = props.topicKey;
    this.#sandbox = props.sandbox === 'on';
    this.configurationSetName = `lookahead-${props.stage}`;
    this.#configurationSet = new ConfigurationSet(this, 'Set', {
      configurationSetName: this.configurationSetName,
      reputationMetrics: true,
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

    const { identity } = props;
    this.dnsRecords = this.#createIdentity(identity);
    // SES uses the identity of the address if the account has one, even if there is one of the domain.
    this.#identities = [...new Set([identityName(identity), props.from])];
  }

  #createIdentity(identity: StageMailIdentity): readonly DnsRecord[] {
    switch (identity.kind) {
      case 'existing':
        return [];
      case 'address':
        retainIdentity(new EmailIdentity(this, 'Identity', { identity: Identity.email(identity.address) }));
        return [];
      case 'domain': {
        const { domain, mailFrom } = identity;
        const created = new EmailIdentity(this, 'Identity', {
          identity: Identity.domain(domain),
          dkimIdentity: DkimIdentity.easyDkim(),
          mailFromDomain: mailFrom,
          // While the DNS record is missing, mail is sent with SES's own domain for bounces.
          mailFromBehaviorOnMxFailure: MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
        });
        retainIdentity(created);
        const exchange = `feedback-smtp.${Stack.of(this).region}.amazonses.com`;
        return [
          ...created.dkimRecords.map(({ name, value }) => ({
            purpose: 'DNS record to set, so that mail is signed (DKIM)',
            record: `${name} CNAME ${value}`,
          })),
          {
            purpose: 'DNS record to set, so that bounces come back to SES',
            record: `${mailFrom} MX 10 ${exchange}`,
          },
          {
            purpose: 'DNS record to set, so that SES may send for the domain of the bounces (SPF)',
            record: `${mailFrom} TXT "v=spf1 include:amazonses.com ~all"`,
          },
          {
            purpose: `DNS record to set if ${domain} has none yet, so that servers know what to expect (DMARC)`,
            record: `_dmarc.${domain} TXT "v=DMARC1; p=none"`,
          },
        ];
      }
    }
  }

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
      id: `AwsSolutions-IAM5[Resource::${asRuled(this.#arn('identity', '*'))}]`,
      reason:
        'The SES sandbox requires permission on the recipients’ identities; the sender is still the one address.',
    });
  }

  grantReadQuota(sender: LookaheadFunction): void {
    Grant.addToPrincipal({ grantee: sender, actions: ['ses:GetSendQuota'], resourceArns: ['*'] });
    Validations.of(sender).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The sending quota belongs to the account: ses:GetSendQuota has no resource to name.',
    });
  }

  /**
   * Sends the events to a topic, because SES cannot write to a queue. Events that the topic may not write to the queue
   * are not retried and go to the queue of dropped events.
   */
  publishEventsTo({ events, dropped }: EventQueue): Topic {
    const topic = new Topic(this, 'Events', { enforceSSL: true, masterKey: this.#topicKey });
    topic.addSubscription(
      new SqsSubscription(events, { rawMessageDelivery: true, deadLetterQueue: dropped }),
    );
    allowPublishing(
      topic,
      new ServicePrincipal('ses.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.#arn('configuration-set', this.configurationSetName),
          },
        },
      }),
    );
    this.#configurationSet.addEventDestination('Events', {
      destination: EventDestination.snsTopic(topic),
      events: reportedEvents,
    });
    return topic;
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

/** An ARN in the form that cdk-nag uses in the ids of its findings. */
function asRuled(arn: string): string {
  return arn.replaceAll(Aws.ACCOUNT_ID, '<AWS::AccountId>');
}

function identityName(identity: StageMailIdentity): string {
  switch (identity.kind) {
    case 'existing':
      return identity.name;
    case 'address':
      return identity.address;
    case 'domain':
      return identity.domain;
  }
}

/**
 * Keeps an identity when the stack is deleted: another stage may send with it, and its DNS records are set. A first
 * deployment that fails leaves none behind, because the next deployment could not create an identity that exists.
 */
function retainIdentity(identity: EmailIdentity): void {
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
}
