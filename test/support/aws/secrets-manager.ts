/** GetSecretValue of Secrets Manager. */
import * as z from 'zod/mini';
import { AwsError, type AwsRequest, type AwsService, type PreparedCall } from './aws-service.ts';

const requestSchema = z.strictObject({
  SecretId: z.string().check(z.minLength(1), z.maxLength(2048)),
  VersionStage: z.optional(z.string()),
});

export function createSecretsManager(
  secrets: ReadonlyMap<string, string>,
  at: { readonly region: string; readonly now: () => number },
): AwsService {
  const arnOf = (name: string) => `arn:aws:secretsmanager:${at.region}:123456789012:secret:${name}-AbCdEf`;

  function prepare(request: AwsRequest): PreparedCall {
    const target = request.headers['x-amz-target'];
    if (target !== 'secretsmanager.GetSecretValue') {
      throw new AwsError(400, 'UnknownOperationException', `This server does not implement ${target}.`);
    }
    const parsed = requestSchema.safeParse(JSON.parse(request.body.toString()));
    if (!parsed.success) throw new AwsError(400, 'ValidationException', z.prettifyError(parsed.error));
    const { SecretId: id, VersionStage: stage } = parsed.data;
    const perform = () => {
      const [name, value] = [...secrets].find(([known]) => known === id || arnOf(known) === id) ?? [];
      if (name === undefined || (stage ?? 'AWSCURRENT') !== 'AWSCURRENT') {
        const message = "Secrets Manager can't find the specified secret.";
        throw new AwsError(400, 'ResourceNotFoundException', message);
      }
      return {
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify({
          ARN: arnOf(name),
          CreatedDate: at.now() / 1000,
          Name: name,
          SecretString: value,
          VersionId: '00000000-0000-4000-8000-000000000001',
          VersionStages: ['AWSCURRENT'],
        }),
      };
    };
    return { call: { service: 'secretsmanager', operation: 'GetSecretValue', key: id }, perform };
  }

  return {
    prepare,
    refuse: (error) => ({
      status: error.status,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': error.code },
      body: JSON.stringify({ __type: error.code, message: error.message }),
    }),
    throttled: new AwsError(400, 'ThrottlingException', 'Rate exceeded'),
  };
}
