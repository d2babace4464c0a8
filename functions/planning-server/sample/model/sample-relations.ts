import type { SampleRelation, SampleTask } from './sample-project.ts';

export function predecessor(
  { id, name = id }: { readonly id: string; readonly name?: string | undefined },
  type: SampleRelation['type'],
  lag = 0,
): SampleRelation {
  return { id, name, lag, relation: 'predecessor', type };
}

/** Derives successors from predecessors, leaves out relations to tasks that are gone, and updates names. */
export function withSuccessors(tasks: readonly SampleTask[]): SampleTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const successors = new Map<string, SampleRelation[]>(tasks.map(({ id }) => [id, []]));
  const predecessors = tasks.map(({ id, name = id, relatedTasks = [] }) =>
    relatedTasks.flatMap(({ id: other, relation, lag, type }) => {
      const before = relation === 'predecessor' ? byId.get(other) : undefined;
      if (!before) return [];
      successors.get(other)?.push({ id, name, lag, relation: 'successor', type });
      return [predecessor(before, type, lag)];
    }),
  );
  return tasks.map((task, index) => {
    const relatedTasks = [...(predecessors[index] ?? []), ...(successors.get(task.id) ?? [])];
    return { ...task, relatedTasks: relatedTasks.length > 0 ? relatedTasks : undefined };
  });
}
