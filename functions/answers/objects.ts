/** The stored objects of answers: a submission per sent form, its name and notes separately, and the latest answers. */

import * as z from 'zod/mini';
import type { ContentOf } from '#archive/objects.ts';
import { answerKinds } from '#lookahead/promises/answer.ts';
import { audienceKinds } from '#lookahead/tasks/select-tasks.ts';
import { defineOptionalObjectKind } from '#pages/objects.ts';

const text = z.string();

const submissionTemplate = '{project}/{report}/{first}_{last}/{message}/{digest}.json';

const entrySchema = z.object({
  task: text,
  says: z.enum(answerKinds),
  /** Monday of the week that it is about, then the dates that the page showed: `YYYY-MM-DD`. */
  week: text,
  start: text,
  finish: text,
  reason: z.optional(text),
  from: z.optional(text),
  people: z.optional(z.number()),
  /** Whether it has a note, its own or the previous answer's. It is stored here because the page cannot read notes. */
  noted: z.optional(z.boolean()),
});

export type AnswerEntry = z.infer<typeof entrySchema>;

/** what an audience answered, once per sent form */
export const submissionObject = defineOptionalObjectKind(
  `answers/${submissionTemplate}`,
  z.object({
    format: z.literal(1),
    /** When the server received it, ISO 8601. */
    at: text,
    /** The instant that sorts it among all submissions, if that is not `at`. */
    order: z.optional(text),
    /** When the answers to the issue of the page close. */
    closes: text,
    cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
    revision: z.int(),
    /** Digest of the nonce of the page from which it was sent. */
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

export type Submission = ContentOf<typeof submissionObject>;

/** the latest answers of an audience, without names and notes; the highest number counts */
export const latestAnswersObject = defineOptionalObjectKind(
  'answers/stand/{project}/{report}/{first}_{last}/{message}/{number}.json',
  z.object({
    format: z.literal(1),
    cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
    /**
     * `at`, `closes` and `asked` describe the latest issue: when its tasks were read, when its answers close, and the
     * ids of the tasks that it asks about.
     */
    at: text,
    closes: z.object({ instant: text, label: text }),
    asked: z.array(text),
    /** The last answer to each question. */
    answers: z.array(
      z.extend(z.omit(entrySchema, { noted: true }), {
        /** Sort key of the answer: the instant of its submission, then the digest of the submission. */
        order: text,
        late: z.optional(z.literal(true)),
      }),
    ),
  }),
  {
    by: ['report', 'download'],
    persons: 'expire',
    lost: 'week pages show no answers of this cut',
    remedy: 'The next answer of the cut writes it again, with all its answers.',
  },
);

export type LatestAnswers = ContentOf<typeof latestAnswersObject>;

/** name and notes of a submission, separate so that they can be removed */
export const namesAndNotesObject = defineOptionalObjectKind(
  `answer-names/${submissionTemplate}`,
  z.object({
    format: z.literal(1),
    at: text,
    name: text,
    /** Keyed by the index of the entry in the submission. */
    notes: z.record(text, text),
  }),
  {
    by: ['download'],
    persons: 'forget',
    lost: 'its answers have neither name nor note',
    remedy: 'Restore it from a backup; or remove it.',
  },
);
