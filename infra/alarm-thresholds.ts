/** How long something may be wrong before an alarm goes off. The texts of the alarms say the same times. */
import { Duration } from 'aws-cdk-lib';

/** A job that is older than this raises `jobs-waiting`. */
export const maxJobAge = Duration.hours(2);

/** How long reconcile may be silent before `reconcile-missing` goes off. */
export const maxReconcileGap = Duration.hours(2);
