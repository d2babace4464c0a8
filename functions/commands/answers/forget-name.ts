/** Removes a person's name and notes from what was answered. The answers stay. */

import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { distance } from 'fastest-levenshtein';
import { storedAnswers, storedNames } from '#answers/objects.ts';
import { readAllNames } from '#answers/submissions.ts';
import { oneLine, printable } from '#base/text/one-line.ts';
import type { ArchivePlace } from '#commands/archive-place.ts';
import { badInput, runFailed } from '#commands/failure.ts';
import type { Terminal } from '#commands/terminal.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

/** @throws BadInput without a terminal and `--yes`, RunFailed if it is not confirmed or not all is readable, and ArchiveError */
export async function forgetName(
  name: string,
  { store, remove, yes }: Pick<ArchivePlace, 'store' | 'remove'> & { readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  const wanted = folded(name);
  const all = await readAllNames(store);
  const damaged = all.flatMap(({ key, names }) => (names ? [] : key));
  const stored = all.flatMap(({ of, names }) => (of && names ? { of, names } : []));
  const byName = Map.groupBy(stored, ({ names }) => folded(names.name));
  const found = [...(byName.get(wanted) ?? [])];
  if (found.length === 0) terminal.line('No answer has this name.');
  const groups = Map.groupBy(found, ({ of: { digest: _, ...page } }) => storedNames.under(page));
  const listed = [];
  for (const own of groups.values()) {
    const [one] = own;
    if (one === undefined) continue;
    const { project, report, first, last } = one.of;
    const audience = (await storedAnswers.read(store, one.of))?.cut.name ?? '';
    const dates = [...new Set(own.map(({ names }) => names.at.slice(0, 10)))].sort();
    listed.push({ project, report, week: `${first}_${last}`, cut: audience, answers: own.length, dates });
    terminal.line(
      `${project}, ${report}, ${first} to ${last}, ${audience}: ${countText(own.length, 'page')} sent, ${dates.join(', ')}`,
    );
  }
  if (!yes && found.length > 0) await confirm('Remove this name and its notes?');
  const near = [];
  for (const [other, own] of byName) {
    const differs = distance(withoutAccents(other), withoutAccents(wanted));
    if (other === wanted || differs > Math.min(2, wanted.length / 3)) continue;
    const like = `${own[0]?.names.name} (${countText(own.length, 'page')})`;
    if (!yes && process.stdin.isTTY && (await agrees(`Remove the name ${like} too?`))) found.push(...own);
    else {
      near.push(like);
      terminal.line(`Nearly the same, and kept: ${like}. To remove it, give this name.`);
    }
  }
  for (const { of } of found) await remove(storedNames, of);
  terminal.json({ found: listed, removed: found.length, near });
  if (found.length > 0) {
    terminal.line('Removed. The answers stay, without a name.');
    terminal.line(
      'Workbooks and mails that were sent, and those stored in the archive, cannot be recalled; neither can backups.',
    );
  }
  for (const key of damaged) terminal.warn(`${key} cannot be read. Remove it, if it may have the name.`);
  if (damaged.length > 0) throw runFailed('curable', 'Not every name could be read.');
}

/** Without differences of case and spaces, and of how a letter or an apostrophe is encoded. */
function folded(name: string): string {
  const plain = oneLine(
    name.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  ).replaceAll(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'");
  // Upper case first makes ß and ss the same. The lower case of İ has a second dot.
  return plain.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw badInput(`${question} Nobody can be asked here, and nothing was removed`, 'Add --yes.');
  }
  if (!(await agrees(question))) throw runFailed('curable', 'Nothing was removed.');
}

async function agrees(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answered = once(asking, 'line').then(([line]) => String(line));
  process.stderr.write(printable(`${question} [y/N] `));
  const answer = await Promise.race([answered, once(asking, 'close').then(() => '')]);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
