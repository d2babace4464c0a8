import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { aDeployment, idOf, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const links = {
  domain: 'lookahead.example.com',
  certificate: 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d',
};
const template = templateOf(deployment);
const own = templateOf(deployment, { links });

describe('the address of links', () => {
  it('is an HTTP API, so that AWS refuses excess requests before a function runs', () => {
    expect(resourcesOf(template, 'AWS::Lambda::Url').size).toBe(0);
    template.hasResourceProperties('AWS::ApiGatewayV2::Route', { RouteKey: 'ANY /' });
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      ApiId: { Ref: idOf(template, 'AWS::ApiGatewayV2::Api', 'FunctionsLinks') },
      DefaultRouteSettings: { ThrottlingRateLimit: 28, ThrottlingBurstLimit: 28 },
    });
  });

  it('logs each request without the query, which has the signature', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      ApiId: { Ref: idOf(template, 'AWS::ApiGatewayV2::Api', 'FunctionsLinks') },
      AccessLogSettings: { Format: Match.not(Match.stringLikeRegexp('query|header|\\$context\\.identity')) },
    });
  });

  it('counts refused requests from the log, because an HTTP API has no metric for them', () => {
    const log = idOf(template, 'AWS::Logs::LogGroup', 'FunctionsLinksAccessLog');
    template.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: { Ref: log },
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [
        {
          MetricNamespace: 'Lookahead',
          MetricName: 'RequestsRefused lookahead-prod-links',
          MetricValue: '1',
        },
      ],
    });
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      AccessLogSettings: {
        DestinationArn: { 'Fn::GetAtt': [log, 'Arn'] },
        Format: Match.stringLikeRegexp('"status":"\\$context\\.status"'),
      },
    });
  });

  it('has the rate limit of the stage even without a domain of one’s own', () => {
    const often = templateOf(deployment, { links: { perSecond: 45 } });
    often.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 45, ThrottlingBurstLimit: 45 },
    });
    often.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
  });

  it('is a domain of one’s own if the stage names one, with its certificate and the record to set', () => {
    own.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: links.domain,
      DomainNameConfigurations: [
        Match.objectLike({ CertificateArn: links.certificate, EndpointType: 'REGIONAL' }),
      ],
    });
    own.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
      ApiId: { Ref: idOf(own, 'AWS::ApiGatewayV2::Api', 'FunctionsLinks') },
      Stage: '$default',
    });
    own.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'lookahead-prod-report',
      Environment: {
        Variables: Match.objectLike({
          LINK_BASE_URL: {
            'Fn::Join': [
              '',
              ['https://', { Ref: idOf(own, 'AWS::ApiGatewayV2::DomainName', 'FunctionsLinks') }, '/'],
            ],
          },
        }),
      },
    });
    expect(JSON.stringify(own.findOutputs('LinksDnsRecord'))).toContain(' CNAME ');
    expect(template.findOutputs('LinksDnsRecord')).toEqual({});
  });
});
