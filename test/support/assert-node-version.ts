/** Stops the test run unless the Node version is that of the Lambda runtime, which npm scripts use. */
export function setup(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major !== 24) {
    throw new Error(
      `The tests need Node 24, the Lambda runtime, and found ${process.versions.node}. Run them with npm test after npm ci. Where npm ci installs no Node (macOS, musl), put Node 24 first on the path.`,
    );
  }
}
