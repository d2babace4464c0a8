/** Returns the actions and resources that a policy must allow for a call to AWS. */
import type { AwsRequest } from '../../support/aws/aws-service.ts';
import type { FaultyCall } from '../../support/aws/faults.ts';
import type { AskedPermission } from '../runtime/roles.ts';

const ses = 'arn:aws:ses:eu-west-2:<AWS::AccountId>';
const secrets = 'arn:aws:secretsmanager:eu-west-2:<AWS::AccountId>:secret';

/**
 * @param here the name of the secret for links, and which keys exist. A caller that asks for a missing key needs
 * permission to list the bucket, otherwise S3 answers 403 instead of 404
 */
export function askedOfAws(
  call: FaultyCall,
  request: AwsRequest,
  { linkSecretName, exists }: { readonly linkSecretName: string; readonly exists: (key: string) => boolean },
): readonly AskedPermission[] {
  const { headers } = request;
  const object = [`<ArchiveBucket>/${call.key}`];
  switch (call.operation) {
    case 'GetObject':
    case 'HeadObject':
      return [
        { action: 's3:GetObject', resources: object },
        ...(exists(call.key) ? [] : [{ action: 's3:ListBucket', resources: ['<ArchiveBucket>'] }]),
      ];
    case 'PutObject': {
      const context = { 's3:if-none-match': headers['if-none-match'] };
      const put = { action: 's3:PutObject', resources: object, context };
      const tags = headers['x-amz-tagging'];
      if (tags === undefined) return [put];
      const tagged = Object.fromEntries(
        [...new URLSearchParams(tags)].map(([name, value]) => [`s3:RequestObjectTag/${name}`, value]),
      );
      return [put, { action: 's3:PutObjectTagging', resources: object, context: tagged }];
    }
    case 'ListObjectsV2': {
      const context = { 's3:prefix': call.key };
      return [{ action: 's3:ListBucket', resources: ['<ArchiveBucket>'], context }];
    }
    case 'GetSecretValue': {
      const resource = call.key === linkSecretName ? '<SecretsLinkSecret>' : `${secrets}:${call.key}-AbCdEf`;
      return [{ action: 'secretsmanager:GetSecretValue', resources: [resource] }];
    }
    case 'Invoke': {
      const name = call.key.split('-').slice(2).join('-');
      const resource = name === 'read-api' ? '<FunctionsPlanningReadApiFunction>' : name;
      return [{ action: 'lambda:InvokeFunction', resources: [resource] }];
    }
    case 'GetSendQuota':
      return [{ action: 'ses:GetSendQuota', resources: ['*'] }];
    case 'SendRawEmail': {
      const form = new URLSearchParams(request.body.toString('utf8'));
      const from = form.get('Source') ?? '';
      const set = form.get('ConfigurationSetName') ?? '';
      const resources = [`${ses}:identity/${from}`, `${ses}:configuration-set/${set}`];
      return [{ action: 'ses:SendRawEmail', resources, context: { 'ses:FromAddress': from } }];
    }
  }
  throw new Error(`Nothing here knows what ${call.service} ${call.operation} has to be allowed by.`);
}
