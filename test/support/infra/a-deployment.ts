/** Configurations and stacks for the tests of the deployment. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { getOrInsert } from '#base/get-or-insert.ts';
import { LookaheadStack } from '../../../infra/lookahead-stack.ts';
import { type Deployment, readDeployment, type Stage } from '../../../infra/stage/deployment.ts';

// Tests skip AWS's schema check, which takes seconds to start. Real deployments run it.
process.env['CDK_VALIDATION'] = 'false';

const root = resolve(import.meta.dirname, '../../..');

/** Entries without code, for tests of the stack around the functions. */
const emptyEntries = join(import.meta.dirname, 'entries');

/** A stage for both planning regions, with all production settings. */
export const prodStage = `deployment:
  stages:
    prod:
      awsRegion: eu-west-2
      regions: [gb, au]
      production: on
      schedules: on
      alarmAddress: alarms@example.com
`;

/** The Planning Read API of a stage that has one. */
export const aReadApi = { requestsPerSecond: 40, corsOrigins: ['https://app.example.com'] };

/** One project in London, one in Sydney, and two reports. */
export const configurationText = `from: lookahead@example.com
projects:
  - key: riverside
    name: Riverside Tower
    region: gb
    projectId: riverside-tower
    timeZone: Europe/London
    baseUrl: https://planning.example.com
    apiKey: { secret: lookahead/planning-gb }
  - key: harbour
    name: Harbour Quay
    region: au
    projectId: harbour-quay
    timeZone: Australia/Sydney
    baseUrl: https://planning.example.com
    apiKey: { secret: lookahead/planning-au }
reports:
  - key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
  - key: nights
    name: Night work
    projects: [riverside]
    when: { cron: '30 15 * * 5' }
    to: [security@example.com]
    contact: planner@example.com
${prodStage}`;

/** Writes a configuration to a folder of its own. @returns the file's path */
export function writeConfiguration(text: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'lookahead-infra-')), 'site');
  mkdirSync(folder);
  const file = join(folder, 'lookahead.yaml');
  writeFileSync(file, text);
  return file;
}

/** The configuration of a contractor with `count` projects in three time zones. */
export function manyProjects(count: number, keys: 'one key' | 'a key each' = 'one key'): string {
  const zones = ['Europe/London', 'Australia/Sydney', 'Australia/Perth'];
  const projects = Array.from({ length: count }, (_, index) => {
    const secret = keys === 'one key' ? 'lookahead/planning' : `lookahead/keys/project-${index}`;
    return `  - { key: site-${index}, name: Site ${index}, region: gb, projectId: p-${index}, timeZone: ${zones[index % 3]}, baseUrl: 'https://planning.example.com', apiKey: { secret: ${secret} } }`;
  });
  return `from: lookahead@example.com
projects:
${projects.join('\n')}
reports:
  - key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
${prodStage.replace('[gb, au]', '[gb]')}`;
}

const deployments = new Map<string, Promise<Deployment>>();

/** The deployment of the stage `prod` in a configuration file with this text; cached by the text. */
export function aDeployment(text = configurationText): Promise<Deployment> {
  return getOrInsert(deployments, text, () => readDeployment(writeConfiguration(text), 'prod'));
}

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** A CDK app with the context of `cdk.json`. It bundles nothing, and omits what only a deployment needs. */
export function anApp(): App {
  const { context } = cdkJson.parse(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')));
  return new App({
    context: { ...context, 'aws:cdk:bundling-stacks': [] },
    analyticsReporting: false,
    stackTraces: false,
    treeMetadata: false,
  });
}

/** @param settings of the stage, in place of its own */
export function aStack(deployment: Deployment, settings: Partial<Stage> = {}, app = anApp()): LookaheadStack {
  const stage = { ...deployment.stage, ...settings };
  return new LookaheadStack(app, `lookahead-${stage.name}`, {
    deployment: { ...deployment, stage },
    entries: emptyEntries,
    commit: '1a2b3c4d5e6f',
  });
}

const templates = new WeakMap<Deployment, Map<string, Template>>();

/** The template, which is cached because making it takes a third of a second. */
export function templateOf(deployment: Deployment, settings: Partial<Stage> = {}): Template {
  const made = getOrInsert(templates, deployment, () => new Map<string, Template>());
  const stage = Object.entries({ ...deployment.stage, ...settings });
  const key = JSON.stringify(stage.filter(([, value]) => value !== undefined).sort());
  return getOrInsert(made, key, () => Template.fromStack(aStack(deployment, settings)));
}

/** The logical id of the first resource of a type whose id begins with the prefix. */
export function idOf(template: Template, type: string, prefix: string): string {
  const [id = ''] = [...resourcesOf(template, type).keys()].filter((one) => one.startsWith(prefix));
  return id;
}

export function arnOf(template: Template, type: string, prefix: string): Record<string, readonly string[]> {
  return { 'Fn::GetAtt': [idOf(template, type, prefix), 'Arn'] };
}

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});

export type Resource = z.infer<typeof resourceSchema>;

/** All resources of the template, by logical id. */
export function allResourcesOf(template: Template): Readonly<Record<string, Resource>> {
  return z.object({ Resources: z.record(z.string(), resourceSchema) }).parse(template.toJSON()).Resources;
}

/** The template's resources of one type, by logical id. */
export function resourcesOf(template: Template, type: string): ReadonlyMap<string, Record<string, unknown>> {
  return new Map(
    Object.entries(template.findResources(type)).map(([id, resource]) => [
      id,
      resourceSchema.parse(resource).Properties,
    ]),
  );
}

/** For how many hours a queue keeps delivering a message to a function that fails. */
export function hoursTried(template: Template, queue: string): number {
  const { VisibilityTimeout, RedrivePolicy } = z
    .object({ VisibilityTimeout: z.int(), RedrivePolicy: z.object({ maxReceiveCount: z.int() }) })
    .parse(resourcesOf(template, 'AWS::SQS::Queue').get(idOf(template, 'AWS::SQS::Queue', queue)));
  return ((RedrivePolicy.maxReceiveCount - 1) * VisibilityTimeout) / 3_600;
}
