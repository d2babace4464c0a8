/**
 * Verifies Signature Version 4 as a service does: calculates the signature of the received request and compares it.
 * Written from the published description of the algorithm, deliberately without the code of the client.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AwsError, type AwsRequest, parameter } from './aws-service.ts';

export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

export type Verifier = {
  readonly credentials: readonly AwsCredentials[];
  readonly region: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

type Signed = {
  readonly accessKeyId: string;
  /** yyyymmdd */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** yyyymmddThhmmssZ */
  readonly time: string;
  readonly token: string | undefined;
  readonly presigned: boolean;
};

const skewOf = (service: string) => (service === 's3' ? 15 : 5) * 60_000;
const maxLifetime = 7 * 24 * 60 * 60;

/** The service that the request claims to be signed for; undefined without a signature. */
export function signedService(request: AwsRequest): string | undefined {
  return credentialOf(request)?.split('/')[3];
}

/** The id of the access key that the request claims to be signed with. */
export function signedBy(request: AwsRequest): string {
  return credentialOf(request)?.split('/')[0] ?? '';
}

function credentialOf(request: AwsRequest): string | undefined {
  return (
    parameter(request, 'X-Amz-Credential') ??
    /Credential=([^,\s]+)/.exec(request.headers['authorization'] ?? '')?.[1]
  );
}

/** @throws AwsError for a signature that the real service would reject */
export function verifySignature(request: AwsRequest, verifier: Verifier): void {
  const signed = readSigned(request);
  const credentials = verifier.credentials.find(({ accessKeyId }) => accessKeyId === signed.accessKeyId);
  if (!credentials) throw unknownKey(signed);
  if (signed.token !== credentials.sessionToken) throw badToken(signed);
  if (signed.region !== verifier.region) {
    const message = `The region '${signed.region}' is wrong; expecting '${verifier.region}'`;
    throw signed.service === 's3'
      ? new AwsError(400, 'AuthorizationHeaderMalformed', message)
      : new AwsError(
          403,
          'SignatureDoesNotMatch',
          `Credential should be scoped to a valid region. ${message}`,
        );
  }
  checkTime(request, signed, verifier.now());
  checkSignedHeaders(request, signed);
  const payload = payloadHash(request, signed);
  const canonical = [
    request.method,
    canonicalPath(request, signed),
    canonicalQuery(request),
    ...signed.signedHeaders.map((name) => `${name}:${headerValue(request, name)}`),
    '',
    signed.signedHeaders.join(';'),
    payload,
  ].join('\n');
  const scope = `${signed.day}/${signed.region}/${signed.service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', signed.time, scope, sha256(canonical)].join('\n');
  const key = [signed.day, signed.region, signed.service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${credentials.secretAccessKey}`,
  );
  const expected = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signed.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AwsError(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
}

