import * as z from 'zod/mini';
import {
  linkDaysSchema,
  oneLineTextSchema,
  patternTextSchema,
  requiredTextSchema,
  wholeNumberSchema,
  withDescription,
} from './fields.ts';
import { environmentVariableSchema, plainUrlCheck } from './project.ts';

const passwordSource = withDescription(
  z.strictObject({ env: environmentVariableSchema }),
  'Where the password is: { env: NAME }; never the password itself.',
);

const smtpSchema = z
  .strictObject({
    host: withDescription(
      patternTextSchema(
        // An IPv6 address has two or more colons; a single colon comes before a port.
        /^([A-Za-z0-9.-]{1,253}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$/,
        'is not the name of a host. Write the name alone, such as smtp.example.com; port, user and password have lines of their own.',
      ),
      'Name of the server, as in its certificate.',
    ),
    port: withDescription(
      z.optional(wholeNumberSchema(1, 65_535)),
      '587 by default, or 465 with tls: implicit.',
    ),
    name: withDescription(
      z.optional(
        patternTextSchema(
          /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
          'is not the full name of a host. Write one such as reports.example.com.',
        ),
      ),
      'Host name for EHLO; by default that of deployment.machine.url, or the domain of `from` if that is localhost or an IP address.',
    ),
    user: withDescription(z.optional(oneLineTextSchema), 'User to log in as; without one, no login.'),
    password: z.optional(passwordSource),
    tls: withDescription(
      z.optional(z.enum(['starttls', 'implicit', 'none'])),
      'starttls (default) sends nothing unless it can encrypt. implicit (default on port 465) encrypts from the first byte. none works only without a login, or on this machine.',
    ),
  })
  .check(
    z.refine(({ user, password }) => user !== undefined || password === undefined, {
      path: ['user'],
      error: 'is missing. A login needs both: add the user, or remove the password.',
    }),
    z.refine(({ user, password }) => user === undefined || password !== undefined, {
      path: ['password'],
      error: 'is missing. A login needs both: add { env: NAME }, or remove the user.',
    }),
    z.refine(
      ({ host, password, tls }) =>
        tls !== 'none' || password === undefined || ['localhost', '127.0.0.1', '::1'].includes(host),
      {
        path: ['tls'],
        error:
          'would send the password unencrypted. Use starttls or implicit, or leave out user and password.',
      },
    ),
  );

export const mailSchema = withDescription(
  z.strictObject({
    smtp: withDescription(smtpSchema, 'The mail server of `start` and `run --send`.'),
  }),
  'How one machine sends mail; AWS sends through SES.',
);

const port = wholeNumberSchema(0, 65_535);
const webAddress = z
  .url({
    protocol: /^https?$/,
    abort: true,
    error: 'is not a web address. Start it with https:// or http://.',
  })
  .check(plainUrlCheck);

export const machineSchema = withDescription(
  z.strictObject({
    url: withDescription(
      z._default(webAddress, 'http://localhost:8080'),
      'Address in links: where readers reach `port`, perhaps through a reverse proxy.',
    ),
    host: withDescription(
      z._default(requiredTextSchema, '127.0.0.1'),
      'Address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all.',
    ),
    port: withDescription(z._default(port, 8_080), 'Port to listen on.'),
    linkDays: linkDaysSchema,
    workers: withDescription(
      z._default(wholeNumberSchema(1, 32), 2),
      'Maximum number of reports made at the same time, 1 to 32.',
    ),
    workerMemoryMB: withDescription(
      z._default(wholeNumberSchema(256, 65_536), 1_024),
      'Megabytes for one report; 1024 are enough for six weeks of 24,000 tasks.',
    ),
    planning: withDescription(
      z.optional(
        z.strictObject({
          data: withDescription(
            requiredTextSchema,
            'Folder of the projects, relative to the working directory.',
          ),
          port: withDescription(z._default(port, 8_787), 'Its port.'),
        }),
      ),
      'A Planning Read API that the same process serves on 127.0.0.1.',
    ),
  }),
  'The machine on which `start` runs.',
);

/** The settings of one machine, with the defaults of all that are not configured. */
export function machineSettingsOf({
  deployment,
}: {
  readonly deployment?: { readonly machine?: MachineConfiguration | undefined } | undefined;
}): MachineConfiguration {
  return deployment?.machine ?? machineSchema.parse({});
}

type MachineConfiguration = z.output<typeof machineSchema>;

/** Whether only this machine itself reaches the address, such as `http://127.0.0.1:8080`. */
export function isReachedLocallyOnly(url: string): boolean {
  return /^(localhost|127\..*|0\.0\.0\.0|\[::1?\])$/.test(new URL(url).hostname);
}

/**
 * Says that there are no pages, such as `none, and no answers are asked for: …`. @param why what to do, or what is
 * missing
 */
export function noPagesText(
  { reports }: { readonly reports: readonly { readonly answers?: object | undefined }[] },
  why = 'only this machine reaches deployment.machine.url; set it to where phones do',
): string {
  return `none${reports.some(({ answers }) => answers) ? ', and no answers are asked for' : ''}: ${why}`;
}
