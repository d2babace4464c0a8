import { Stack, Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Stage } from '../../infra/stage/deployment.ts';
import { deep } from '../support/deep-checks.ts';
import {
  aDeployment,
  anApp,
  aStack,
  manyProjects,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();

/** The template without parts that depend on the stage's name, hashes of the code, and the layout of the dashboard. */
function inShort(stage: string, settings: Partial<Stage> = {}): unknown {
  const text = JSON.stringify(templateOf(deployment, { name: stage, ...settings }).toJSON())
    .replaceAll(new RegExp(`\\b([Ll]ookahead[- ]|stage )${stage}\\b`, 'g'), '$1<stage>')
    // Some logical ids contain the name of the stack, and a hash of it.
    .replaceAll(new RegExp(`(lookahead)${stage}(\\w*?)([0-9A-F]{8,})?"`, 'g'), '$1$2"');
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'DashboardBody') return '<dashboard>';
    if (value === stage) return '<stage>';
    return typeof value === 'string' ? value.replace(/^[0-9a-f]{64}\.zip$/, '<code>.zip') : value;
  });
}

/** A line for each leaf that differs, such as `Resources.X.Properties.State: "A" → "B"`. */
function differences(before: unknown, after: unknown, path: readonly string[] = []): readonly string[] {
  const children = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);
  if (after === undefined) return [`${path.join('.')}: missing`];
  const [left, right] = [children.safeParse(before).data, children.safeParse(after).data];
  if (left === undefined || right === undefined) {
    const text = JSON.stringify(before);
    return text === JSON.stringify(after) ? [] : [`${path.join('.')}: ${text} → ${JSON.stringify(after)}`];
  }
  const [lefts, rights] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return [...new Set([...lefts.keys(), ...rights.keys()])].flatMap((key) =>
    differences(lefts.get(key), rights.get(key), [...path, key]),
  );
}

describe('the template', () => {
  const prod = inShort('prod');

  it('is the one that was last reviewed', () => {
    expect(prod).toMatchSnapshot();
  });

  it.runIf(deep)('differs between two stages only in names and settings', () => {
    const identity = { domain: 'example.com', mailFrom: 'bounce-prod.example.com' };
    const dev = inShort('dev', { production: 'off', schedules: 'off', identity });
    const found = differences(prod, dev).map((line) => line.replace(/[0-9A-F]{8}\./, '.'));
    const disabled = 'Properties.State: "ENABLED" → "DISABLED"';
    expect(new Set(found)).toEqual(
      new Set([
        'Outputs.SchedulesState.Value: "on" → "off: nothing is sent by itself. After a first test mail, set deployment.stages.dev.schedules: on in lookahead.yaml and deploy again."',
        ...['DeadLetter', 'Dispatch', 'Download', 'Events', 'Reconcile', 'Report'].map(
          (name) => `Resources.Functions${name}Logs.Properties.RetentionInDays: 180 → 30`,
        ),
        'Resources.FunctionsLinksAccessLog.Properties.RetentionInDays: 180 → 30',
        'Resources.FunctionsReconcileFunction.Properties.Environment.Variables.SCHEDULES: "on" → "off"',
        `Resources.SchedulesDue38a08b5b0d.${disabled}`,
        `Resources.SchedulesDueb1b00417f3.${disabled}`,
        `Resources.SchedulesDuef65b61b054.${disabled}`,
      ]),
    );
  });
});

describe('the rule packs', () => {
  const findings = (pack: 'AwsSolutions' | 'Serverless', scope: Stack) => {
    const checks = pack === 'AwsSolutions' ? new AwsSolutionsChecks() : new ServerlessChecks();
    return checks
      .validateScope(scope)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
      );
  };

  const ownLinks = {
    domain: 'lookahead.example.com',
    certificate: 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d',
  };
  const contexts = [
    {},
    { name: 'dev', identity: { existing: 'example.com' }, sandbox: 'on', alarmAddress: undefined },
    { bucket: 'left-over', account: '123456789012', sandbox: 'on' },
    { readApi: { requestsPerSecond: 100, corsOrigins: [] } },
    { readApi: { corsOrigins: [] }, bucket: 'left-over', reserveConcurrency: 'off', links: ownLinks },
  ] satisfies Partial<Stage>[];
  it.runIf(deep).each(contexts)('find nothing without an acknowledged reason, with %j', (context) => {
    const stack = aStack(deployment, context);
    Template.fromStack(stack);
    expect(findings('AwsSolutions', stack)).toEqual([]);
    expect(findings('Serverless', stack)).toEqual([]);
  });

  it.runIf(deep)('would find an open bucket', () => {
    const stack = new Stack(anApp(), 'other');
    new Bucket(stack, 'Open');
    expect(findings('AwsSolutions', stack)).toEqual([
      'AwsSolutions-S1 other/Open/Resource',
      'AwsSolutions-S10 other/Open/Resource',
    ]);
  });

  it('have a reason for each acknowledged finding', () => {
    const reasons = aStack(deployment)
      .node.findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.values(z.record(z.string(), z.string()).parse(data)));
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason).toMatch(/^.{40,}\.$/);
  });
});

describe('the size of the stack', () => {
  const count = (template: Template) =>
    Object.keys(z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template.toJSON()).Resources)
      .length;

  it.runIf(deep)('does not grow with the number of projects', async () => {
    const few = count(templateOf(await aDeployment(manyProjects(3))));
    expect(count(templateOf(await aDeployment(manyProjects(500))))).toBe(few);
  });

  it.runIf(deep)('has four schedules for 500 projects in three time zones', async () => {
    const template = templateOf(await aDeployment(manyProjects(500)));
    template.resourceCountIs('AWS::Scheduler::Schedule', 4);
  });
});

