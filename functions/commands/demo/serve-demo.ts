/** Serves the links in the demo's messages until Ctrl-C, at the time that it is in the demo. */
import type { Temporal } from 'temporal-polyfill';
import type { DirectoryStore } from '../../archive/directory.ts';
import { type ReportRun, runAddress } from '../../delivery/report/report-job.ts';
import { runPrefix } from '../../delivery/store/run-keys.ts';
import type { SignPage } from '../../delivery/world.ts';
import { linkSecretOf } from '../../machine/link-secret.ts';
import { createLinkServer } from '../../machine/link-server.ts';
import { pageKey } from '../../pages/page-link.ts';
import { listen } from '../../planning-server/http/listen.ts';
import { interrupted } from '../interrupted.ts';
import type { Terminal } from '../terminal.ts';

export async function serveDemo(
  store: DirectoryStore & { readonly signPage: SignPage },
  of: {
    readonly url: string;
    readonly port: number;
    readonly runs: readonly ReportRun[];
    readonly now: Temporal.Instant;
  },
  terminal: Terminal,
): Promise<void> {
  const warn = (message: string, { folder = '', reason = '' }: { folder?: unknown; reason?: unknown }) =>
    terminal.warn(`${message} ${folder}${reason}`);
  const app = createLinkServer({
    store,
    secret: await linkSecretOf(store),
    url: of.url,
    log: { info: () => {}, warn, error: warn },
    now: () => of.now,
  });
  const server = await listen(app, { host: '127.0.0.1', port: of.port });
  terminal.line(
    `\nServing the links in the messages at ${of.url} until Ctrl-C. The weeks of everyone, and who is asked:`,
  );
  for (const run of of.runs) {
    const prefix = runPrefix(runAddress(run));
    terminal.line(`  ${run.project.name}, ${run.report.name}`);
    terminal.line(`    ${await store.signPage(pageKey(prefix, 'everyone'), 'page')}`);
    if (run.report.answers === undefined) continue;
    const pages = await store.list(`${prefix}pages/`);
    for (const key of pages.filter((one) => one !== pageKey(prefix, 'everyone'))) {
      terminal.line(`    ${await store.signPage(key, 'answer')}`);
    }
  }
  await interrupted();
  await server.close();
}
