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
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { LookaheadFunction } from './lookahead-function.ts';
import type { Stage } from './stage/deployment.ts';

export interface PublicApiProps {
  readonly name: 'links' | 'read-api';
  readonly description: string;
  readonly stage: Stage;
  /** Answers every method itself, with the reason if it refuses one. */
  readonly answeredBy: LookaheadFunction;
  readonly paths: readonly ['/', ...(readonly '/{proxy+}'[])];
  /** Also the maximum burst. Above it, callers get 429. */
  readonly requestsPerSecond: number;
  readonly domain?: { readonly name: string; readonly certificate: string } | undefined;
  /** Why AWS need not know the callers. */
  readonly whyOpen: string;
}

export class PublicApi extends Construct {
  /** `https://links.example.com` or `https://….execute-api.eu-west-2.amazonaws.com` */
  readonly url: string;
  readonly dnsRecord: string | undefined;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: PublicApiProps) {
    super(scope, id);
    const { stage, domain, requestsPerSecond } = props;
    const name = `lookahead-${stage.name}-${props.name}`;
    this.api = new HttpApi(this, 'Api', {
      apiName: name,
      description: props.description,
      createDefaultStage: false,
    });
    const integration = new HttpLambdaIntegration('Integration', props.answeredBy.lambda);
    for (const path of props.paths) {
      for (const route of this.api.addRoutes({ path, methods: [HttpMethod.ANY], integration })) {
        Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: props.whyOpen });
      }
    }
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `/aws/apigateway/${name}`,
      retention: stage.production === 'on' ? RetentionDays.SIX_MONTHS : RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const ownName =
      domain &&
      new DomainName(this, 'Domain', {
        domainName: domain.name,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: requestsPerSecond },
      ...(ownName === undefined ? {} : { domainMapping: { domainName: ownName } }),
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        // Neither the query, which names people by their ids and has the signature of a link, nor the key.
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
    this.url = ownName === undefined ? this.api.apiEndpoint : `https://${ownName.name}`;
    this.dnsRecord = ownName && `${ownName.name} CNAME ${ownName.regionalDomainName}`;
  }
}
