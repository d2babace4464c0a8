/**
 * Replaces `import 'node:http'` in the bundles. An import reads every export of a module; for this one that loads
 * Node's fetch, WebSocket and EventSource at each cold start, which nothing uses.
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request } = http;
// biome-ignore lint/style/noDefaultExport: packages import it as a default
export default http;
