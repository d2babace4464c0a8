#!/usr/bin/env node
// Plain JavaScript that an older Node can run: it names the Node that is needed, and TypeScript would fail with Node's own error.
import process from 'node:process';

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Lookahead needs Node 24 or later, and this is Node ${process.versions.node}. Install it from https://nodejs.org and put it first on the path. Or use npm run lookahead: on Linux (x64 and arm64, but for musl) and Windows (x64), npm ci installs Node 24 for that, unless it runs with --omit=optional.\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('./cli.ts');
  await main(process.argv.slice(2));
}
