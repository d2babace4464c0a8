/**
 * Finds the fields that a planning service refuses, once per day and service. We request all fifteen, and a service
 * that does not know one may refuse the whole query. Open point of the contract: the status of a refused query; 422 and
 * 400 count.
 */
import type { ObjectStore } from '#archive/object-store.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import { type TaskField, type TasksQuery, taskFields } from '#planning/contract/tasks-query.ts';
import { refusedFieldsRecord } from './store/objects.ts';

type FieldQueryContext = {
  readonly store: ObjectStore;
  /** From `planningServiceId`. */
  readonly service: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Whether the result is stored. */
  readonly isRecorded: boolean;
  /** Dates of a query with a short answer, for trying fields. */
  readonly small: TasksQuery;
};

/**
 * Queries with all fields, and again without those that the service refuses.
 * @throws the errors of `ask`; of these, a refusal only if the service refuses the query without fields too, or accepts
 *   each field alone
 */
export async function queryWithAcceptedFields<Answer>(
  ask: (fields: readonly TaskField[], refused: readonly Misfit[]) => Promise<Answer>,
  { tasks }: { readonly tasks: (query: TasksQuery, stop: AbortSignal) => Promise<unknown> },
  { store, service, date, isRecorded, small }: FieldQueryContext,
): Promise<Answer> {
  const askWithout = (refused: readonly TaskField[]) =>
    ask(
      taskFields.filter((field) => !refused.includes(field)),
      refused.map(refusedField),
    );
  const at = { service, date };
  const found = await refusedFieldsRecord.read(store, at);
  if (found !== undefined) return askWithout(found.fields);
  try {
    return await askWithout([]);
  } catch (error) {
    if (!isQueryRefused(error)) throw error;
    const accepts = async (fields: readonly TaskField[]) => {
      try {
        await tasks({ ...small, fields }, new AbortController().signal);
        return true;
      } catch (other) {
        if (isQueryRefused(other)) return false;
        throw other;
      }
    };
    const refused = await findRefused(accepts, error);
    if (isRecorded) await refusedFieldsRecord.create(store, at, { fields: [...refused] });
    if (refused.length === 0) throw error;
    return askWithout(refused);
  }
}

function isQueryRefused(error: unknown): error is PlanningError {
  if (!(error instanceof PlanningError) || error.name !== 'PlanningRefusedError') return false;
  return error.status === 422 || error.status === 400;
}

/** Tries each field alone. If the error names fields, and the service accepts the others, tries only the named ones. */
async function findRefused(
  accepts: (fields: readonly TaskField[]) => Promise<boolean>,
  { message }: PlanningError,
): Promise<readonly TaskField[]> {
  const named = taskFields.filter((field) => new RegExp(`\\b${field}\\b`).test(message));
  const others = taskFields.filter((field) => !named.includes(field));
  const isNamed = named.length > 0 && (await accepts(others));
  if (isNamed && named.length === 1) return named;
  if (!isNamed && !(await accepts([]))) return [];
  const refused: TaskField[] = [];
  for (const field of isNamed ? named : taskFields) if (!(await accepts([field]))) refused.push(field);
  return refused;
}

function refusedField(field: TaskField): Misfit {
  return { property: field, reason: 'a field that the service refuses', outcome: 'refused', items: [] };
}
