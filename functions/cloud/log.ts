import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Log, StepLog } from '../delivery/step-log.ts';

/** A log of one function; service name and level are the environment's. */
export function createStepLog(): StepLog {
  const logger = new Logger();
  return {
    info: (message, fields) => logger.info(message, { ...fields }),
    warn: (message, fields) => logger.warn(message, { ...fields }),
    error: (message, fields) => logger.error(message, { ...fields }),
  };
}

/** The same with metrics, whose namespace and service name are the environment's. */
export function createLog(): Log {
  const metrics = new Metrics();
  return {
    ...createStepLog(),
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
