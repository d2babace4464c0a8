import { Logger } from '@aws-lambda-powertools/logger';
import { MetricUnit, Metrics as Powertools } from '@aws-lambda-powertools/metrics';
import type { Metrics, StepLog } from '../delivery/step-log.ts';

/** A log of one function; service name and level are the environment's. */
export function createStepLog(): StepLog {
  const logger = new Logger();
  return {
    info: (message, fields) => logger.info(message, { ...fields }),
    warn: (message, fields) => logger.warn(message, { ...fields }),
    error: (message, fields) => logger.error(message, { ...fields }),
  };
}

/** Namespace and service name are the environment's. */
export function createMetrics(): Metrics {
  const metrics = new Powertools();
  return {
    count: (name, value) => {
      metrics.addMetric(name, MetricUnit.Count, value);
    },
    bytes: (value) => {
      metrics.addMetric('Bytes', MetricUnit.Bytes, value);
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