function readSigned(request: AwsRequest): Signed {
  if (parameter(request, 'X-Amz-Signature') !== undefined) return readPresigned(request);
  const header = request.headers['authorization'];
  if (header === undefined) {
    throw signedService(request) === 's3' || request.headers['x-amz-target'] === undefined
      ? new AwsError(403, 'AccessDenied', 'Access Denied')
      : new AwsError(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!match) throw malformed('The authorization header is malformed.');
  const [, credential = '', headers = '', signature = ''] = match;
  return {
    ...readScope(credential),
    signedHeaders: headers.split(';'),
    signature,
    time: request.headers['x-amz-date'] ?? '',
    token: request.headers['x-amz-security-token'],
    presigned: false,
  };
}

function readPresigned(request: AwsRequest): Signed {
  if (request.headers['authorization'] !== undefined) {
    throw new AwsError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  if (parameter(request, 'X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw queryError('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  }
  return {
    ...readScope(parameter(request, 'X-Amz-Credential') ?? ''),
    signedHeaders: (parameter(request, 'X-Amz-SignedHeaders') ?? '').split(';'),
    signature: parameter(request, 'X-Amz-Signature') ?? '',
    time: parameter(request, 'X-Amz-Date') ?? '',
    token: parameter(request, 'X-Amz-Security-Token'),
    presigned: true,
  };
}

function readScope(credential: string) {
  const [accessKeyId = '', day = '', region = '', service = '', end, ...more] = credential.split('/');
  if (end !== 'aws4_request' || more.length > 0) throw malformed('The credential is malformed.');
  return { accessKeyId, day, region, service };
}

function checkTime(request: AwsRequest, signed: Signed, now: number): void {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(signed.time);
  if (!match || !signed.time.startsWith(signed.day))
    throw malformed('The date of the signature is malformed.');
  const [year, month, ...rest] = match.slice(1).map(Number);
  const [day, hour, minute, second] = rest;
  const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  if (!signed.presigned) {
    if (Math.abs(now - at) <= skewOf(signed.service)) return;
    throw signed.service === 's3'
      ? new AwsError(
          403,
          'RequestTimeTooSkewed',
          'The difference between the request time and the current time is too large.',
        )
      : new AwsError(403, 'SignatureDoesNotMatch', `Signature expired: ${signed.time} is not near now`);
  }
  const life = Number(parameter(request, 'X-Amz-Expires'));
  if (!Number.isInteger(life) || life < 1 || life > maxLifetime) {
    throw queryError('X-Amz-Expires must be a number of seconds, at most a week');
  }
  if (at - now > skewOf(signed.service)) throw new AwsError(403, 'AccessDenied', 'Request is not yet valid');
  if (now >= at + life * 1000) throw new AwsError(403, 'AccessDenied', 'Request has expired');
}

/** Headers that are not signed could be changed on the way. */
function checkSignedHeaders(request: AwsRequest, signed: Signed): void {
  const missing = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signed.signedHeaders.includes(name),
  );
  if (!signed.signedHeaders.includes('host')) missing.push('host');
  if (missing.length === 0) return;
  throw new AwsError(
    403,
    'AccessDenied',
    `There were headers present in the request which were not signed: ${missing.join(', ')}`,
  );
}

function payloadHash(request: AwsRequest, signed: Signed): string {
  if (signed.presigned) return 'UNSIGNED-PAYLOAD';
  const given = request.headers['x-amz-content-sha256'];
  if (given === undefined) {
    if (signed.service !== 's3') return sha256(request.body);
    throw new AwsError(
      400,
      'InvalidRequest',
      'Missing required header for this request: x-amz-content-sha256',
    );
  }
  if (given === 'UNSIGNED-PAYLOAD') return given;
  if (given.startsWith('STREAMING-')) {
    throw new AwsError(501, 'NotImplemented', `This server does not read ${given}.`);
  }
  if (given === sha256(request.body)) return given;
  throw new AwsError(
    400,
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
}

/** S3 uses the path as sent; every other service encodes it once more. */
function canonicalPath(request: AwsRequest, signed: Signed): string {
  if (signed.service === 's3') return request.rawPath;
  return request.rawPath.split('/').map(encoded).join('/');
}

function canonicalQuery(request: AwsRequest): string {
  return request.query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([one, first], [other, second]) => order(one, other) || order(first, second))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function headerValue(request: AwsRequest, name: string): string {
  return (request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ');
}

/** Encodes every byte that is not unreserved in RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function unknownKey({ service }: Signed): AwsError {
  return service === 's3'
    ? new AwsError(
        403,
        'InvalidAccessKeyId',
        'The AWS Access Key Id you provided does not exist in our records.',
      )
    : invalidToken(service);
}

function badToken({ service }: Signed): AwsError {
  return service === 's3'
    ? new AwsError(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.')
    : invalidToken(service);
}

function invalidToken(service: string): AwsError {
  const code = service === 'secretsmanager' ? 'UnrecognizedClientException' : 'InvalidClientTokenId';
  return new AwsError(403, code, 'The security token included in the request is invalid.');
}

function malformed(message: string): AwsError {
  return new AwsError(400, 'AuthorizationHeaderMalformed', message);
}

function queryError(message: string): AwsError {
  return new AwsError(400, 'AuthorizationQueryParametersError', message);
}
