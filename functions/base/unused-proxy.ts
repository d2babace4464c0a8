/** The proxy variables that fetch uses for `https` addresses, in order of precedence; Node reads no others. */
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/**
 * Advice if the environment names a proxy that Node ignores: Node uses one only in a process that starts with
 * NODE_USE_ENV_PROXY=1 (https://nodejs.org/api/cli.html#node_use_env_proxy1).
 * @returns a sentence; undefined if no proxy is named for the address, or Node uses it
 */
export function unusedProxyAdvice(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { protocol, hostname } = new URL(url);
  const own = protocol === 'https:' ? variables : variables.slice(2);
  const variable = own.find((name) => environment[name]);
  if (variable === undefined || isProxyEnabled(environment) || isExempt(hostname, environment))
    return undefined;
  return `${variable} is set, but is used only with NODE_USE_ENV_PROXY=1; set that too if the service can be reached only through the proxy, and start Lookahead again.`;
}

function isProxyEnabled({
  NODE_USE_ENV_PROXY: value,
  NODE_OPTIONS: options = '',
}: Readonly<Record<string, string | undefined>>): boolean {
  return value === '1' || options.split(' ').includes('--use-env-proxy');
}

function isExempt(hostname: string, environment: Readonly<Record<string, string | undefined>>): boolean {
  const listed = environment['no_proxy'] || environment['NO_PROXY'] || '';
  return listed.split(/[,\s]+/).some((entry) => {
    const name = entry
      .toLowerCase()
      .replace(/^\*?\.?/, '')
      .replace(/:\d+$/, '');
    return entry === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`)));
  });
}
