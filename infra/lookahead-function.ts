import { Duration, RemovalPolicy, type Size, Validations } from 'aws-cdk-lib';
import { Grant, type IGrantable, type IPrincipal, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type IDestination,
  Function as LambdaFunction,
  LoggingFormat,
  type RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionName } from './alarm-texts.ts';
import { type BundledFiles, bundledCode, configurationFileName } from './bundling.ts';
import type { Stage } from './stage/deployment.ts';

type AlarmAfter = { readonly failures: number; readonly within: Duration };

export interface LookaheadFunctionProps {
  readonly name: FunctionName;
  /** The name of the stage is part of the function's name. In production, logs are kept longer. */
  readonly stage: Stage;
  readonly entries: string;
  /** Number of failures that raise its alarm, and within which time. @default one within five minutes */
  readonly alarmAfter?: AlarmAfter;
  /**
   * 'counted': the function reports failed records of a batch to the queue, and counts them as `RecordsFailed`.
   * @default the function throws: a failure fails its invocation
   */
  readonly failedRecords?: 'counted';
  readonly timeLimit: Duration;
  readonly memory: number;
  /** Size of /tmp. @default Lambda's 512 MB */
  readonly temporaryStorage?: Size;
  /** Reserved concurrent invocations. @default none reserved */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Gets the events of failed invocations; for functions that are invoked asynchronously.
   * @default none: its callers wait for the answer
   */
  readonly deadLetters?: IQueue;
  /** Whether it may invoke itself through a queue. @default Lambda stops it after about 16 times */
  readonly recursiveLoop?: RecursiveLoop;
  readonly files?: BundledFiles;
}

export class LookaheadFunction extends Construct implements IGrantable {
  readonly name: FunctionName;
  readonly functionName: string;
  readonly alarmAfter: AlarmAfter;
  readonly failedRecords: 'counted' | 'thrown';
  readonly lambda: LambdaFunction;
  readonly timeLimit: Duration;
  readonly hasDestination: boolean;
  readonly grantPrincipal: IPrincipal;

  constructor(scope: Construct, props: LookaheadFunctionProps) {
    super(scope, constructIdOf(props.name));
    this.name = props.name;
    this.failedRecords = props.failedRecords ?? 'thrown';
    this.alarmAfter = props.alarmAfter ?? { failures: 1, within: Duration.minutes(5) };
    this.timeLimit = props.timeLimit;
    this.hasDestination = props.deadLetters !== undefined;
    const functionName = `lookahead-${props.stage.name}-${props.name}`;
    this.functionName = functionName;

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: props.stage.production === 'on' ? RetentionDays.SIX_MONTHS : RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.grantPrincipal = role;

    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: `Lookahead ${props.stage.name}: ${props.name}`,
      code: bundledCode(`${props.entries}/${props.name}.ts`, props.files),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: props.timeLimit,
      memorySize: props.memory,
      ...(props.temporaryStorage === undefined ? {} : { ephemeralStorageSize: props.temporaryStorage }),
      ...(props.reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: props.reservedConcurrency }),
      ...(props.deadLetters === undefined ? {} : { onFailure: queueDestination(props.deadLetters) }),
      ...(props.recursiveLoop === undefined ? {} : { recursiveLoop: props.recursiveLoop }),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.INFO,
      environment: {
        POWERTOOLS_SERVICE_NAME: functionName,
        POWERTOOLS_METRICS_NAMESPACE: 'Lookahead',
        POWERTOOLS_LOG_LEVEL: 'INFO',
        ...(props.files === undefined ? {} : { CONFIGURATION_FILE: configurationFileName }),
      },
    });
    logGroup.grantWrite(role);
    this.#acknowledge(props);
  }

  #acknowledge({ deadLetters }: LookaheadFunctionProps): void {
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'The steps of a report are timed in the metrics and in the log of its run; tracing would need a permission on every resource.',
    });
    Validations.of(this.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        deadLetters === undefined
          ? 'Never invoked asynchronously: it is invoked by a queue with its own retries, or by a reader who waits.'
          : 'It has an on-failure destination instead, whose messages name the function too.',
    });
  }
}

export function constructIdOf(name: FunctionName): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function queueDestination(queue: IQueue): IDestination {
  return {
    bind: (_, grantee) => {
      Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [queue.queueArn] });
      return { destination: queue.queueArn };
    },
  };
}
