/**
 * Says what a person can do when a service, a network or a disk fails. An adapter reports a code of the service, of Node
 * or of the system, or an HTTP status. One list has the failures that pass by themselves; a table for each service has the
 * remedies.
 * @example remedyFor(s3Remedies, 'NoSuchBucket').remedy; // 'This account has no such bucket in this region: deploy the
 *   stack, …'
 */

/**
 * Seconds to wait when the daily quota of SES is used up: it covers the last 24 hours, so a part of it comes back soon.
 */
export const quotaWaitSeconds = 1_800;

export type Remedy = {
  /**
   * 'retryable': the same request may succeed later by itself. 'curable': it succeeds once a person has done what
   * `remedy` says.
   */
  readonly kind: 'retryable' | 'curable';
  /** Says in one or more sentences what a person can do. */
  readonly remedy: string;
  /**
   * For a refused message: whether every other message would be refused too, or only this one, which can never be sent.
   */
  readonly affects?: 'every message' | 'this message' | undefined;
  readonly waitSeconds?: number | undefined;
  /** Whether the same request is sent again within the run. By default, it is if the failure is retryable. */
  readonly isTriedWithinRun?: boolean | undefined;
};

/**
 * The first row that matches the code applies. `codes` are separated by blanks; in each, `.` matches any character and
 * `*` any number of characters. `remedy` may have names in braces, such as `{setting}`, for values that the adapter
 * gives. By default, a failure is curable unless it is in the list of failures that pass by themselves; `differing`
 * overrides that.
 */
type RemedyRow = readonly [codes: string, remedy: string, differing?: Partial<Remedy>];

/**
 * Lists of rows, searched in order. They are not joined into one list, because a bundler keeps a joined list also in
 * functions that do not use it.
 */
export type Remedies = readonly (readonly RemedyRow[])[];

/** Failures of the network. EAI_AGAIN: no name server answered. */
const network = 'EAI_AGAIN ECONN* EHOST* ENET* EPIPE ETIMEDOUT TimeoutError';

/** Codes for encrypted bytes that were damaged or lost on the way, or for a server in trouble. */
const damagedEncryptionCodes = '*BAD_RECORD_MAC* *UNEXPECTED_EOF* *ALERT_INTERNAL_ERROR* *HANDSHAKE_TIMEOUT*';

const throttled = 'LimitExceeded RequestLimitExceeded RequestThrottled SlowDown Throttling* TooManyRequests*';

/** HTTP statuses after which the same request may succeed later. */
const temporaryStatuses = '(408|425|429|5..)';

/** Codes for a proxy that works but does not reach the service. */
const proxyFails = `Proxy.response..${temporaryStatuses}.* UND_ERR_PRX_CONN`;

/** Failures after which the same request may succeed later without anyone doing anything. */
const temporaryCodes = [
  network,
  temporaryStatuses,
  damagedEncryptionCodes,
  // Codes for planning services.
  `half empty page text slow out-of-time ${proxyFails}`,
  // Codes of AWS; `HTTP 5xx` is an answer without a code.
  throttled,
  'HTTP.5.. DailyQuota NotSent',
  'ConditionalRequestConflict InternalError OperationAborted RequestTimeout ServiceUnavailable',
  // Codes for files.
  'EMFILE ENFILE',
  // Codes for mail servers.
  'busy ended later* limit',
].join(' ');

export function isTemporaryCode(code: string): boolean {
  return isOneOf(code, temporaryCodes);
}

/** Whether a row names the code; the row `*` does not count. */
export function hasRemedyRow(remedies: Remedies, code: string): boolean {
  return remedies.flat().some(([codes]) => codes !== '*' && isOneOf(code, codes));
}

/** @param values for the names in braces */
export function remedyFor(
  remedies: Remedies,
  code: string,
  values: Readonly<Record<string, string>> = {},
): Remedy {
  const [, text, differing] = remedies.flat().find(([codes]) => isOneOf(code, codes)) ?? unknownCode;
  const remedy = text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
  return { kind: isTemporaryCode(code) ? 'retryable' : 'curable', ...differing, remedy };
}

function isOneOf(code: string, codes: string): boolean {
  return new RegExp(`^(?:${codes.replaceAll(' ', '|').replaceAll('*', '.*')})$`).test(code);
}

const unknownCode: RemedyRow = [
  '*',
  'Look the code up in the error list of the service, and correct the cause.',
];

const everyMessage = { affects: 'every message' } as const;
const thisMessage = { affects: 'this message' } as const;

/**
 * Failures to connect that mostly last until a person changes something. Node's codes for certificates are listed at
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes; `UNSPECIFIED` is any other error of OpenSSL, such as a
 * key that is too short. `{setting}` is the name of the setting that holds the address.
 */
