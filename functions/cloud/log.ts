import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Log, LogFields, LogWithoutMetrics } from '#base/log.ts';
import type { Invocation } from '#runs/run-logged.ts';
import type { EnvironmentVariables } from './read-variables.ts';

let requestId: string | undefined;

type Context = { readonly awsRequestId: string; readonly getRemainingTimeInMillis: () => number };

/** Adds the invocation's id to the log lines of a handler. */
export function withRequestIdInLog<Event, Answer>(
  handler: (event: Event, by: Invocation) => Promise<Answer>,
): (event: Event, context: Context) => Promise<Answer> {
  return (event, context) => {
    requestId = context.awsRequestId;
    return handler(event, { id: requestId, timeLeft: () => context.getRemainingTimeInMillis() });
  };
}

export function createLogWithoutMetrics({ COMMIT: version }: EnvironmentVariables): LogWithoutMetrics {
  const logger = new Logger({ persistentKeys: { version } });
  const withRequestId = (fields: LogFields) => ({ ...fields, function_request_id: requestId });
  return {
    info: (message, fields) => logger.info(message, withRequestId(fields)),
    warn: (message, fields) => logger.warn(message, withRequestId(fields)),
    error: (message, fields) => logger.error(message, withRequestId(fields)),
  };
}

export function createLog(environment: EnvironmentVariables): Log {
  const metrics = new Metrics();
  return {
    ...createLogWithoutMetrics(environment),
    count: (name, value) => {
      metrics.addMetric(name, name === 'Bytes' ? MetricUnit.Bytes : MetricUnit.Count, value);
    },
    recordDuration: (step, milliseconds) => {
      const name = `${step.slice(0, 1).toUpperCase()}${step.slice(1)}Milliseconds`;
      metrics.addMetric(name, MetricUnit.Milliseconds, milliseconds);
    },
    publish: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
