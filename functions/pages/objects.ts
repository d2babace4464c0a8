/** The objects of pages and answers in the archive, and those of issues that pages read. */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  type About,
  type Begin,
  type Content,
  fileOf,
  jsonForm,
  keysOf,
  kindOf,
  numberOf,
  type ObjectSchema,
  textOf,
  wordOf,
} from '#archive/objects.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { sayings } from '#lookahead/promises/answer.ts';
import { audienceKinds } from '#lookahead/tasks/select.ts';

class DamagedAnswers extends LookaheadError {}

const configured = textOf(/[a-z0-9-]+/);
const date = textOf(/\d{4}-\d\d-\d\d/);

const parameters = {
  /** Pages and numbers of test runs lie apart from those of issues. */
  space: wordOf(['issues', 'test-runs/test', 'test-runs/preview']),
  project: configured,
  report: configured,
  first: date,
  last: date,
  runId: textOf(/[\w-]+/),
  message: textOf(/[a-z0-9_-]+/),
  number: numberOf(1),
};

/* @__NO_SIDE_EFFECTS__ */
function object<const Template extends Begin, Schema extends ObjectSchema, Persons extends About['persons']>(
  template: Template,
  schema: Schema,
  about: About & {
    readonly persons: Persons;
    /** The end of the message about one that cannot be read: `its answers do not count`. */
    readonly lost: string;
    readonly remedy: string;
  },
) {
  const { lost, remedy } = about;
  const damaged = (key: string) =>
    new DamagedAnswers(`${key} cannot be read, so ${lost}`, { kind: 'curable', remedy });
  const kind = kindOf(parameters, template, { ...about, schema, form: jsonForm(1, damaged) });
  return {
    ...kind,
    /** Undefined also for one that cannot be read. @param onDamaged gets a sentence: its key, and what to do */
    read: (
      store: Pick<ObjectStore, 'get'>,
      of: Parameters<typeof kind.key>[0],
      onDamaged?: (sentence: string) => void,
    ) =>
      kind.read(store, of).catch((error: unknown) => {
        if (!(error instanceof DamagedAnswers)) throw error;
        onDamaged?.(error.message);
        return undefined;
      }),
  };
}

const ofWindow = '{space}/{project}/{report}/{first}_{last}/';
const ofPage = '{project}/{report}/{first}_{last}/{message}/{digest}.json';

/** How a link names a page. */
export const pageNames = keysOf(parameters, `${ofWindow}{runId}/{message}`);
/** The week page of a message, as of `stored-page.ts`. */
export const pageKeys = fileOf(parameters, `${ofWindow}{runId}/pages/{message}.json.gz`, {
  by: ['report'],
  persons: 'expire',
});
export const issueKeys = keysOf(parameters, `${ofWindow}{runId}/issue.json`);
export const issueNumber = object(
  `${ofWindow}numbers/{number}.json`,
  z.object({ runId: z.string().check(z.regex(/^[\w-]+$/)) }),
  {
    by: ['report'],
    persons: 'none',
    lost: 'pages do not know this revision',
    remedy: 'Restore it from a backup.',
  },
);

export type PageAddress = Parameters<typeof pageKeys.key>[0];

const text = z.string();

const entrySchema = z.object({
  task: text,
  says: z.enum(sayings),
  /** Monday of the week that it is about, and the dates that the page showed: `YYYY-MM-DD`. */
  week: text,
  start: text,
  finish: text,
  reason: z.optional(text),
  from: z.optional(text),
  people: z.optional(z.number()),
  /** Whether a note came with it, or with the last answer before that had one. The page cannot read it. */
  noted: z.optional(z.boolean()),
});
export type Entry = z.infer<typeof entrySchema>;

/** what an audience answered, each time that it is sent */
export const storedAnswers = object(
  `answers/${ofPage}`,
  z.object({
    format: z.literal(1),
    /** The server's instant, ISO 8601. */
    at: text,
    /** The instant that it has in the order of all, where that is not `at`. */
    order: z.optional(text),
    /** When the answers of the page closed. */
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
export type Submission = Content<typeof storedAnswers>;

/** what stands of an audience's answers, without names and notes; the highest number counts */
export const standingAnswers = object(
  'answers/stand/{project}/{report}/{first}_{last}/{message}/{number}.json',
  z.object({
    format: z.literal(1),
    cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
    /** When the tasks were read that the latest issue asks for, when its answers close, and which tasks it asks for. */
    at: text,
    closes: z.object({ instant: text, label: text }),
    asked: z.array(text),
    /** The last answer to each question. */
    answers: z.array(
      z.extend(z.omit(entrySchema, { noted: true }), {
        /** Its place among all: the instant of its submission, then the digest. */
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
export type StandingAnswers = Content<typeof standingAnswers>;

/** its name and notes, apart, so that these can be removed */
export const storedNames = object(
  `answer-names/${ofPage}`,
  z.object({
    format: z.literal(1),
    at: text,
    name: text,
    /** By the place of its entry. */
    notes: z.record(text, text),
  }),
  {
    by: ['download'],
    persons: 'forget',
    lost: 'its answers have neither name nor note',
    remedy: 'Restore it from a backup; or remove it.',
  },
);