const connectionRows: readonly RemedyRow[] = [
  [
    'ENOTFOUND ENODATA',
    'This host does not exist: correct its name in {setting}{proxy}, or ask whoever runs the network.',
  ],
  [
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID',
    "The certificate is not valid now: correct this machine's clock, or ask whoever runs the service to renew it.",
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
    'The certificate is for another name: set the host in {setting} to the name in the certificate.',
  ],
  [
    'CERT_* ERR_TLS_CERT* DEPTH_ZERO_* SELF_SIGNED_* UNABLE_TO_* INVALID_CA* INVALID_PURPOSE* PATH_LENGTH_EXCEEDED* CRL_* ERROR_IN_C* UNSPECIFIED',
    'The certificate is not trusted: if its issuer is a company or its proxy, name the file of the issuer’s certificate in NODE_EXTRA_CA_CERTS and start Lookahead again; otherwise ask whoever runs the service for one with its whole chain.',
  ],
  [
    'ERR_SSL_* ERR_TLS_* EPROTO',
    'No encrypted connection could be made: check the port and the encryption in {setting}, and ask whoever runs it whether it speaks TLS 1.2 or later there.',
  ],
  [
    'ECONNREFUSED',
    'Nothing answers there: check host and port in {setting}, and that it runs, or try again later.',
  ],
  ['*', 'Check {setting} and the network, or try again later.', { kind: 'retryable' }],
];

const operator = 'the operator of the planning service';
const checkBaseUrlRemedy = `Check baseUrl, and ask ${operator} whether it is right.`;

/**
 * The codes are HTTP statuses, names for what is wrong with a body, and codes and messages of Node's fetch. A proxy
 * answers with a page or an empty body while the service behind it is being repaired, which may pass by itself, but not
 * immediately. A program that is just starting may answer something other than HTTP.
 */
export const planningRemedies: Remedies = [
  [
    ['401 403', 'The key is not accepted: check that {key} is current{readable} in region {region}.'],
    ['404', 'Nothing is there: check baseUrl, region and projectId, and that {key} may read the project.'],
    [
      '413 414 431',
      `The request is too long: name fewer values in filters, or ask ${operator} to take {maxUrlLength} characters.`,
    ],
    ['422', 'The request is not understood. {correct}'],
    [
      '511',
      'The network wants a login first: log in to it, or ask whoever runs it to let this machine through without.',
      { kind: 'curable' },
    ],
    [
      'elsewhere',
      'If {origin} is the planning service and not a page for logging in, set baseUrl to it, with its path before the region; otherwise report this to its operator.',
    ],
    ['redirect', `Check baseUrl, and ask ${operator} why it redirects.`],
    ['206 304', `The answer is not whole. ${checkBaseUrlRemedy}`],
    ['paging', `No items of this listing were used; report this to ${operator}.`],
    [
      'empty page text',
      'Check that baseUrl is the address of the Planning Read API and not of a page or a login.',
      { isTriedWithinRun: false },
    ],
    ['malformed not-UTF-8', `Ask ${operator} to send valid JSON in UTF-8.`],
    ['many-pages', `To read them all, {fewerWeeks}ask ${operator} for longer pages.`],
    ['too-large', `To read it, {fewerWeeks}ask ${operator} for shorter pages.`],
    ['too-many', 'To read all of it, {fewerWeeks}{moreMemory}.'],
    ['out-of-time', 'Try again later.', { isTriedWithinRun: false }],
    [`half slow ${temporaryStatuses}`, 'Try again later.'],
    ['...', checkBaseUrlRemedy],
    ['bad.port', 'No client of HTTP connects to its port: correct the port in baseUrl.'],
    [proxyFails, 'The proxy of HTTPS_PROXY does not reach it: try again later.'],
    [
      'Proxy.response..407.*',
      'The proxy does not accept its user name and password: correct them in HTTPS_PROXY, with signs such as @ and : percent-encoded; set HTTPS_PROXY and NODE_USE_ENV_PROXY=1 if they are not set.',
    ],
    [
      'Proxy.response.*',
      'The proxy of HTTPS_PROXY refuses to connect: ask whoever runs it to allow the host in baseUrl, or name the host in NO_PROXY if it is reached without.',
    ],
    [
      'Response.does.not.match.* UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
      `It does not speak HTTP: check the host, the port, and http: or https: in baseUrl and HTTPS_PROXY; if they are right, report this to ${operator}.`,
      { isTriedWithinRun: true },
    ],
    // Node sets this limit for the whole process, so a request cannot raise it.
    [
      'UND_ERR_HEADERS_OVERFLOW',
      `Its headers are longer than 16 KiB: ask ${operator} for shorter ones.`,
      { isTriedWithinRun: true },
    ],
    [
      'Z_* ERR__ERROR_* ZSTD_error_*',
      `Its body cannot be decompressed: ask ${operator}, and of the proxy if there is one, why Content-Encoding does not fit the body.`,
      { isTriedWithinRun: true },
    ],
  ],
  connectionRows,
];

