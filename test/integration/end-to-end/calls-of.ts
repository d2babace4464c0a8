/** Counts calls to AWS, to compare them with the numbers that costs are computed from. */
import type { Cloud } from './a-cloud.ts';

type Call = Cloud['aws']['state']['calls'][number];

/** The calls of some work by operation, sorted by name. @param counts which calls count: all by default */
export async function callsOf(
  cloud: Cloud,
  done: () => Promise<unknown>,
  counts: (call: Call) => boolean = () => true,
): Promise<Record<string, number>> {
  const before = cloud.aws.state.calls.length;
  await done();
  const calls = Map.groupBy(cloud.aws.state.calls.slice(before).filter(counts), ({ operation }) => operation);
  return Object.fromEntries([...calls].map(([operation, all]) => [operation, all.length]).sort());
}
