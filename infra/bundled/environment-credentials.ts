/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes credentials in environment variables; the
 * SDK's own chain would add clients for SSO, STS and credential files, which do not exist there.
 */
export function defaultProvider() {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (accessKeyId === undefined || secretAccessKey === undefined) {
      throw new Error(
        'There are no AWS credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, as Lambda does for a function.',
      );
    }
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  };
}
