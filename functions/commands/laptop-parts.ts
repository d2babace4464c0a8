import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryEvent, DeliveryParts } from '../delivery/run/delivery-parts.ts';
import { pullTasks } from '../delivery/run/pull-tasks.ts';
import { choosePlanOfLastWeek } from '../lookahead/compare/earlier-issue.ts';
import { dataDateOf } from '../lookahead/dates/data-date.ts';
import { planLookaheads } from '../lookahead/plan-lookahead.ts';
import { carryFirstPlanned } from '../lookahead/tasks/first-planned.ts';
import { composeMessage } from '../mail/transport/compose-message.ts';
import { createOutbox } from '../mail/transport/outbox.ts';
import { writeMail } from '../mail/write-mail.ts';
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
    planning: { planLookaheads, dataDateOf, carryFirstPlanned, choosePlanOfLastWeek },
    render: (lookahead, { paper }) =>
      renderWorkbook(lookahead, { paper, company: project.name, ...(logo ? { logo } : {}) }),
    writeMail,
    composeMessage,
    mailer: createOutbox({
      putOnce: (name, body, contentType) => store.putOnce(`${outboxFolder}/${name}`, body, contentType),
      get: (name) => store.get(`${outboxFolder}/${name}`),
    }),
    linkTo: (key) => store.link(key),
    now,
    pause,
    owner: run.owner,
    onProgress: means.onProgress,
  };
}
