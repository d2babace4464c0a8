/**
 * Replaces `import 'node:http'` in the bundles. An import reads every export of a module. Reading those of `node:http`
 * would load Node's fetch, WebSocket and EventSource at each cold start, although nothing uses them.
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request } = http;
// biome-ignore lint/style/noDefaultExport: packages import it as a default
export default http;
