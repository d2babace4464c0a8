/** An address that anyone can call: an HTTP API before one function, throttled, with an access log. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  DomainName,
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';
import type { Stage } from './stage/deployment.ts';

export interface PublicApiProps {
  readonly name: 'links' | 'read-api';
  readonly description: string;
  readonly stage: Stage;
  /** The function that answers all requests, including those that it refuses. */
  readonly answeredBy: LookaheadFunction;
  readonly paths: readonly ['/', ...(readonly '/{proxy+}'[])];
  /** Also the maximum burst. Above it, callers get 429. */
  readonly requestsPerSecond: number;
  /** The domain and its certificate. @default a host of AWS */
  readonly links?: Stage['links'];
  /** Why callers need no AWS credentials: the reason for acknowledging the cdk-nag rule `AwsSolutions-APIG4`. */
  readonly whyOpen: string;
}

export class PublicApi extends Construct {
  /** `https://links.example.com` or `https://….execute-api.eu-west-2.amazonaws.com` */
  readonly url: string;
  readonly dnsRecord: string | undefined;
  readonly serverErrors: Metric;
  /** Requests answered with 429: by AWS above `requestsPerSecond`, or by the function. */
  readonly refused: Metric;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    const { stage, requestsPerSecond } = props;
    const { domain, certificate } = props.links ?? {};
    const name = `lookahead-${stage.name}-${props.name}`;
    const api = new HttpApi(this, 'Api', {
      apiName: name,
      description: props.description,
      createDefaultStage: false,
    });
    const integration = new HttpLambdaIntegration('Integration', props.answeredBy.lambda);
    for (const path of props.paths) {
      for (const route of api.addRoutes({ path, methods: [HttpMethod.ANY], integration })) {
        Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: props.whyOpen });
      }
    }
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/apigateway/${name}`,
      retention: stage.production === 'on' ? RetentionDays.SIX_MONTHS : RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const shown = { label: props.name, statistic: Stats.SUM };
    this.serverErrors = api.metricServerError(shown);
    // During a flood of requests, AWS may leave some out of the log.
    this.refused = accessLog
      .addMetricFilter('Refused', {
        filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
        metricNamespace: 'Lookahead',
        metricName: `RequestsRefused ${name}`,
      })
      .metric(shown);
    const ownName =
      domain === undefined || certificate === undefined
        ? undefined
        : new DomainName(this, 'Domain', {
            domainName: domain,
            certificate: Certificate.fromCertificateArn(this, 'Certificate', certificate),
          });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: requestsPerSecond },
      ...(ownName === undefined ? {} : { domainMapping: { domainName: ownName } }),
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        // The log has neither the query, which has ids of people and the signature of a link, nor the caller's API key.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            time: '$context.requestTime',
            method: '$context.httpMethod',
            path: '$context.path',
            status: '$context.status',
            milliseconds: '$context.responseLatency',
            bytes: '$context.responseLength',
          }),
        ),
      },
    });
    this.url = ownName === undefined ? api.apiEndpoint : `https://${ownName.name}`;
    this.dnsRecord = ownName && `${ownName.name} CNAME ${ownName.regionalDomainName}`;
  }
}