const awsRows: readonly RemedyRow[] = [
  [
    'CredentialsProviderError ExpiredToken* Invalid*Token* InvalidAccessKeyId MissingAuthenticationToken RequestExpired SignatureDoesNotMatch TokenRefreshRequired UnrecognizedClient',
    "The AWS credentials are missing, wrong or expired, or this machine's clock is off: renew them, or set it.",
    everyMessage,
  ],
  ['RequestInTheFuture RequestTimeTooSkewed', "This machine's clock is off: set it.", everyMessage],
];

const s3Rows: readonly RemedyRow[] = [
  [
    'NoSuchBucket',
    'This account has no such bucket in this region: deploy the stack, or correct the bucket name.',
  ],
  [
    'AccessDenied Forbidden AllAccessDisabled',
    'The role is not allowed to do this: give it s3:GetObject, s3:PutObject, s3:PutObjectTagging and s3:ListBucket on this bucket, and check that its policy allows them.',
  ],
  [
    'KMS.Disabled* KMS.NotFound* KMS.KMSInvalidState*',
    "The bucket's encryption key cannot be used: enable or restore it in KMS, then run again.",
  ],
  [
    'PermanentRedirect AuthorizationHeaderMalformed',
    'The bucket is in another region: name that one (--region, or AWS_REGION).',
  ],
  [
    'ConditionalRequestConflict OperationAborted',
    'Other writers kept writing the same key: run again. The first of them has it by now.',
  ],
  [
    'InvalidObjectState',
    'The object is in an archive storage class: restore it, and exclude its key from that life-cycle rule.',
  ],
  [
    `${network} ENOTFOUND`,
    'S3 could not be reached: check the network, and the endpoint if one is set, then run again.',
    { kind: 'retryable' },
  ],
  [
    temporaryCodes,
    'S3 was overloaded or failing: run again in a few minutes. Everything already stored is complete.',
  ],
];

export const s3Remedies: Remedies = [awsRows, s3Rows];

/** For `answers --forget`, which a person runs with their own AWS credentials. */
export const s3RemovalRemedies: Remedies = [
  [
    [
      'AccessDenied',
      'You are not allowed to do this: use credentials with s3:ListBucketVersions and s3:DeleteObjectVersion on this bucket.',
    ],
  ],
  awsRows,
  s3Rows,
];

export const fileRemedies: Remedies = [
  [
    ['EACCES', 'Give yourself the right to read and write there, or choose another directory.'],
    ['EROFS', 'This file system is read-only: mount it for writing, or choose another directory.'],
    ['ENOSPC EDQUOT', 'The disk is full: make room, then run again. Everything already stored is complete.'],
    [
      'EFBIG',
      'The file is larger than this system lets a process write: raise the limit (ulimit -f), then run again.',
    ],
    [
      'ENOTDIR EEXIST',
      'Part of this path is a file, not a directory: move the file away or choose another directory.',
    ],
    ['ENAMETOOLONG', 'The path is too long for this system: choose a directory with a shorter path.'],
    [
      'EPERM ENOTSUP EOPNOTSUPP EXDEV ENOSYS',
      'This file system does not allow it, or has no hard links: choose a directory on a local disk.',
    ],
    [
      'EMFILE ENFILE',
      'Too many files are open: close other programs or raise the limit (ulimit -n), then run again.',
    ],
    ['*', 'Check that the directory exists and that its disk works, then run again.'],
  ],
];

/** For a file that a person names, such as a configuration or a programme. */
export const namedFileRemedies: Remedies = [
  [
    ['ENOENT ENOTDIR', 'It does not exist: check the path, or name another file.'],
    ['EISDIR', 'It is a directory: name the file in it.'],
    ['EACCES EPERM', 'This user is not allowed to read it: grant the permission.'],
    ['ERR_ENCODING_INVALID_ENCODED_DATA', 'It is not UTF-8 text: save it as UTF-8.'],
    ['*', 'Check the disk and the path.'],
  ],
];

