import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryEvent, DeliveryParts } from '../delivery/run/delivery-parts.ts';
import { pullTasks } from '../delivery/run/pull-tasks.ts';
import { createOutbox } from '../mail/transport/outbox.ts';
import type { PlanningClient } from '../planning/client/planning-client.ts';
import { renderWorkbook } from '../workbook/render-workbook.ts';
import { readLogo } from '../workbook/theme/logo.ts';
import type { DueReport, LaptopRun } from './deliver-reports.ts';

/** Below the output folder: the messages, one `.eml` file each. */
export const outboxFolder = 'outbox';

/** What a run is made of on a laptop. The cloud's differs in the store, the mailer and where keys come from. */
export async function laptopParts(
  run: Pick<LaptopRun, 'store' | 'configurationFolder' | 'now' | 'owner'>,
  due: DueReport,
  means: { readonly client: PlanningClient; readonly onProgress: (event: DeliveryEvent) => void },
): Promise<DeliveryParts> {
  const { store } = run;
  const { project } = due;
  const logo = project.logo
    ? readLogo(await readFile(join(run.configurationFolder, project.logo)))
    : undefined;
  const now = () => run.now(due);
  return {
    store,
    pull: (job) =>
      pullTasks(means.client, {
        window: job.window,
        filters: job.rules.filters,
        ...job.pull,
        instant: now().toString(),
      }),
    render: (lookahead, { paper }) =>
      renderWorkbook(lookahead, { paper, company: project.name, ...(logo ? { logo } : {}) }),
    mailer: createOutbox({
      putOnce: (name, body, contentType) => store.putOnce(`${outboxFolder}/${name}`, body, contentType),
      get: (name) => store.get(`${outboxFolder}/${name}`),
    }),
    now,
    pause,
    owner: run.owner,
    onProgress: means.onProgress,
  };
}
