/** The objects of answers: a submission for each time that a page is sent, its name and notes apart, and what stands. */

import * as z from 'zod/mini';
import type { ContentOf } from '#archive/objects.ts';
import { answerKinds } from '#lookahead/promises/answer.ts';
import { audienceKinds } from '#lookahead/tasks/select-tasks.ts';
import { optionalObject } from '#pages/objects.ts';

const text = z.string();

const submissionTemplate = '{project}/{report}/{first}_{last}/{message}/{digest}.json';

const entrySchema = z.object({
  task: text,
  says: z.enum(answerKinds),
  /** Monday of the week that it is about, and the dates that the page showed: `YYYY-MM-DD`. */
  week: text,
  start: text,
  finish: text,
  reason: z.optional(text),
  from: z.optional(text),
  people: z.optional(z.number()),
  /** Whether it has a note, its own or one that it keeps. The page cannot read notes. */
  noted: z.optional(z.boolean()),
});

export type AnswerEntry = z.infer<typeof entrySchema>;

/** what an audience answered, each time that it is sent */
export const storedSubmissions = optionalObject(
  `answers/${submissionTemplate}`,
  z.object({
    format: z.literal(1),
    /** The server's instant, ISO 8601. */
    at: text,
    /** Its instant in the order of all submissions, if not `at`. */
    order: z.optional(text),
    /** When the answers to the page's issue close. */
    closes: text,
    cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
    revision: z.int(),
    /** Digest of the nonce of the page that it was sent from. */
    page: text,
    entries: z.array(entrySchema),
  }),
  {
    by: ['download'],
    persons: 'expire',
    lost: 'its answers do not count',
    remedy: 'Restore it from a backup; or ask for the answers again, and move it away.',
  },
);

export type Submission = ContentOf<typeof storedSubmissions>;

/** what stands of an audience's answers, without names and notes; the highest number counts */
export const latestAnswers = optionalObject(
  'answers/stand/{project}/{report}/{first}_{last}/{message}/{number}.json',
  z.object({
    format: z.literal(1),
    cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
    /** The latest issue: when its tasks were read, when its answers close, and which tasks it asks for. */
    at: text,
    closes: z.object({ instant: text, label: text }),
    asked: z.array(text),
    /** The last answer to each question. */
    answers: z.array(
      z.extend(z.omit(entrySchema, { noted: true }), {
        /** Sorts the answers: the instant of the submission, then its digest. */
        order: text,
        late: z.optional(z.literal(true)),
      }),
    ),
  }),
  {
    by: ['report', 'download'],
    persons: 'expire',
    lost: 'week pages show no answers of this cut',
    remedy: 'The next answer of the cut writes it again, with all that it answered.',
  },
);

export type LatestAnswers = ContentOf<typeof latestAnswers>;

/** its name and notes, apart, so that these can be removed */
export const storedAnswerNames = optionalObject(
  `answer-names/${submissionTemplate}`,
  z.object({
    format: z.literal(1),
    at: text,
    name: text,
    /** By the place of the entry in the submission. */
    notes: z.record(text, text),
  }),
  {
    by: ['download'],
    persons: 'forget',
    lost: 'its answers have neither name nor note',
    remedy: 'Restore it from a backup; or remove it.',
  },
);
