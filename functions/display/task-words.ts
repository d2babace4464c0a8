import { parseMailAddress } from '#base/text/mail-address.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { firstPersonToAsk, nameWithKeyTaskMark } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { plainTaskName, plainText } from './plain-text.ts';

/** `Pour raft, bay 2 (A1020)`. A reference that the name contains is not repeated. */
function taskTitle({ name, ref }: { readonly name: string; readonly ref: string }): string {
  const title = plainTaskName(name);
  const reference = plainText(ref);
  return reference === '' || title.includes(reference) ? title : `${title} (${reference})`;
}

export function titleWithKeyTaskMark(task: {
  readonly name: string;
  readonly ref: string;
  readonly key: boolean;
}) {
  return nameWithKeyTaskMark(taskTitle(task), task.key);
}

/** Joins the words and adds whom to ask about the task, unless that is the reader. */
export function joinWithPersonToAsk(
  words: readonly string[],
  task: PlannedTask,
  lookahead: Lookahead,
): TextWithPersonToAsk {
  const asked = firstPersonToAsk(task);
  const text = words.join(' · ');
  const name = plainText(nameUnlessReader(lookahead.audience, asked?.name));
  if (name === '') return text;
  const address = parseMailAddress(asked?.address ?? '');
  const subject = personToAskMailSubject(lookahead, taskTitle(task));
  return address ? { text, ask: { name, address, subject } } : [...words, `ask ${name}`].join(' · ');
}

export function nameUnlessReader(audience: Audience, name = ''): string {
  const isOwn = audience.kind !== 'everyone' && name === audience.name;
  return isOwn ? '' : name;
}

export function daysLaterText(days = 0): string {
  return days === 0 ? '' : `${countText(Math.abs(days), 'working day')} ${days > 0 ? 'later' : 'earlier'}`;
}

/** The subject of a question to somebody named in the mail: `Riverside Tower W48: Pour raft, bay 2 (A1020)`. */
export function personToAskMailSubject(lookahead: Lookahead, about: string): string {
  return `${projectAndWeekText(lookahead)}: ${about}`;
}

export function projectAndWeekText({ project, window }: Lookahead): string {
  return `${plainText(project.name)} ${weeksText(window).replace(/^weeks? /, 'W')}`;
}

export type TextWithPersonToAsk =
  | string
  | {
      readonly text: string;
      /** The person to ask by mail, with a subject that names the task. */
      readonly ask: { readonly name: string; readonly address: string; readonly subject: string };
    };
