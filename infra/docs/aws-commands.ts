/** The AWS commands that docs/deploy.md and docs/operate.md give. A test runs what can be run of them. */
export const awsCommands = {
  'create-secret':
    'aws secretsmanager create-secret --name lookahead/planning --secret-string file://key.txt',
  'start-dispatch': `aws lambda invoke --function-name lookahead-prod-dispatch --cli-binary-format raw-in-base64-out \\
  --payload '{"cron":"0 14 * * FRI","timeZone":"Europe/London","scheduledTime":"2026-11-20T14:00:00Z"}' answer.json`,
  'request-report': `aws lambda invoke --function-name lookahead-prod-report --cli-binary-format raw-in-base64-out \\
  --cli-read-timeout 0 --payload '{"project":"riverside","report":"weekly","mode":"test","to":["you@example.com"]}' answer.json`,
  'read-dropped':
    'aws sqs receive-message --queue-url https://sqs.example.com/dropped --max-number-of-messages 10 --visibility-timeout 60',
  'purge-dropped': 'aws sqs purge-queue --queue-url https://sqs.example.com/dropped',
} as const;
