/**
 * Takes the place of `@aws-sdk/credential-provider-node` in the bundles. Lambda gives a function its credentials in
 * environment variables; the SDK's own chain would carry clients for SSO, STS and files that are never there.
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
        'There are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, as Lambda does for a function.',
      );
    }
    return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  };
}
