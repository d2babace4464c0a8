import type { PlanningClient } from './planning-client.ts';

/**
 * A client whose first query goes alone, and whose others begin once it is answered: a service that is probably down is
 * asked by one query instead of several. Where the first one fails, the others fail with it.
 */
export function firstAlone(client: PlanningClient): PlanningClient {
  let first: Promise<unknown> | undefined;
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (first) return first.then(ask);
    const answer = ask();
    first = answer;
    return answer;
  };
  return {
    users: () => inTurn(client.users),
    subcontractors: () => inTurn(client.subcontractors),
    folders: () => inTurn(client.folders),
    packages: () => inTurn(client.packages),
    calendars: () => inTurn(client.calendars),
    locations: () => inTurn(client.locations),
    tasks: (query, stop, version) => inTurn(() => client.tasks(query, stop, version)),
  };
}
