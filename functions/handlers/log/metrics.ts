import { MetricUnit, Metrics as Powertools } from '@aws-lambda-powertools/metrics';

type Counted =
  | 'ReportsDue'
  | 'ReportsSent'
  | 'ReportsFailed'
  | 'MessagesAmbiguous'
  | 'MessagesResent'
  | 'ManifestMissing'
  | 'NothingDue'
  | 'DueAdded'
  | 'ActionNeeded'
  | 'JobsPostponed'
  | 'Tasks';

export interface Metrics {
  count(name: Counted, value: number): void;
  bytes(value: number): void;
  /** The time a step took: `PullMilliseconds`. */
  took(step: string, milliseconds: number): void;
  /** Writes what has been measured since the last time. */
  publish(): void;
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
