/** Serves links to the workbooks of a folder until it is killed. Arguments: the folder and the secret of its links. */
import process from 'node:process';
import { createDirectoryStore } from '#archive/directory.ts';
import { systemClock } from '#base/system.ts';
import { createLineLog } from '#machine/line-log.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { listen } from '#planning-server/http/listen.ts';

const [folder = '', secret = ''] = process.argv.slice(2);
const { now } = systemClock;
const log = createLineLog('text', { write: (line) => process.stderr.write(line), now });
const app = createLinkServer({
  store: createDirectoryStore(folder),
  secret: () => secret,
  url: 'http://localhost:8080',
  log,
  now,
});
const { url } = await listen(app, { port: 0, host: '127.0.0.1' });
process.stdout.write(`${url}\n`);
