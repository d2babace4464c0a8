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
  /** Seconds for which a presigned address is valid; undefined for a signature in a header. */
  readonly lifetime: number | undefined;
};

const maxSkew = 15 * 60_000;
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

/** @throws AwsError, with the code that S3 uses, for a signature that the real service would reject */
export function verifySignature(request: AwsRequest, { credentials, region, now }: Verifier): void {
  const signed = readSigned(request);
  const own = credentials.find(({ accessKeyId }) => accessKeyId === signed.accessKeyId);
  if (!own) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new AwsError(403, 'InvalidAccessKeyId', message);
  }
  if (signed.token !== own.sessionToken) {
    throw new AwsError(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.');
  }
  if (signed.region !== region)
    throw malformed(`The region '${signed.region}' is wrong; expecting '${region}'`);
  checkTime(signed, now());
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
    `AWS4${own.secretAccessKey}`,
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
  const header = request.headers['authorization'];
  if (parameter(request, 'X-Amz-Signature') !== undefined) {
    if (header !== undefined) throw new AwsError(400, 'InvalidArgument', 'Only one auth mechanism allowed');
    const of = (name: string) => parameter(request, `X-Amz-${name}`) ?? '';
    return {
      ...readScope(of('Credential')),
      signedHeaders: of('SignedHeaders').split(';'),
      signature: of('Signature'),
      time: of('Date'),
      token: parameter(request, 'X-Amz-Security-Token'),
      lifetime: Number(of('Expires')),
    };
  }
  if (header === undefined) throw new AwsError(403, 'AccessDenied', 'Access Denied');
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
    lifetime: undefined,
  };
}

function readScope(credential: string) {
  const [accessKeyId = '', day = '', region = '', service = '', end, ...more] = credential.split('/');
  if (end !== 'aws4_request' || more.length > 0) throw malformed('The credential is malformed.');
  return { accessKeyId, day, region, service };
}

function checkTime({ time, day, lifetime }: Signed, now: number): void {
  const format = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  if (!format.test(time) || !time.startsWith(day)) throw malformed('The date of the signature is malformed.');
  const at = Date.parse(time.replace(format, '$1-$2-$3T$4:$5:$6Z'));
  if (lifetime === undefined) {
    if (Math.abs(now - at) <= maxSkew) return;
    const message = 'The difference between the request time and the current time is too large.';
    throw new AwsError(403, 'RequestTimeTooSkewed', message);
  }
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > maxLifetime) {
    const message = 'X-Amz-Expires must be a number of seconds, at most a week';
    throw new AwsError(400, 'AuthorizationQueryParametersError', message);
  }
  if (at - now > maxSkew) throw new AwsError(403, 'AccessDenied', 'Request is not yet valid');
  if (now >= at + lifetime * 1000) throw new AwsError(403, 'AccessDenied', 'Request has expired');
}

/** Requires that `host` and every header `x-amz-…` are signed: others could be changed on the way. */
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
  if (signed.lifetime !== undefined) return 'UNSIGNED-PAYLOAD';
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

function malformed(message: string): AwsError {
  return new AwsError(400, 'AuthorizationHeaderMalformed', message);
}
