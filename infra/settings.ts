/** What a deployment is told by context (`-c stage=prod`), beside `lookahead.yaml`. */
import { z } from 'zod';

/** A context value that cannot be used. The message has one line per wrong value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Context given on the command line is text; in `cdk.json` it may be a number. */
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: `is no number. Give a whole number from ${least} to ${most}.` })
    .int(`is no whole number. Give one from ${least} to ${most}.`)
    .min(least, `is less than ${least}. Give a whole number from ${least} to ${most}.`)
    .max(most, `is more than ${most}. Give a whole number from ${least} to ${most}.`);

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `is not known. Give one of: ${words.join(', ')}.` });

const settingsSchema = z.object({
  /** Part of every name, so that several stages can stand in one account. */
  stage: z
    .string()
    .regex(
      /^[a-z][a-z0-9]{0,11}$/,
      'is no stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.',
    )
    .default('prod'),
  /** Path of `lookahead.yaml`, from the working directory. */
  config: z.string().min(1, 'is empty. Give the path of lookahead.yaml.').default('lookahead.yaml'),
  /** Reports made at the same time at most: the brake on the planning service. */
  maxConcurrency: wholeNumber(2, 1_000).default(10),
  /** How long workbooks, snapshots and the register of an issue are kept. Days. */
  keepDays: wholeNumber(400, 36_500).default(2_557),
  /** How long the workbooks of an issue are kept, whose register may be kept longer; as long as it by default. Days. */
  workbookDays: wholeNumber(1, 36_500).optional(),
  /** How long tests and previews are kept, which nothing is compared with. Days. */
  trialDays: wholeNumber(1, 3_650).default(90),
  /** How long a link in a message works. Days. */
  linkDays: wholeNumber(1, 365).default(30),
  /** Who hears of alarms, by e-mail; nobody by default. */
  alarmEmail: z.email('is no e-mail address. Give the address that alarms go to.').optional(),
  /** The SES identity of the sender: made for its address or its domain, or one that exists already. */
  identity: oneOf(['address', 'domain', 'existing']).default('address'),
  /** In the SES sandbox, sending needs permission on the recipients' identities too. */
  sandbox: oneOf(['on', 'off']).default('off'),
  /** Off: nothing is sent by itself. By default only the stage prod runs its schedules, so that a second stage
   * with the same file does not mail the same people twice. */
  schedules: oneOf(['on', 'off']).optional(),
  /** Off for a new account, whose ten concurrent executions leave nothing to reserve. */
  reserveConcurrency: oneOf(['on', 'off']).default('on'),
});

export type Settings = Omit<z.infer<typeof settingsSchema>, 'schedules' | 'workbookDays'> & {
  readonly workbookDays: number;
  readonly schedules: 'on' | 'off';
};

/**
 * Reads the settings from an app's context.
 * @param contextOf gives a context value by name; undefined where it is not set
 * @throws SettingsError naming every wrong value and what to give instead
 */
export function readSettings(contextOf: (name: string) => unknown): Settings {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) => {
      const value = contextOf(name);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const parsed = settingsSchema.safeParse(given);
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