/** `NotVerified` does not affect every message: in the sandbox, it may be only a recipient who is not verified. */
export const sesRemedies: Remedies = [
  awsRows,
  [
    [
      'DailyQuota',
      "The account's daily quota is used up; if this happens often, ask AWS for a higher one.",
      { waitSeconds: quotaWaitSeconds, ...everyMessage },
    ],
    ['ServiceUnavailable RequestTimeout', 'SES is not available at the moment.'],
    ['NotSent', 'The request was never sent: check the network and the endpoint.'],
    ['HTTP.*', 'The answer did not come from SES: check the proxies in between.', { kind: 'retryable' }],
    [
      'MailFromDomainNotVerified',
      "Restore the MX record of the identity's MAIL FROM domain, or let SES fall back to its own.",
      everyMessage,
    ],
    [
      'ConfigurationSetDoesNotExist',
      'Deploy the stack again, or correct the name of the configuration set.',
      everyMessage,
    ],
    [
      'AccountSendingPaused',
      'Sending is paused for the whole account: reply to the notice from SES, then resume sending.',
      everyMessage,
    ],
    [
      'ConfigurationSetSendingPaused',
      'Sending is paused for the configuration set: resume it in SES.',
      everyMessage,
    ],
    ['OptInRequired', 'SES is not enabled for this account in this region: enable it.', everyMessage],
    [
      'NotVerified',
      'Verify the from-address or its domain in SES in this region, and in the sandbox every recipient too.',
    ],
    ['AccessDenied', 'The role is not allowed to send from this address: give it ses:SendRawEmail for it.'],
    [
      'MessageRejected InvalidParameterValue',
      'Correct the address that SES names, or the message, in the configuration or in the planning service.',
      thisMessage,
    ],
    [throttled, "The account's sending rate is used up; if this happens often, ask AWS for a higher one."],
    // After any other error, SES may have accepted the message, so the failure does not count as retryable.
    ['*', 'Look the code up in the SES error list, and correct the cause.', { kind: 'curable' }],
  ],
];

const noPassword =
  'takes no password: use a relay that takes this machine without a login, or a service with a password of its own for programs (an app password).';

/**
 * The codes are names for what a mail server's reply says, the command that it refuses, and codes of nodemailer and the
 * network. `{from}` is the sender, and `{name}` the name that this machine gives in EHLO.
 */
export const smtpRemedies: Remedies = [
  [
    [
      'name',
      'The mail server refuses the name {name}, by which this machine greets it (EHLO): set mail.smtp.name to a host name that it takes.',
    ],
    ['machine', 'The server refuses this machine: ask whoever runs it to let it send.'],
    [
      'greeting EAUTH',
      'It does not answer as a mail server: correct mail.smtp.host and port, or ask whoever runs it.',
    ],
    [
      'STARTTLS',
      'The mail server offers no encryption (STARTTLS): use a port that does, usually 587, or tls: implicit on port 465.',
    ],
    [
      'ETIMEDOUT',
      'The mail server did not answer in time: if this keeps happening, check mail.smtp.host, port and tls, and the firewall.',
      { waitSeconds: 60 },
    ],
    [
      `${network} ${damagedEncryptionCodes}`,
      'The connection failed before the message was sent: check the network and mail.smtp.',
    ],
    [
      'ERR_SSL_* EPROTO',
      'No encrypted connection could be made: use tls: implicit for port 465, tls: starttls for port 587, and TLS 1.2 or later.',
    ],
    [
      'no.login',
      'The mail server offers no login on this connection: use its port for submission, usually 587, or leave out mail.smtp.user and password.',
    ],
    [
      'not.encrypted encryption startTls',
      'The mail server takes a login on an encrypted connection only: use tls: starttls, or implicit on port 465.',
    ],
    [
      'appPassword',
      'The mail server takes an app password only: create one for mail.smtp.user, and put it into the environment variable.',
    ],
    ['only.* noPassword basicAuth', `The mail server ${noPassword}`],
    [
      'AUTH',
      `The mail server refuses the login: correct mail.smtp.user, or the password in the environment variable. If they are right, it ${noPassword}`,
    ],
    [
      'sender MAIL CONN',
      'It does not let this login send from {from}: allow it there, or correct from, mail.smtp.user and password.',
    ],
    ['RCPT EENVELOPE', 'Correct the addresses in the configuration or in the planning service.', thisMessage],
    [
      'limit',
      'This login may send no more for now: if this happens often, ask whoever runs the server for more.',
      { waitSeconds: quotaWaitSeconds, ...everyMessage },
    ],
    ['full mailbox', 'Ask the reader to make room, and forward the report.', thisMessage],
    [
      'size EMESSAGE',
      'The message is larger than it takes: ask for a higher limit, or make the report smaller.',
      thisMessage,
    ],
    ['DATA', 'Ask whoever runs the server why, and correct what it names.', thisMessage],
    // Greylisting refuses a sender's first try, and usually accepts one five minutes later.
    ['later', 'A recipient is refused for now, so nobody was sent the message yet.', { waitSeconds: 300 }],
    [
      'laterForOthers',
      'A recipient is refused for now; those that it took before have the message.',
      { waitSeconds: 300 },
    ],
    ['busy', 'The server asks to try again later.', { waitSeconds: 60 }],
    [
      'ended',
      'The mail server refused this and ended the connection: if this keeps happening, ask whoever runs it why.',
    ],
  ],
  connectionRows,
];
