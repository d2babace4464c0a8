import { expect, it } from 'vitest';
import type { Listing } from '#planning/client/pages.ts';
import { type PlanningClient, withQueriesAwaitingFirst } from '#planning/client/planning-client.ts';

/** A client that records its queries, and answers when the test says so. */
function aClient() {
  const asked: string[] = [];
  const answers: PromiseWithResolvers<Listing<never>>[] = [];
  const ask = (what: string) => () => {
    asked.push(what);
    const answer = Promise.withResolvers<Listing<never>>();
    answers.push(answer);
    return answer.promise;
  };
  const client: PlanningClient = {
    users: ask('users'),
    subcontractors: ask('subcontractors'),
    folders: ask('folders'),
    packages: ask('packages'),
    calendars: ask('calendars'),
    locations: ask('locations'),
    tasks: ({ shift }) => ask(`tasks ${shift}`)(),
  };
  return { client: withQueriesAwaitingFirst(client), asked, answers };
}

it('the first query is sent alone, and all others once it is answered', async () => {
  const { client, asked, answers } = aClient();
  const queries = [client.tasks({ shift: 'day' }), client.tasks({ shift: 'night' }), client.users()];
  await Promise.resolve();
  expect(asked).toEqual(['tasks day']);
  answers[0]?.resolve({ items: [], misfits: [], pages: 1 });
  await queries[0];
  expect(asked).toEqual(['tasks day', 'tasks night', 'users']);
});

it('if the first query fails, the others fail with it and are never sent', async () => {
  const { client, asked, answers } = aClient();
  const queries = Promise.allSettled([client.locations(), client.folders(), client.packages()]);
  const down = new Error('503');
  answers[0]?.reject(down);
  expect(await queries).toEqual(Array.from({ length: 3 }, () => ({ status: 'rejected', reason: down })));
  expect(asked).toEqual(['locations']);
});

it('a query that begins after the first has failed is sent', async () => {
  const { client, asked, answers } = aClient();
  const refused = client.tasks({ shift: 'day' });
  answers[0]?.reject(new Error('422'));
  await expect(refused).rejects.toThrow('422');
  const queries = [client.tasks({ shift: 'night' }), client.users()];
  await Promise.resolve();
  expect(asked).toEqual(['tasks day', 'tasks night']);
  answers[1]?.resolve({ items: [], misfits: [], pages: 1 });
  await queries[0];
  expect(asked).toEqual(['tasks day', 'tasks night', 'users']);
});
