import {
  knownStatus,
  knownStatuses,
  type OwnWords,
  ownConcept,
} from '../../../planning/contract/known-words.ts';
import { writtenPercent } from '../../recognise/written-number.ts';
import type { ChosenActivity } from '../import-report.ts';
import { resolveValue, ruleText } from '../resolve-value.ts';
import type { TableContext, TableDates } from './table-dates.ts';

type Context = TableContext & { readonly dates: TableDates };

/**
 * A known status word counts first: the planner wrote it, and words such as blocked say more than a percentage. An
 * unknown word is reported, and counts only if nothing else says more.
 */
export function tableStatus(row: ChosenActivity, context: Context): string | undefined {
  const { id, activity } = row;
  const { mapping, dates, report } = context;
  const share = shareDone(row, context);
  const found = resolveValue(activity, mapping.status);
  const word = found && statusWordOfValue(found.value, mapping.words);
  const progress = word === undefined ? statusByProgress(row, share, context) : undefined;
  const noted = word === undefined ? statusOfNote(row, context) : undefined;
  if (noted !== undefined) {
    report.answered('status', 'notes');
    return noted;
  }
  if (mapping.status === undefined || found === undefined) {
    if (mapping.status !== undefined || progress !== undefined) report.answered('status', progress?.rule);
    return progress?.word;
  }
  if (word === undefined) {
    report.unknownValue({ property: 'status', rule: found.rule, value: found.value, line: activity.line });
    report.answered('status', progress?.rule);
    return progress?.word ?? found.value;
  }
  report.answered('status', found.rule);
  const reportContradiction = (other: string, shown: string) => {
    const example = `${JSON.stringify(found.value)} with ${shown}`;
    const text = `Activity ${id}: the status ${example} contradicts itself; the status counts.`;
    const group = `Status and ${other} contradict each other; the status counts`;
    report.changed(activity.line, text, { group, example });
  };
  if (share !== undefined && contradicts(word, share)) {
    reportContradiction('percent complete', `${Math.round(share * 100)} %`);
  }
  if (dates.hasFinished && contradicts(word, 1)) reportContradiction('actual finish', 'an actual finish');
  else if (dates.hasStarted && isToStart(word)) reportContradiction('actual start', 'an actual start');
  return word;
}

/** What a note begins with, such as `ON HOLD – crane`: work that is blocked or cancelled, whatever its percentage. */
function statusOfNote(row: ChosenActivity, { mapping, report }: Context): string | undefined {
  const [value = ''] = resolveValue(row.activity, mapping.notes)?.value.split(/\s*[-–—:;,.(]/) ?? [];
  const status = knownStatus(value);
  if (status !== 'blocked' && status !== 'cancelled') return undefined;
  report.changedValue(row, { name: 'the note', value, problem: `is its status: ${status}` });
  return status;
}

function statusWordOfValue(value: string, own: OwnWords | undefined): string | undefined {
  const word = ownConcept(own, knownStatuses, value);
  const share = word === undefined ? shareOfStatus(value) : undefined;
  return word ?? knownStatus(value) ?? (share === undefined ? undefined : wordOfShare(share));
}

/** The completed share that a status in per cent gives. A single digit is a code, not per cent. */
export function shareOfStatus(value: string): number | undefined {
  return /^[1-9]$/.test(value) ? undefined : writtenPercent(value, 100);
}

function wordOfShare(share: number): string {
  if (share >= 1) return 'complete';
  return share > 0 ? 'started' : 'planned';
}

function shareDone(row: ChosenActivity, { mapping, style, report }: Context): number | undefined {
  const rule = mapping.percentComplete;
  const written = resolveValue(row.activity, rule)?.value;
  if (rule === undefined || written === undefined) return undefined;
  const share = writtenPercent(written, style.percentScale);
  if (share === undefined) {
    const name = ruleText(rule);
    const problem = 'is not a percentage from 0 to 100, and is left out';
    report.changedValue(row, { name, value: written, problem, group: `Percent complete (${name})` });
  }
  return share;
}

function statusByProgress(row: ChosenActivity, share: number | undefined, context: Context) {
  const { dates, style, report } = context;
  const { percentComplete: rule } = context.mapping;
  const byDates = dates.hasFinished ? 1 : dates.hasStarted ? 0.5 : 0;
  if (rule !== undefined && share !== undefined) {
    if (share >= byDates) return { word: wordOfShare(share), rule: ruleText(rule) };
    const of = { name: ruleText(rule), value: `${Math.round(share * 100)} %` };
    if (share === 0 || byDates === 1)
      report.changedValue(row, { ...of, problem: 'is left out: the actual dates say more' });
  }
  if (byDates > 0) return { word: wordOfShare(byDates), rule: 'actual dates' };
  return style.tracksProgress ? { word: 'planned', rule: 'no progress' } : undefined;
}

const isToStart = (word: string) => ['planned', 'backlog', 'promised'].includes(word);

function contradicts(word: string, share: number): boolean {
  if (word === 'complete') return share < 1;
  if (isToStart(word)) return share > 0;
  return share >= 1 && word !== 'cancelled';
}
