/** Whether a service conforms: the checks that it fails, of those that count. */
import type { ProbeReport, ProbeRow } from './report/report.ts';

/**
 * What a service breaks: the contract; strictly also our reading of its open points, and what it offers beyond and does
 * not do right. What could not be seen breaks nothing.
 */
export function brokenChecks(
  { rows }: Pick<ProbeReport, 'rows'>,
  strictness: 'contract' | 'strict',
): readonly ProbeRow[] {
  return rows.filter(
    ({ verdict, source }) => verdict === 'differs' && (strictness === 'strict' || source === 'contract'),
  );
}
