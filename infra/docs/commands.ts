export const exampleLinkSecret =
  'arn:aws:secretsmanager:eu-west-2:123456789012:secret:SecretsLinkSecret1A2B3C4D-5e6f7a8b9c0d-AbCdEf';

/**
 * Every command of README and docs that runs `aws` or the CDK. The documents may hold no other: the test runs each
 * until it asks for credentials.
 */
export const documentedCommands = {
  'request-executions':
    'aws service-quotas request-service-quota-increase --region eu-west-2 --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
  'read-executions':
    'aws lambda get-account-settings --region eu-west-2 --query AccountLimit.ConcurrentExecutions',
  'request-production': `aws sesv2 put-account-details --region eu-west-2 --production-access-enabled --mail-type TRANSACTIONAL \\
  --website-url https://example.com --use-case-description "Weekly reports to the staff and subcontractors of our construction sites."`,
  'read-sending': 'aws sesv2 get-account --region eu-west-2',
  'list-identities': 'aws sesv2 list-email-identities --region eu-west-2',
  'create-cloudformation-policy':
    'aws iam create-policy --policy-name cloudformation-for-lookahead --policy-document file://policy.json',
  'create-provider':
    'aws iam create-open-id-connect-provider --url https://token.actions.githubusercontent.com --client-id-list sts.amazonaws.com',
  'create-deploy-role':
    'aws iam create-role --role-name github-lookahead-uk --assume-role-policy-document file://trust.json',
  'put-deploy-role':
    'aws iam put-role-policy --role-name github-lookahead-uk --policy-name deploy --policy-document file://policy.json',
  'create-diff-role':
    'aws iam create-role --role-name github-lookahead-diff --assume-role-policy-document file://trust.json',
  'put-diff-role':
    'aws iam put-role-policy --role-name github-lookahead-diff --policy-name diff --policy-document file://policy.json',
  bootstrap: `npx cdk bootstrap -c stage=uk aws://123456789012/eu-west-2 \\
  --cloudformation-execution-policies arn:aws:iam::123456789012:policy/cloudformation-for-lookahead`,
  deploy: 'npx cdk deploy -c stage=uk',
  diff: 'npx cdk diff -c stage=uk',
  destroy: 'npx cdk destroy -c stage=test',
  'create-secret':
    'aws secretsmanager create-secret --region eu-west-2 --name lookahead/planning --secret-string file://key.txt && rm key.txt',
  'put-secret':
    'aws secretsmanager put-secret-value --region eu-west-2 --secret-id lookahead/planning --secret-string file://key.txt && rm key.txt',
  'read-link-secret': `aws secretsmanager get-secret-value --region eu-west-2 --query SecretString --output text \\
  --secret-id ${exampleLinkSecret}`,
  'put-link-secret': `aws secretsmanager put-secret-value --region eu-west-2 --secret-string file://links.json \\
  --secret-id ${exampleLinkSecret} && rm links.json`,
  'subscribe-alarms': `aws sns subscribe --region eu-west-2 --topic-arn arn:aws:sns:eu-west-2:123456789012:lookahead-uk-alarms \\
  --protocol email --notification-endpoint it@example.com`,
  'read-identity': 'aws sesv2 get-email-identity --region eu-west-2 --email-identity example.com',
  'verify-recipient':
    'aws sesv2 create-email-identity --region eu-west-2 --email-identity works.manager@example.com',
  'leave-plan': 'aws sesv2 put-account-pricing-attributes --plan NONE --region eu-west-2',
  'list-buckets': 'aws s3 ls --region eu-west-2',
  'put-programme':
    'aws s3 cp --region eu-west-2 plan.xer s3://lookahead-uk-archivebucket-1a2b3c4d/inbox/gb/riverside-tower/',
  'request-report': `aws lambda invoke --region eu-west-2 --function-name lookahead-uk-report --cli-binary-format raw-in-base64-out \\
  --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"test","to":["you@example.com"]}' answer.json`,
  'send-again': `aws lambda invoke --region eu-west-2 --function-name lookahead-uk-report --cli-binary-format raw-in-base64-out \\
  --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"send","runId":"2026-11-20T14-00-00Z"}' answer.json`,
  'move-back': `aws sqs start-message-move-task --region eu-west-2 --source-arn arn:aws:sqs:eu-west-2:123456789012:lookahead-uk-SesEventsDropped \\
  --destination-arn arn:aws:sqs:eu-west-2:123456789012:lookahead-uk-SesEventsWaiting`,
  'repeat-dropped': `aws lambda invoke --region eu-west-2 --function-name lookahead-uk-report --cli-binary-format raw-in-base64-out \\
  --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"send","runId":""}' answer.json`,
  'read-dropped':
    'aws sqs receive-message --region eu-west-2 --queue-url https://sqs.eu-west-2.amazonaws.com/123456789012/lookahead-uk-EventsDropped --max-number-of-messages 10 --visibility-timeout 60',
  'purge-dropped':
    'aws sqs purge-queue --region eu-west-2 --queue-url https://sqs.eu-west-2.amazonaws.com/123456789012/lookahead-uk-EventsDropped',
} as const;

/** Commands that a document says together, in one block. */
export const commandGroups = {
  'request-limits': ['request-executions', 'request-production'],
  'read-limits': ['read-executions', 'read-sending'],
  'prepare-account': ['create-cloudformation-policy', 'bootstrap'],
  'deploy-role': ['create-deploy-role', 'put-deploy-role'],
  'diff-role': ['create-diff-role', 'put-diff-role'],
} as const satisfies Record<string, readonly (keyof typeof documentedCommands)[]>;
