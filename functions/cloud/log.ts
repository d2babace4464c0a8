import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Fields, Log, StepLog } from '#base/log.ts';
import type { Invocation } from '#runs/run-logged.ts';
import type { Environment } from './read-variables.ts';

let requestId: string | undefined;

type Context = { readonly awsRequestId: string; readonly getRemainingTimeInMillis: () => number };

/** Adds the invocation's id to the log lines of a handler. */
export function namedInLog<Event, Answer>(
  handler: (event: Event, by: Invocation) => Promise<Answer>,
): (event: Event, context: Context) => Promise<Answer> {
  return (event, context) => {
    requestId = context.awsRequestId;
    return handler(event, { id: requestId, timeLeft: () => context.getRemainingTimeInMillis() });
  };
}

export function createStepLog({ COMMIT: version }: Environment): StepLog {
  const logger = new Logger({ persistentKeys: { version } });
  const named = (fields: Fields) => ({ ...fields, function_request_id: requestId });
  return {
    info: (message, fields) => logger.info(message, named(fields)),
    warn: (message, fields) => logger.warn(message, named(fields)),
    error: (message, fields) => logger.error(message, named(fields)),
  };
}

export function createLog(environment: Environment): Log {
  const metrics = new Metrics();
  return {
    ...createStepLog(environment),
    count: (name, value) => {
      metrics.addMetric(name, name === 'Bytes' ? MetricUnit.Bytes : MetricUnit.Count, value);
    },
    took: (step, milliseconds) => {
      const name = `${step.slice(0, 1).toUpperCase()}${step.slice(1)}Milliseconds`;
      metrics.addMetric(name, MetricUnit.Milliseconds, milliseconds);
    },
    publish: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