describe('the outputs', () => {
  const outputs = z
    .record(z.string(), z.object({ Value: z.unknown() }))
    .parse(templateOf(deployment).findOutputs('*'));

  it('name the functions, the bucket, the queues, the link secret and the alarm topic', () => {
    expect(Object.keys(outputs).sort()).toEqual([
      'AlarmTopic',
      'ArchiveBucket',
      'Dashboard',
      'DeadLetterFunction',
      'DispatchFunction',
      ...[1, 2, 3, 4, 5, 6].map((number) => `DnsRecord${number}`),
      'DownloadFunction',
      'EventsDropped',
      'EventsFunction',
      'LinkSecret',
      'OnDemandReport',
      'ReconcileFunction',
      'ReportFunction',
      'ResumeMail',
      'SchedulesDropped',
      'SchedulesState',
      'SesEventsDropped',
      'Status',
      'StopMail',
    ]);
  });

  it('include the command that makes a report on demand', () => {
    expect(outputs['OnDemandReport']?.Value).toBe(
      `aws lambda invoke --region eu-west-2 --function-name lookahead-prod-report --cli-binary-format raw-in-base64-out --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"preview"}' answer.json && cat answer.json`,
    );
  });

  it('include the DNS records that a domain identity needs', () => {
    const records = Object.entries(outputs).filter(([name]) => name.startsWith('DnsRecord'));
    expect(records.slice(3).map(([, { Value }]) => Value)).toEqual([
      'bounce-prod.example.com MX 10 feedback-smtp.eu-west-2.amazonses.com',
      'bounce-prod.example.com TXT "v=spf1 include:amazonses.com ~all"',
      '_dmarc.example.com TXT "v=DMARC1; p=none"',
    ]);
    for (const [, { Value }] of records.slice(0, 3)) {
      expect(JSON.stringify(Value)).toMatch(/DkimDNSTokenName\d.* CNAME .*DkimDNSTokenValue\d/);
    }
  });
});

describe('the settings', () => {
  it('disable the schedules of reports, but never those of the checks, while schedules is off', () => {
    const states = (schedules: 'on' | 'off') =>
      [...resourcesOf(templateOf(deployment, { schedules }), 'AWS::Scheduler::Schedule')].map(
        ([id, { State }]) => [id.includes('Reconcile') ? 'checks' : 'reports', State] as const,
      );
    expect(new Map(states('off'))).toEqual(
      new Map([
        ['reports', 'DISABLED'],
        ['checks', 'ENABLED'],
      ]),
    );
    expect(new Set(states('on').map(([, state]) => state))).toEqual(new Set(['ENABLED']));
    templateOf(deployment, { schedules: 'off' }).hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ SCHEDULES: 'off' }) },
    });
  });

  it('reserve no concurrency in a new account, which has none to reserve', () => {
    templateOf(deployment, { reserveConcurrency: 'off' }).allResourcesProperties('AWS::Lambda::Function', {
      ReservedConcurrentExecutions: Match.absent(),
    });
  });

  it('subscribe alarmAddress to the alarms', () => {
    templateOf(deployment).hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'alarms@example.com',
    });
  });

  it('put the stack into the AWS region and account of the stage', () => {
    const { region, account } = aStack(deployment, { awsRegion: 'ap-southeast-2', account: '123456789012' });
    expect({ region, account }).toEqual({ region: 'ap-southeast-2', account: '123456789012' });
  });

  it('protect the stack in production from deletion', () => {
    expect(aStack(deployment).terminationProtection).toBe(true);
    expect(aStack(deployment, { production: 'off' }).terminationProtection).toBe(false);
  });

  it('change nothing in the template except what they are for', () => {
    const prod = inShort('prod');
    const changed = (settings: Partial<Stage>) =>
      differences(prod, inShort('prod', settings)).map((line) => line.replace(/[0-9A-F]{8}\./, '.'));
    const settings = {
      linkDays: 7,
      alarmAddress: 'it@example.com',
      retention: { issueDays: 2557, workbookDays: 365, testRunDays: 90, answerNameDays: 90 },
      allowedDomains: ['example.com', 'example.org'],
      maxConcurrency: 20,
    };
    expect(changed(settings).sort()).toEqual([
      'Resources.ArchiveBucket.Properties.LifecycleConfiguration.Rules.0.ExpirationInDays: 2557 → 365',
      'Resources.FunctionsReconcileFunction.Properties.Environment.Variables.ALLOWED_DOMAINS: undefined → "example.com,example.org"',
      'Resources.FunctionsReportFunction.Properties.Environment.Variables.ALLOWED_DOMAINS: undefined → "example.com,example.org"',
      'Resources.FunctionsReportFunction.Properties.Environment.Variables.LINK_DAYS: "30" → "7"',
      'Resources.FunctionsReportFunction.Properties.Environment.Variables.MAX_CONCURRENCY: "10" → "20"',
      expect.stringMatching(/^Resources\.FunctionsReport.*\.ScalingConfig\.MaximumConcurrency: 10 → 20$/),
      expect.stringMatching(/^Resources\.MonitoringAlarms.*: missing$/),
      expect.stringMatching(/^Resources\.MonitoringAlarms.*: undefined → /),
    ]);
  });

  it('allow sending on the recipients’ identities in the SES sandbox', () => {
    templateOf(deployment, { sandbox: 'on' }).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: 'ses:SendRawEmail',
            Condition: { StringEquals: { 'ses:FromAddress': 'lookahead@example.com' } },
            Resource: Match.arrayWith([
              { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp(':identity/\\*$')])] },
            ]),
          }),
        ]),
      },
    });
  });
});
