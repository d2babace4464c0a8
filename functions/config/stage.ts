/** One deployment to AWS: everything that decides what it is, so that no flag has to be remembered. */
import * as z from 'zod/mini';
import { address, described, planningRegion } from './fields.ts';

export const stageName = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9]{0,11}$/,
      'is not a valid name of a stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.',
    ),
  );

const domain = z
  .string()
  .check(
    z.maxLength(253, 'is longer than the 253 characters a domain may have. Check it.'),
    z.regex(
      /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
      'is not a domain. Write it alone and in lower case, such as example.com.',
    ),
  );

/** A switch, on or off. YAML reads both as text. */
function onOrOff(byDefault: 'on' | 'off') {
  return z._default(z.enum(['on', 'off']), byDefault);
}

function wholeNumber(min: number, max: number) {
  return z.int().check(z.gte(min), z.lte(max));
}

const identitySchema = z.union(
  [
    z.strictObject({
      domain: described(domain, 'Domain whose identity is created, signed by Easy DKIM.'),
      mailFrom: described(
        z.optional(domain),
        'Subdomain that bounces go to, used for nothing else; by default `bounce-<stage>` below the domain.',
      ),
    }),
    z.strictObject({
      address: described(
        address,
        'The sender, for which an identity of its own is created. Its mail is not signed by its domain, so many servers reject it.',
      ),
    }),
    z.strictObject({
      existing: described(
        z.union([domain, address]),
        'Domain or address whose identity exists in this account and AWS region.',
      ),
    }),
  ],
  'Use one of { domain: example.com }, { address: lookahead@example.com }, { existing: example.com }.',
);

const retentionSchema = z.strictObject({
  issueDays: described(
    z._default(wholeNumber(400, 36_500), 2_557),
    'Days after which an issue is removed: its snapshot, its state and its workbooks.',
  ),
  workbookDays: described(
    z.optional(wholeNumber(1, 36_500)),
    'Days after which the workbooks of an issue are removed; issueDays by default.',
  ),
  testRunDays: described(
    z._default(wholeNumber(1, 3_650), 90),
    'Days after which test runs and previews are removed.',
  ),
});

/** Which domains mail may go to. */
const allowedDomains = described(
  z.optional(
    z
      .array(described(domain, 'A domain; its subdomains are others.'))
      .check(z.minLength(1, 'is empty. Add at least one domain, or remove the list for all.')),
  ),
  'Domains that reports may be mailed to; all by default. Others are refused, whoever asks.',
);

/** The Planning Read API as a part of the stage. */
const readApi = described(
  z.optional(
    z.strictObject({
      requestsPerSecond: described(
        z._default(wholeNumber(1, 10_000), 100),
        'Requests a second, of all keys together; more are answered with 429.',
      ),
      corsOrigins: described(
        z._default(
          z.array(
            z
              .string()
              .check(
                z.regex(
                  /^https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/,
                  'is not the origin of a web page. Write scheme and host alone, such as https://app.example.com.',
                ),
              ),
          ),
          [],
        ),
        'Origins of web pages that may read it in a browser, such as https://app.example.com.',
      ),
    }),
  ),
  'The Planning Read API, served by this stage: {} turns it on. It serves programmes imported by `lookahead import --to s3://…` or put under inbox/ of the bucket.',
);

/** Days that a link in a message works. */
const linkDays = described(z._default(wholeNumber(1, 365), 30), 'Days for which a link in a message works.');

export const stageSchema = described(
  z.strictObject({
    awsRegion: described(
      z
        .string()
        .check(
          z.regex(
            /^[a-z]{2,3}(?:-[a-z]+)+-[0-9]$/,
            'is not the name of an AWS region. Write it as AWS does, such as eu-west-2 or ap-southeast-2.',
          ),
        ),
      'The AWS region that everything of the stage is in.',
    ),
    account: described(
      z.optional(
        z
          .string()
          .check(
            z.regex(/^[0-9]{12}$/, 'is not the number of an AWS account. Write its 12 digits, in quotes.'),
          ),
      ),
      'Number of the AWS account, in quotes; that of the credentials by default. With it, no other account is deployed to.',
    ),
    regions: described(
      z.array(planningRegion).check(z.minLength(1, 'is empty. Name at least one region.')),
      'Regions of the planning service that it serves. Projects of others are left out.',
    ),
    production: described(
      onOrOff('off'),
      'On: the stack cannot be deleted until this is off again, and logs are kept for six months, not one.',
    ),
    schedules: described(
      onOrOff('off'),
      'On: reports are made and sent on schedule. Off: nothing becomes due, and nothing of that time is sent later; what was due before goes on. Turn it on after a first test mail.',
    ),
    identity: described(
      z.optional(identitySchema),
      'The SES identity of the sender: { domain: … }, { address: … } or { existing: … }. By default the domain of `from` is created.',
    ),
    sandbox: described(
      onOrOff('off'),
      'On while the account is in the SES sandbox, which requires permission on the recipients’ identities too.',
    ),
    alarmAddress: described(z.optional(address), 'Who receives the alarms; nobody by default.'),
    retention: described(
      z._default(retentionSchema, { issueDays: 2_557, testRunDays: 90 }),
      'When stored reports are removed.',
    ),
    linkDays,
    maxConcurrency: described(
      z._default(wholeNumber(2, 1_000), 10),
      'Maximum number of reports made at the same time. It limits the load on the planning service; they share the sending rate of SES.',
    ),
    reserveConcurrency: described(
      onOrOff('on'),
      'Off for a new account, whose ten concurrent executions leave nothing to reserve.',
    ),
    bucket: described(
      z.optional(
        z
          .string()
          .check(
            z.regex(
              /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
              'is not the name of a bucket. Write the name that the output ArchiveBucket gave.',
            ),
          ),
      ),
      'Bucket that a deleted stack of Lookahead has left, to go on with its issues; a new one by default.',
    ),
    allowedDomains,
    readApi,
  }),
  'A deployment to AWS.',
);
export type StageSettings = z.infer<typeof stageSchema>;
export type IdentitySettings = z.infer<typeof identitySchema>;
