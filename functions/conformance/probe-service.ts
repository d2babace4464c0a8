import type { Temporal } from 'temporal-polyfill';
import { type Credentials, makeContext } from './context.ts';
import { type ConversationOptions, startConversation } from './conversation.ts';
import { ProbeInputError, ProbeStoppedError, RequestsSpentError } from './probe-error.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import type { ProbeReport, ProbeRow, Verdict } from './report.ts';

export type ProbeOptions = Pick<
  ConversationOptions,
  'baseUrl' | 'region' | 'projectId' | 'key' | 'fetch' | 'sleep'
> & {
  /** The data date: which week is the coming one, and what the service's clock is compared with. */
  readonly now: Temporal.Instant;
  /** The project's IANA time zone. */
  readonly timeZone: string;
  /** Given, the token endpoint is asked too. */
  readonly token?: Credentials | undefined;
  /** The most requests to make; 60 by default. */
  readonly maxRequests?: number;
  /** Milliseconds between two requests; 200 by default. */
  readonly pauseMs?: number;
  /** Milliseconds to wait for an answer; 30,000 by default. */
  readonly timeoutMs?: number;
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
 * cannot be had end the probe early, with the rest of the rows not seen and `stopped` saying why.
 * @throws ProbeInputError for a base address or a time zone that cannot be used
 */
export async function probeService(options: ProbeOptions): Promise<ProbeReport> {
  const { baseUrl, region, projectId, now, timeZone, token, onQuestion } = options;
  checkInput(options);
  const conversation = startConversation({
    ...options,
    maxRequests: options.maxRequests ?? 60,
    pauseMs: options.pauseMs ?? 200,
    timeoutMs: options.timeoutMs ?? 30_000,
  });
  const context = makeContext({ conversation, now, timeZone, token });
  const rows: ProbeRow[] = [];
  let stopped: ProbeReport['stopped'];

  for (const [at, question] of questions.entries()) {
    onQuestion?.({ question: question.question, number: at + 1, of: questions.length });
    if (stopped) {
      rows.push(unanswered(question, 'not asked'));
      continue;
    }
    try {
      rows.push(rowOf(question, await question.ask(context)));
    } catch (error) {
      if (error instanceof ProbeStoppedError) {
        stopped = { reason: error.reason, remedy: error.remedy };
        rows.push(unanswered(question, error.reason));
      } else if (error instanceof RequestsSpentError) {
        rows.push(unanswered(question, error.message));
      } else {
        // An answer stranger than a question allows for costs its own row only. The name, since the message may quote.
        const name = error instanceof Error ? error.name : 'an error';
        rows.push(unanswered(question, `the answers could not be compared (${name})`));
      }
    }
  }

  const tally = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return withoutSecrets(
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

function checkInput({ baseUrl, timeZone, now }: ProbeOptions): void {
  const remedy =
    'Give the address of the planning service without the region, such as https://planning.example.com.';
  const url = URL.parse(baseUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ProbeInputError('baseUrl', `baseUrl is no http or https address. ${remedy}`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ProbeInputError('baseUrl', `baseUrl carries a user name, a query or a fragment. ${remedy}`);
  }
  try {
    now.toZonedDateTimeISO(timeZone);
  } catch (cause) {
    const problem = `There is no time zone ${timeZone}. Give an IANA name, such as Europe/London.`;
    throw new ProbeInputError('timeZone', problem, { cause });
  }
}

function rowOf(
  { id, theme, question, rule }: Question,
  { asked, seen, verdict }: Awaited<ReturnType<Question['ask']>>,
): ProbeRow {
  return { id, theme, question, asked, seen, rule, verdict };
}

function unanswered(question: Question, why: string): ProbeRow {
  return rowOf(question, { asked: '', seen: why, verdict: 'not seen' });
}

/** A service may echo a key in a header or a word; it goes no further. */
function withoutSecrets(report: ProbeReport, secrets: ReadonlySet<string>): ProbeReport {
  // A shorter one would be no secret, and would blot out words.
  const kept = [...secrets].filter((secret) => secret.length >= 6);
  const clean = (text: string) => kept.reduce((left, secret) => left.replaceAll(secret, '(key)'), text);
  return {
    ...report,
    stopped: report.stopped && {
      reason: clean(report.stopped.reason),
      remedy: clean(report.stopped.remedy),
    },
    rows: report.rows.map((row) => ({ ...row, asked: clean(row.asked), seen: clean(row.seen) })),
  };
}
