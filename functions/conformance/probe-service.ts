import type { Temporal } from 'temporal-polyfill';
import { LookaheadError } from '../base/lookahead-error.ts';
import { minHiddenLength, redactor } from '../base/redact.ts';
import { accessChecks, keyChecks } from './checks/access.ts';
import { dateChecks } from './checks/dates.ts';
import { fieldChecks } from './checks/fields.ts';
import { filterChecks, shiftChecks } from './checks/filters.ts';
import type { Check, Finding } from './checks/judges.ts';
import { pagingChecks } from './checks/paging.ts';
import { windowChecks } from './checks/windows.ts';
import { amountChecks, wordChecks } from './checks/words.ts';
import { makeContext } from './reading/context.ts';
import {
  type ConversationOptions,
  type Credentials,
  NoSuchProjectError,
  ProbeStoppedError,
  RequestsSpentError,
  startConversation,
} from './reading/conversation.ts';
import type { ProbeReport, ProbeRow, Verdict } from './report/report.ts';

/**
 * Every check, in the order of asking. The key comes first, since without it nothing else can be asked; wrong keys come
 * last.
 */
export const checks: readonly Check[] = [
  ...accessChecks,
  ...pagingChecks,
  ...fieldChecks,
  ...dateChecks,
  ...windowChecks,
  ...filterChecks,
  ...shiftChecks,
  ...wordChecks,
  ...amountChecks,
  ...keyChecks,
];

export type ProbeOptions = ConversationOptions & {
  /** The data date: which week is the coming one. */
  readonly now: Temporal.Instant;
  /** The project's IANA time zone. */
  readonly timeZone: string;
  /** Given, the token endpoint is asked too. */
  readonly credentials?: Credentials | undefined;
  /** Told of each question before it is asked. */
  readonly onQuestion?: (progress: {
    readonly question: string;
    readonly number: number;
    readonly of: number;
  }) => void;
};

/**
 * Asks a planning service what the open points of its contract are, and holds the answers against our rules.
 * Reads only (a token may be issued), one request after the other. What goes wrong with a question becomes what
 * its row has seen; only a refused key, a service that gives no answer or keeps answering 429, and a key that
 * cannot be read end the probe early, with the rest of the rows not seen and `stopped` saying why.
 * @throws PlanningInputError for an address, ProbeInputError for a time zone that cannot be used, NoSuchProjectError
 */
export async function probeService(options: ProbeOptions): Promise<ProbeReport> {
  const { baseUrl, region, projectId, now, timeZone, credentials, onQuestion } = options;
  const conversation = startConversation(options);
  checkTimeZone(timeZone, now);
  const context = makeContext({ conversation, now, timeZone, credentials });
  const rows: ProbeRow[] = [];
  let stopped: ProbeReport['stopped'];

  for (const [at, check] of checks.entries()) {
    if (stopped) {
      rows.push(rowOf(check, unanswered('not asked')));
      continue;
    }
    onQuestion?.({ question: check.question, number: at + 1, of: checks.length });
    try {
      rows.push(rowOf(check, await check.ask(context)));
    } catch (error) {
      if (error instanceof NoSuchProjectError) throw error;
      if (error instanceof ProbeStoppedError) stopped = { reason: error.reason, remedy: error.remedy };
      rows.push(rowOf(check, unanswered(reasonOf(error))));
    }
  }

  const tally = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return withoutKeys(
    {
      baseUrl,
      region,
      projectId,
      at: now.toString(),
      requests: conversation.requests(),
      window: context.windowChosen(),
      counts: { holds: tally('holds'), differs: tally('differs'), 'not seen': tally('not seen') },
      stopped,
      rows,
    },
    conversation.secrets,
  );
}

function checkTimeZone(timeZone: string, now: Temporal.Instant): void {
  try {
    now.toZonedDateTimeISO(timeZone);
  } catch (cause) {
    throw new LookaheadError(`There is no time zone ${timeZone}`, {
      name: 'ProbeInputError',
      kind: 'input',
      remedy: 'Give an IANA name, such as Europe/London.',
      cause,
    });
  }
}

function rowOf(
  { id, theme, source, question, rule, ...row }: Check,
  { asked = row.asked, seen, verdict }: Finding,
): ProbeRow {
  return { id, theme, source, question, asked, seen, rule, verdict };
}

function unanswered(why: string): Finding {
  return { asked: '', seen: why, verdict: 'not seen' };
}

/** An answer stranger than a question allows for costs its own row only. */
function reasonOf(error: unknown): string {
  if (error instanceof ProbeStoppedError || error instanceof RequestsSpentError) return error.reason;
  // The name, since the message may quote.
  return `the answers could not be compared (${error instanceof Error ? error.name : 'an error'})`;
}

/** A service may echo a key in a header or a word; it goes no further. */
function withoutKeys(report: ProbeReport, secrets: ReadonlySet<string>): ProbeReport {
  const long = [...secrets].filter((secret) => secret.length >= minHiddenLength);
  const clean = redactor(long);
  const { stopped, rows } = report;
  return {
    ...report,
    stopped: stopped && { reason: clean(stopped.reason), remedy: clean(stopped.remedy) },
    rows: rows.map((row) => ({ ...row, asked: clean(row.asked), seen: clean(row.seen) })),
  };
}
