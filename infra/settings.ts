/** What a deployment is told by context (`-c stage=prod`), beside `lookahead.yaml`. */
import * as z from 'zod/mini';
import { inEnglish } from '../functions/base/english.ts';
import { nearest } from '../functions/config/nearest.ts';

/** A context value that cannot be used. The message has one line per wrong value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Context given on the command line is text; in `cdk.json` it may be a number. */
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number(`is no number. Give a whole number from ${least} to ${most}.`)
    .check(
      z.int(`is no whole number. Give one from ${least} to ${most}.`),
      z.gte(least, `is less than ${least}. Give a whole number from ${least} to ${most}.`),
      z.lte(most, `is more than ${most}. Give a whole number from ${least} to ${most}.`),
    );

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `is not known. Give one of: ${words.join(', ')}.`);

const settingsSchema = z.object({
  /** Part of every name, so that several stages can stand in one account. */
  stage: z._default(
    z
      .string()
      .check(
        z.regex(
          /^[a-z][a-z0-9]{0,11}$/,
          'is no stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.',
        ),
      ),
    'prod',
  ),
  /** Path of `lookahead.yaml`, from the working directory. */
  config: z._default(
    z.string().check(z.minLength(1, 'is empty. Give the path of lookahead.yaml.')),
    'lookahead.yaml',
  ),
  /** Reports made at the same time at most: the brake on the planning service. */
  maxConcurrency: z._default(wholeNumber(2, 1_000), 10),
  /** How long workbooks, snapshots and the register of an issue are kept. Days. */
  keepDays: z._default(wholeNumber(400, 36_500), 2_557),
  /** How long the workbooks of an issue are kept, whose register may be kept longer; as long as it by default. Days. */
  workbookDays: z.optional(wholeNumber(1, 36_500)),
  /** How long tests and previews are kept, which nothing is compared with. Days. */
  trialDays: z._default(wholeNumber(1, 3_650), 90),
  /** How long a link in a message works. Days. */
  linkDays: z._default(wholeNumber(1, 365), 30),
  /** Who hears of alarms, by e-mail; nobody by default. */
  alarmEmail: z.optional(z.email('is no e-mail address. Give the address that alarms go to.')),
  /** The SES identity of the sender: made for its address or its domain, or one that exists already. */
  identity: z._default(oneOf(['address', 'domain', 'existing']), 'address'),
  /** In the SES sandbox, sending needs permission on the recipients' identities too. */
  sandbox: z._default(oneOf(['on', 'off']), 'off'),
  /** Off: nothing is sent by itself. By default only the stage prod runs its schedules, so that a second stage
   * with the same file does not mail the same people twice. */
  schedules: z.optional(oneOf(['on', 'off'])),
  /** Off for a new account, whose ten concurrent executions leave nothing to reserve. */
  reserveConcurrency: z._default(oneOf(['on', 'off']), 'on'),
});

/** `@aws-cdk/…`, `aws:cdk:…`, `availability-zones:…`: what the CDK and its plug-ins keep in the same place. */
const foreign = /[@:/]/;

export type Settings = Omit<z.infer<typeof settingsSchema>, 'schedules' | 'workbookDays'> & {
  readonly workbookDays: number;
  readonly schedules: 'on' | 'off';
};

/**
 * Reads the settings from an app's context.
 * @param context all of it, with what is the CDK's own
 * @throws SettingsError naming every name that may be a misspelt one, or else every wrong value and what to give
 *   instead
 */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const names = Object.keys(settingsSchema.shape);
  const misspelt = Object.keys(context).flatMap((name) => {
    const [meant] = names.includes(name) || foreign.test(name) ? [] : nearest(name, names);
    return meant === undefined ? [] : [`context ${name}: is not known. Did you mean ${meant}?`];
  });
  if (misspelt.length > 0) throw new SettingsError(misspelt.join('\n'));
  const given = Object.fromEntries(
    names.flatMap((name) => {
      const value = context[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const parsed = settingsSchema.safeParse(given, inEnglish);
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues
        .map(({ path, message }) => {
          const name = String(path[0]);
          return `context ${name}: ${JSON.stringify(given[name])} ${message}`;
        })
        .join('\n'),
    );
  }
  const { data } = parsed;
  const { workbookDays = data.keepDays } = data;
  if (workbookDays < data.linkDays || workbookDays > data.keepDays) {
    throw new SettingsError(
      `context workbookDays: ${workbookDays} is not from linkDays to keepDays. Give a number from ${data.linkDays}, so that no link outlives its workbook, to ${data.keepDays}, when all of an issue goes.`,
    );
  }
  return { ...data, workbookDays, schedules: data.schedules ?? (data.stage === 'prod' ? 'on' : 'off') };
}
