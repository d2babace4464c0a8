/** Writes the mail to a contact: all facts to report, worst first. The subject begins with the worst. */
import { Temporal } from 'temporal-polyfill';
import { getOrInsert } from '#base/get-or-insert.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import {
  composeNotice,
  itemLine,
  maxDescribedItems,
  type NoticeLine,
  textLine,
} from '#mail/notice-layout.ts';
import {
  type FactKind,
  type FactText,
  factKindSettings,
  factKinds,
  localTimeText,
  type NotifiableFact,
} from './facts.ts';

/** Maximum number of characters of a cause in a subject; a phone shows 40 characters of the subject. */
const maxCauseLength = 60;

export function composeContactMail(facts: readonly NotifiableFact[]) {
  const textsByKind = new Map<FactKind, Map<string, FactText>>();
  for (const { kind, id, text: one } of facts) {
    const { noun, label } = factKindSettings(kind);
    const place = noun === undefined || label === '' ? id : one.what.toLowerCase();
    const texts = getOrInsert(textsByKind, kind, () => new Map<string, FactText>());
    const before = texts.get(place);
    const details = new Set([...(before?.details ?? []), ...(one.details ?? [])]);
    const commands = one.commands?.length ? one.commands : before?.commands;
    texts.set(place, { ...one, details: [...details], ...(commands ? { commands } : {}) });
  }
  const kinds = factKinds.filter((kind) => textsByKind.has(kind));
  const parts = kinds.map((kind) => [kind, [...(textsByKind.get(kind)?.values() ?? [])]] as const);
  const title = parts.map(([kind, all]) => factsTitle(kind, all, parts.length > 1)).join(' · ');
  const [
    reason = 'You get this mail because lookahead.yaml names you, as the contact of a report or for alarms. The readers of the reports do not get it.',
  ] = kinds.flatMap((kind) => factKindSettings(kind).reason ?? []);
  const lines = parts.flatMap(([kind, all]) => {
    const heading = factKindSettings(kind).label.replace(':', '') || factsTitle(kind, all, true);
    return parts.length === 1
      ? factsLines(kind, all, title)
      : [{ kind: 'heading', text: heading } as const, ...factsLines(kind, all, heading)];
  });
  return composeNotice({ title, lines, reason });
}

/**
 * `Needs you: the key is not accepted · 3 reports`
 * @param isOneOfSeveral whether the subject has other titles too; reports are then counted instead of named, because
 *   their names are long
 */
function factsTitle(kind: FactKind, all: readonly FactText[], isOneOfSeveral: boolean): string {
  const { label, several = label, noun } = factKindSettings(kind);
  const [first, ...others] = all;
  const isCounted = isOneOfSeveral && noun === undefined && label !== '';
  const isOne = first !== undefined && others.length === 0 && !isCounted;
  const [cause = '', ...causes] = new Set(kind === 'act' ? all.map(({ why = '' }) => shortCause(why)) : []);
  const isShort = cause !== '' && cause.length <= maxCauseLength && causes.length === 0;
  const what = isOne ? first.what : countText(all.length, noun ?? 'report');
  return `${isOne ? label : several} ${isShort ? `${cause} · ` : ''}${what}`.trim();
}

/** `… answered 401. The key is not accepted: check the secret.` → `the key is not accepted` */
function shortCause(why: string): string {
  const meaning = /(?:answered \d{3}.*|\))\. ([A-Z][^.:]*): [a-z]/.exec(why)?.[1];
  if (meaning !== undefined) return meaning.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  const [sentence = ''] = why.replace(/^Not everything has been sent\. /, '').split(/\.(?: |$)/);
  return sentence.split(': ').at(-1) ?? '';
}

/** @param title the line above, which is not repeated */
function factsLines(kind: FactKind, all: readonly FactText[], title: string): readonly NoticeLine[] {
  const { label, todo, says, ends, noun = 'report' } = factKindSettings(kind);
  const untils = all
    .flatMap(({ until }) => until ?? [])
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at));
  const firstAndLast = new Set(
    [untils[0], untils.at(-1)].flatMap((time) => (time ? localTimeText(time) : [])),
  );
  const filled = (text: string | undefined, start = '') =>
    text === undefined ? [] : textLine(`${start}${text.replace('{until}', [...firstAndLast].join(' to '))}`);
  const isShortened = all.length > maxDescribedItems;
  const others = (count: number) => (count > 0 ? textLine(`And ${countText(count, `other ${noun}`)}.`) : []);
  const causes = [...Map.groupBy(all, ({ why }) => why)];
  // Kinds without a label, such as the answers to a report, are shown in full.
  let left = label === '' ? all.length : maxDescribedItems;
  const commands = all.slice(0, maxDescribedItems).flatMap((text) => text.commands ?? []);
  return [
    filled(todo, 'What to do first: '),
    filled(says),
    causes.slice(0, maxDescribedItems).map(([why, own]) => {
      const shown = own.slice(0, Math.max(1, left));
      left -= shown.length;
      return [
        why === undefined ? [] : textLine(why),
        shown.map(({ what, details, lines }) =>
          lines ? [what === title || label !== '' ? [] : textLine(what), lines] : itemLine(what, details),
        ),
        others(own.length - shown.length),
      ];
    }),
    others(causes.slice(maxDescribedItems).flatMap(([, own]) => own).length),
    filled(ends),
    commands,
    isShortened && commands.length > 0
      ? textLine('The command status --late also prints the commands for the others.')
      : [],
  ].flat(5);
}
