/** Removes a person's name and notes from what was answered. The answers stay. */
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { answersKeyOf, decodeSubmission, readAllNames } from '../../pages/answers/stored-answers.ts';
import type { ArchivePlace } from '../archive-place.ts';
import { badInput, runFailed } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/** @throws BadInput without a terminal and `--yes`, RunFailed if it is not confirmed, and ArchiveError */
export async function forgetName(
  name: string,
  { store, remove, yes }: Pick<ArchivePlace, 'store' | 'remove'> & { readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  const wanted = folded(name);
  const stored = (await readAllNames(store)).flatMap(({ key, names }) => (names ? [{ key, names }] : []));
  const found = stored.filter(({ names }) => folded(names.name) === wanted);
  if (found.length === 0) {
    terminal.json({ found: [], removed: 0 });
    return terminal.line('No answer has this name.');
  }
  const groups = Map.groupBy(found, ({ key }) => key.slice(0, key.lastIndexOf('/')));
  const listed = [];
  for (const [folder, own] of groups) {
    const [, project, report, week] = folder.split('/');
    const bytes = await store.get(answersKeyOf(own[0]?.key ?? ''));
    const cut = (bytes && decodeSubmission(bytes))?.cut.name ?? '';
    const dates = [...new Set(own.map(({ names }) => names.at.slice(0, 10)))].sort();
    listed.push({ project, report, week, cut, answers: own.length, dates });
    terminal.line(
      `${project}, ${report}, ${week?.replace('_', ' to ')}, ${cut}: ${countText(own.length, 'page')} sent, ${dates.join(', ')}`,
    );
  }
  if (!yes) await confirm('Remove this name and its notes?');
  for (const { key } of found) await remove(key);
  terminal.json({ found: listed, removed: found.length });
  terminal.line('Removed. The answers stay, without a name.');
  terminal.line(
    'Workbooks and mails that were sent, and those stored in the archive, cannot be recalled; neither can backups.',
  );
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw badInput(`${question} Nobody can be asked here, and nothing was removed`, 'Add --yes.');
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answered = once(asking, 'line').then(([line]) => String(line));
  process.stderr.write(`${question} [y/N] `);
  const answer = await Promise.race([answered, once(asking, 'close').then(() => '')]);
  asking.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw runFailed('curable', 'Nothing was removed.');
}
