/** Connections that are not made until a person changes something: an unknown host, a certificate, a proxy that refuses. */
import { lastingConnectionFailure } from '../../base/lasting-connection-failure.ts';
import { codeOf } from '../../base/redact.ts';

type Problem = {
  /** Continues "the service is not reached: ". */
  readonly what: string;
  readonly remedy: string;
};

const maxCauses = 5;

/** @returns undefined for a failure that may pass by itself */
export function lastingConnectionProblem(cause: unknown): Problem | undefined {
  const proxy = proxyStatus(cause);
  if (proxy !== undefined) return proxyProblem(proxy);
  if (messages(cause).includes('bad port')) {
    return {
      what: 'its port is one that no client of HTTP connects to',
      remedy: 'Correct the port in baseUrl.',
    };
  }
  const code = codeOf(cause) ?? '';
  switch (lastingConnectionFailure(code)) {
    case undefined:
      return undefined;
    case 'unknown host':
      return {
        what: `there is no host of this name (${code})`,
        remedy:
          'Correct the host in baseUrl, or in HTTPS_PROXY where a proxy is used; if it is right, ask whoever runs the network why its name is not known.',
      };
    case 'certificate':
      return certificateProblem(code);
    case 'encryption':
      return {
        what: `no encrypted connection could be made (${code})`,
        remedy:
          'Check the port in baseUrl, and ask the operator of the planning service whether it speaks TLS 1.2 or later there.',
      };
  }
}

function certificateProblem(code: string): Problem {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return {
        what: `its certificate has expired (${code})`,
        remedy:
          "Ask the operator of the planning service to renew it; check this machine's clock if it is current.",
      };
    case 'CERT_NOT_YET_VALID':
      return {
        what: `its certificate is not valid yet (${code})`,
        remedy:
          "Correct this machine's clock; if it is right, ask the operator of the planning service for another certificate.",
      };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return {
        what: `its certificate is for another name (${code})`,
        remedy: 'Set the host in baseUrl to the name in the certificate.',
      };
    default:
      return {
        what: `its certificate is not trusted (${code})`,
        remedy:
          'If its issuer is private, such as a company or its proxy, name the file of the issuer’s certificate in NODE_EXTRA_CA_CERTS and start Lookahead again; otherwise ask the operator of the planning service for a certificate with its whole chain.',
      };
  }
}

/** The status with which a proxy refused to connect; undefined where none did. Node says it only in words. */
export function proxyStatus(cause: unknown): number | undefined {
  const found = /^Proxy response \((\d{3})\)/m.exec(messages(cause).join('\n'))?.[1];
  return found === undefined ? undefined : Number(found);
}

function proxyProblem(status: number): Problem | undefined {
  if (status === 407) {
    return {
      what: 'the proxy of HTTPS_PROXY does not accept its user name and password (status 407)',
      remedy: 'Correct them in HTTPS_PROXY, with signs such as @ and : percent-encoded.',
    };
  }
  // What is behind the proxy may come back, and a limit may pass.
  if (status >= 500 || status === 408 || status === 429) return undefined;
  return {
    what: `the proxy of HTTPS_PROXY refuses to connect (status ${status})`,
    remedy:
      'Ask whoever runs the proxy to allow the host in baseUrl, or name the host in NO_PROXY if it is reached without the proxy.',
  };
}

function messages(cause: unknown): readonly string[] {
  const found: string[] = [];
  for (let at = cause; at instanceof Error && found.length < maxCauses; at = at.cause) found.push(at.message);
  return found;
}
