/** The unit docs/lookahead.service must not forbid anything that the process needs. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { aMachineSite } from '../../support/a-machine-site.ts';
import { entry, startProcess } from '../../support/run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const unit = resolve(import.meta.dirname, '../../../docs/lookahead.service');
const settings = Array.from(
  readFileSync(unit, 'utf8').matchAll(/^([A-Z]\w+)=(.*)$/gm),
  ([, name = '', value = '']) => ({ name, words: value.split(' ') }),
);
const wordsOf = (setting: string) =>
  settings.filter(({ name }) => name === setting).map(({ words }) => words);

const runs = (program: string, ...words: readonly string[]) =>
  spawnSync(program, words, { encoding: 'utf8' });
const canRate = runs('systemd-analyze', '--version').status === 0;
const canTrace = runs('strace', '-o', '/dev/null', 'true').status === 0;

/** The system calls in each set that systemd knows, including those of nested sets. */
function callSets(): ReadonlyMap<string, readonly string[]> {
  const { stdout } = runs('systemd-analyze', 'syscall-filter', '--no-pager');
  const sets = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of stdout.split('\n')) {
    if (line.startsWith('@')) {
      current = [];
      sets.set(line.trim(), current);
    } else if (/^ {4}[@\w]/.test(line)) current.push(line.trim());
  }
  const callsOf = (name: string): readonly string[] =>
    name.startsWith('@') ? (sets.get(name) ?? []).flatMap(callsOf) : [name];
  return new Map([...sets.keys()].map((name) => [name, callsOf(name)]));
}

/**
 * The system calls that the unit allows. In systemd, a list in `SystemCallFilter=` allows calls, and a later list that
 * begins with `~` removes some of them.
 */
function allowedCalls(): ReadonlySet<string> {
  const sets = callSets();
  const allowed = new Set<string>();
  for (const [first = '', ...others] of wordsOf('SystemCallFilter')) {
    const takesAway = first.startsWith('~');
    for (const word of [first.replace('~', ''), ...others]) {
      for (const call of sets.get(word) ?? [word]) {
        if (takesAway) allowed.delete(call);
        else allowed.add(call);
      }
    }
  }
  return allowed;
}

describe.runIf(canRate)('the unit (where systemd-analyze is installed)', () => {
  it('is rated 2.5 or less by systemd', () => {
    const { stdout } = runs('systemd-analyze', 'security', '--offline=true', '--no-pager', unit);
    const [, exposure] = /Overall exposure level.*: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeGreaterThan(0);
    expect(Number(exposure)).toBeLessThanOrEqual(2.5);
  });

  it.runIf(canTrace)(
    'allows each call, address and file of a start, an import, a report, its link and SIGTERM (where strace may trace)',
    async () => {
      const site = await aMachineSite();
      const trace = join(site.etc, 'trace');
      const temporary = await temporaryDirectory();
      const start = () =>
        startProcess(['start', '--out', site.archive], {
          cwd: site.etc,
          env: { ...site.env, TMPDIR: temporary, NODE_COMPILE_CACHE: temporary },
          // Detached, so that signals go to the process itself.
          program: ['strace', '-D', '-f', '-A', '-o', trace, process.execPath, entry],
        });
      const before = start();
      await before.printed(/checked dispatches=/);
      expect(await before.stop()).toBe(0);
      expect((await site.importVersion()).code).toBe(0);
      const machine = start();
      await machine.printed(/delivered project=/);
      const page = await site.openPage(machine.output());
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Riverside Tower')]);
      expect(await machine.stop()).toBe(0);

      const ended = () => found(/^(\d+) +\+\+\+ exited with 0 \+\+\+$/gm, readFileSync(trace, 'utf8'));
      await expect.poll(ended).toContain(String(machine.pid));
      const text = readFileSync(trace, 'utf8');
      const calls = found(/^\d+ +(\w+)\(/gm, text);
      expect(calls.size).toBeGreaterThan(50);
      expect(calls.difference(allowedCalls())).toEqual(new Set());
      const families = new Set(wordsOf('RestrictAddressFamilies').flat());
      expect(found(/\bsocket\((AF_\w+)/g, text).difference(families)).toEqual(new Set());
      const written = [
        ...found(/\bopenat\([^"]*"([^"]+)", (?=[^)]*O_(?:WRONLY|RDWR|CREAT))/g, text),
        ...found(/\b(?:mkdir|rmdir|rename|link|unlink|chmod)\("([^"]+)"/g, text),
      ];
      expect(written.length).toBeGreaterThan(20);
      const own = [site.archive, temporary, '/dev/'];
      const outside = written.filter((path) => !own.some((folder) => path.startsWith(folder)));
      expect(outside).toEqual([]);
    },
  );
});

function found(pattern: RegExp, text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name));
}
