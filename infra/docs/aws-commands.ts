/** The AWS commands that docs/deploy.md and docs/operate.md give. A test runs what can be run of them. */
export const awsCommands = {
  'create-secret':
    'aws secretsmanager create-secret --region eu-west-2 --name lookahead/planning --secret-string file://key.txt',
  'read-identity': 'aws sesv2 get-email-identity --region eu-west-2 --email-identity example.com',
  'verify-recipient':
    'aws sesv2 create-email-identity --region eu-west-2 --email-identity works.manager@example.com',
  'start-dispatch': `aws lambda invoke --region eu-west-2 --function-name lookahead-uk-dispatch --cli-binary-format raw-in-base64-out \\
  --payload '{"cron":"0 14 * * FRI","timeZone":"Europe/London","scheduledTime":"2026-11-20T14:00:00Z"}' answer.json`,
  'request-report': `aws lambda invoke --region eu-west-2 --function-name lookahead-uk-report --cli-binary-format raw-in-base64-out \\
  --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"test","to":["you@example.com"]}' answer.json`,
  'read-dropped':
    'aws sqs receive-message --queue-url https://sqs.example.com/dropped --max-number-of-messages 10 --visibility-timeout 60',
  'purge-dropped': 'aws sqs purge-queue --queue-url https://sqs.example.com/dropped',
} as const;
