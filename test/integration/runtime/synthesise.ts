/** The stack as `cdk synth` makes it: its template, and the bundles that would be uploaded. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { compileCache } from '../../support/compile-cache.ts';
import type { QueueSettings } from './queues.ts';
import { reference, type Statement, statementsOf } from './roles.ts';

const root = resolve(import.meta.dirname, '../../..');

const resourceSchema = z.looseObject({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
const templateSchema = z.object({ Resources: z.record(z.string(), resourceSchema) });
const cdkSchema = z.object({ context: z._default(z.record(z.string(), z.unknown()), {}) });
const functionSchema = z.object({
  FunctionName: z.string(),
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  MemorySize: z.number(),
  Timeout: z.number(),
  Role: reference,
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.optional(z.string()),
  Target: z.object({ Input: z.string() }),
});
const queueSchema = z.object({
  // Default of SQS.
  VisibilityTimeout: z._default(z.number(), 30),
  RedrivePolicy: z.optional(z.object({ deadLetterTargetArn: reference, maxReceiveCount: z.number() })),
});
const mappingSchema = z.object({
  EventSourceArn: reference,
  FunctionName: reference,
  BatchSize: z.number(),
  // The emulated event source reads answers as Lambda does only with this setting.
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
});

export type TemplateFunction = {
  /** Last part of its name, such as `report`. */
  readonly name: string;
  /** The folder that is uploaded. */
  readonly code: string;
  readonly handler: string;
  readonly memoryMB: number;
  readonly timeoutSeconds: number;
  /** Texts, or references of CloudFormation if the value is only known at deployment. */
  readonly environment: Readonly<Record<string, unknown>>;
  readonly permissions: readonly Statement[];
};

export type Stack = {
  readonly functions: readonly TemplateFunction[];
  /** The schedules with the input for their function, which still contains `<aws.scheduler.scheduled-time>`. */
  readonly schedules: readonly {
    readonly expression: string;
    readonly timeZone: string | undefined;
    readonly input: string;
  }[];
  /** The queues, named by their logical ids. */
  readonly queues: readonly QueueSettings[];
  /** The function that gets the messages of each queue. */
  readonly mappings: readonly QueueMapping[];
};

export type QueueMapping = {
  /** Last part of the function's name, such as `report`. */
  readonly functionName: string;
  readonly queue: string;
  readonly batchSize: number;
};

/**
 * Runs the CDK app as the `cdk` command does. @param options.configuration path of `lookahead.yaml` @param options.out
 * an empty folder
 */
export async function synthesise(options: {
  readonly configuration: string;
  /** The stage of the configuration that is made. */
  readonly stage: string;
  readonly out: string;
}): Promise<void> {
  const { context } = cdkSchema.parse(JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')));
  await promisify(execFile)(process.execPath, [join(root, 'infra/app.ts')], {
    cwd: dirname(options.configuration),
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      ...compileCache(),
      // AWS's own schema check takes seconds; the test of the app runs it.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: options.out,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage: options.stage }),
    },
  });
}

/** @param out the folder that a synthesis filled */
export async function readStack(out: string): Promise<Stack> {
  const [name] = (await readdir(out)).filter((file) => file.endsWith('.template.json'));
  if (name === undefined) throw new Error(`There is no template in ${out}.`);
  const { Resources } = templateSchema.parse(JSON.parse(await readFile(join(out, name), 'utf8')));
  const all = (type: string) =>
    Object.values(Resources).flatMap((resource) => (resource.Type === type ? [resource.Properties] : []));
  return {
    functions: all('AWS::Lambda::Function')
      .map((properties) => functionSchema.safeParse(properties))
      .flatMap(({ data }) =>
        data
          ? [{ ...functionOf(data, out), permissions: statementsOf(all('AWS::IAM::Policy'), data.Role) }]
          : [],
      ),
    schedules: all('AWS::Scheduler::Schedule').map((properties) => {
      const schedule = scheduleSchema.parse(properties);
      return {
        expression: schedule.ScheduleExpression,
        timeZone: schedule.ScheduleExpressionTimezone,
        input: schedule.Target.Input,
      };
    }),
    queues: Object.entries(Resources).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::SQS::Queue' ? [queueOf(id, queueSchema.parse(Properties))] : [],
    ),
    mappings: all('AWS::Lambda::EventSourceMapping').map((properties) => {
      const { FunctionName, EventSourceArn, BatchSize } = mappingSchema.parse(properties);
      const { FunctionName: name } = functionSchema.parse(Resources[FunctionName]?.Properties);
      return { functionName: shortName(name), queue: EventSourceArn, batchSize: BatchSize };
    }),
  };
}

function queueOf(
  name: string,
  { VisibilityTimeout: visibilitySeconds, RedrivePolicy: policy }: z.infer<typeof queueSchema>,
): QueueSettings {
  const redrive = policy && { to: policy.deadLetterTargetArn, maxReceiveCount: policy.maxReceiveCount };
  return { name, visibilitySeconds, redrive };
}

/** `report` for `lookahead-prod-report`. */
function shortName(functionName: string): string {
  return functionName.split('-').slice(2).join('-');
}

function functionOf(
  properties: z.infer<typeof functionSchema>,
  out: string,
): Omit<TemplateFunction, 'permissions'> {
  return {
    name: shortName(properties.FunctionName),
    code: join(out, `asset.${properties.Code.S3Key.replace(/\.zip$/, '')}`),
    handler: properties.Handler,
    memoryMB: properties.MemorySize,
    timeoutSeconds: properties.Timeout,
    environment: properties.Environment.Variables,
  };
}
