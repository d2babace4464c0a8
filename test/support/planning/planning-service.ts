import * as z from 'zod/mini';
import {
  createPlanningServer,
  type PlanningServerOptions,
} from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';
import { aKey } from './a-key.ts';
import { aKeyRing } from './a-key-ring.ts';
import { aPlanningStore } from './a-planning-store.ts';
import { answerWithQuirks, type Quirk } from './quirks.ts';

/** The key with which `planningService` lets a client read every project. */
export const masterKey = aKey('0123456789ab');

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) }),
  results: z.array(z.looseObject({ id: z.string() })),
});

/**
 * Our planning server over projects, called without a network or on loopback.
 * @param options.quirks ways in which it differs from our rules
 */
export function planningService(
  projects: readonly ProjectData[],
  { quirks, ...options }: Partial<PlanningServerOptions> & { readonly quirks?: readonly Quirk[] } = {},
) {
  const app = createPlanningServer({
    store: aPlanningStore(projects),
    keys: aKeyRing([{ name: 'master', text: masterKey, projects: '*' }]),
    signingSecret: 'signs the tokens and cursors of tests',
    now: () => 0,
    ...options,
  });
  const requests: string[] = [];
  const answers: Response[] = [];
  const version: { dataDate?: string } = {};
  const tasks = projects.flatMap(({ collections }) => collections.tasks);

  async function answerAt(origin: string, request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    const own = (asked: Request) => app.fetch(asked, { origin });
    const answer =
      answers.shift() ??
      (await (quirks ? answerWithQuirks(request, { quirks, tasks, fetch: own }) : own(request)));
    if (version.dataDate) answer.headers.set('planning-data-date', version.dataDate);
    return answer;
  }

  const get = async (path: string, headers: Record<string, string> = { 'X-API-Key': masterKey }) =>
    app.request(path, { headers });
  const page = async (path: string) => {
    const response = await get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return pageSchema.parse(await response.json());
  };
  return {
    app,
    /** A fetch that calls the server, to be used instead of the global one. */
    fetch: (async (input, init) => {
      const request = new Request(input, init);
      return answerAt(new URL(request.url).origin, request);
    }) satisfies typeof fetch,
    /** @param origin origin of its links; by default its address */
    listen: (origin?: () => string) =>
      listen(
        { fetch: (request, connection) => answerAt(origin?.() ?? connection.origin ?? '', request) },
        { port: 0, host: '127.0.0.1' },
      ),
    /** The requests in order of arrival, as `GET /gb/v1/projects/…`. */
    requests,
    /** Answers for the next requests, instead of the server's own. */
    answers,
    /** If a test sets its `dataDate`, later answers have this text in the header `planning-data-date`. */
    version,
    get,
    page,
    /** Ids of the results, in order. */
    ids: async (path: string) => (await page(path)).results.map(({ id }) => id),
    /** Status and parsed body. */
    answer: async (path: string, headers?: Record<string, string>) => {
      const response = await get(path, headers);
      const body: unknown = await response.json();
      return { status: response.status, body };
    },
  };
}
