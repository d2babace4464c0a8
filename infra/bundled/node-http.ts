/**
 * Takes the place of `import 'node:http'` in the bundles. An import reads all that a module offers, and of this one
 * that loads fetch, web sockets and event streams of the web, at each cold start and for nothing.
 */
const http = process.getBuiltinModule('node:http');

export const { Agent, request } = http;
// biome-ignore lint/style/noDefaultExport: the packages that use it import it so
export default http;
