/**
 * Postfix as Debian installs it, with a configuration and a queue of its own. It keeps every message that it accepts.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freeAddress } from '../../support/free-address.ts';

const run = promisify(execFile);

/** Only root can start Postfix, which then runs as a user of its own. */
export const hasPostfix = existsSync('/usr/sbin/postfix') && process.getuid?.() === 0;
if (!hasPostfix)
  process.stderr.write('Postfix is not installed, or this is not root; what needs it is skipped.\n');

/** The services of Debian's master.cf that are needed to accept a message. */
const services = `
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
anvil unix - - n - 1 anvil
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
`;

/** @param settings of main.cf */
export async function startPostfix(settings: Readonly<Record<string, string | number>>) {
  // Postfix's own user has to reach the folder, so it is not in the private folder of the tests.
  const folder = await mkdtemp('/var/tmp/lookahead-postfix-');
  await chmod(folder, 0o755);
  const [config, queue, data] = ['etc', 'queue', 'data'].map((name) => join(folder, name));
  for (const path of [config, queue, data]) await mkdir(String(path));
  execFileSync('chown', ['postfix', String(data)]);
  const at = await freeAddress();
  const log = join(folder, 'log');
  const main = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    maillog_file: log,
    maillog_file_prefixes: folder,
    myhostname: 'mx.example.com',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mydestination: '',
    relay_domains: 'example.com',
    alias_maps: '',
    smtpd_tls_security_level: 'none',
    // By default, Postfix pauses for a second after each error.
    smtpd_error_sleep_time: 0,
    smtpd_end_of_data_restrictions: 'check_client_access static:HOLD',
    ...settings,
  };
  const line = ([name, value]: readonly [string, string | number | undefined]) => `${name} = ${value}\n`;
  await writeFile(join(String(config), 'main.cf'), Object.entries(main).map(line).join(''));
  await writeFile(
    join(String(config), 'master.cf'),
    `${services}${at.host}:${at.port} inet n - n - - smtpd\n`,
  );
  const postfix = (...words: string[]) => run('/usr/sbin/postfix', ['-c', String(config), ...words]);
  onTestFinished(async () => {
    // `stop` would wait for seconds until each process has ended by itself.
    await postfix('abort').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  await postfix('start').catch(async (cause) => {
    throw new Error(`Postfix did not start: ${await readFile(log, 'utf8')}`, { cause });
  });
  /** The recipients of each message that was accepted, in order. */
  const taken = async (): Promise<readonly (readonly string[])[]> => {
    const { stdout } = await run('/usr/sbin/postqueue', ['-c', String(config), '-j']);
    const messages = stdout.split('\n').flatMap((text) => (text === '' ? [] : [queued(JSON.parse(text))]));
    return messages.toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1));
  };
  return { at, taken };
}

function queued(message: {
  readonly recipients: readonly { readonly address: string }[];
}): readonly string[] {
  return message.recipients.map(({ address }) => address);
}
