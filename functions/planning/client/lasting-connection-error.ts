import { certificateFault, lastingConnectionFailure } from '#base/lasting-connection-failure.ts';
import { codeOf } from '#base/text/redact.ts';
import { proxyClosed } from './guarded-fetch.ts';

type Problem = {
  readonly what: string;
  readonly remedy: string;
};

type UnreadableAnswer = {
  readonly reason: string;
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
  // Behind a proxy, Node puts an error of its own before that of the certificate.
  const code = chain(cause).map(ownCode).find(lastingConnectionFailure) ?? '';
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
  switch (certificateFault(code)) {
    case 'expired':
      return {
        what: `its certificate has expired (${code})`,
        remedy:
          "Ask the operator of the planning service to renew it; check this machine's clock if it is current.",
      };
    case 'not valid yet':
      return {
        what: `its certificate is not valid yet (${code})`,
        remedy:
          "Correct this machine's clock; if it is right, ask the operator of the planning service for another certificate.",
      };
    case 'another name':
      return {
        what: `its certificate is for another name (${code})`,
        remedy: 'Set the host in baseUrl to the name in the certificate.',
      };
    case 'not trusted':
      return {
        what: `its certificate is not trusted (${code})`,
        remedy:
          'If its issuer is private, such as a company or its proxy, name the file of the issuer’s certificate in NODE_EXTRA_CA_CERTS and start Lookahead again; otherwise ask the operator of the planning service for a certificate with its whole chain.',
      };
  }
}

function proxyStatus(cause: unknown): number | undefined {
  const found = /^Proxy response \((\d{3})\)/m.exec(messages(cause).join('\n'))?.[1];
  return found === undefined ? undefined : Number(found);
}

function proxyProblem(status: number): Problem | undefined {
  if (status === 407) {
    return {
      what: 'the proxy does not accept its user name and password (status 407)',
      remedy:
        'Correct them in HTTPS_PROXY, with signs such as @ and : percent-encoded; set HTTPS_PROXY and NODE_USE_ENV_PROXY=1 if they are not set.',
    };
  }
  // The server behind the proxy may come back, and a limit may pass.
  if (status >= 500 || status === 408 || status === 429) return undefined;
  return {
    what: `the proxy of HTTPS_PROXY refuses to connect (status ${status})`,
    remedy:
      'Ask whoever runs the proxy to allow the host in baseUrl, or name the host in NO_PROXY if it is reached without the proxy.',
  };
}

export function proxyReason(cause: unknown): string | undefined {
  const status = proxyStatus(cause);
  if (status !== undefined) return `answered ${status}`;
  return codeOf(cause) === proxyClosed ? 'closed the connection' : undefined;
}

/**
 * Answers that no client can read, of a program that is not the planning service, or is faulty. A single one may be
 * from a service or proxy that is just starting.
 * @returns undefined for any other failure
 */
export function unreadableAnswer(cause: unknown): UnreadableAnswer | undefined {
  const errors = chain(cause);
  const unparsed = errors.find(({ name }) => name === 'HTTPParserError');
  const codes = errors.map(ownCode);
  if (unparsed !== undefined || codes.includes('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) {
    const why = /\(([^()]+)\)$/.exec(unparsed?.message ?? '')?.[1] ?? 'another length than it announces';
    return {
      reason: `sent an answer that is not valid HTTP (${why})`,
      remedy:
        'Check the host, the port, and http: or https: in baseUrl, and in HTTPS_PROXY where a proxy is used; if they are right, report this to the operator of the planning service.',
    };
  }
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW')) {
    // Node's limit, which nothing here changes.
    return {
      reason: 'sent headers longer than 16 KiB',
      remedy: 'Ask the operator of the planning service for shorter headers.',
    };
  }
  const packed = codes.find((code) => /^(?:Z_|ERR__ERROR_|ZSTD_error_)/.test(code));
  if (packed === undefined) return undefined;
  return {
    reason: `sent a body that cannot be decompressed (${packed})`,
    remedy:
      'Ask the operator of the planning service, and of the proxy if there is one, why the header Content-Encoding does not fit the body.',
  };
}

function messages(cause: unknown): readonly string[] {
  return chain(cause).map(({ message }) => message);
}

function ownCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function chain(cause: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let at = cause; at instanceof Error && found.length < maxCauses; at = at.cause) found.push(at);
  return found;
}
