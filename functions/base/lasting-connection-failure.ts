/**
 * Why no connection is possible until a person changes something; undefined for a failure that may pass by itself.
 * `ENOTFOUND`: the name does not exist. `EAI_AGAIN`: no name server answered.
 * @param code of the system, of Node or of OpenSSL: `ENOTFOUND`, `CERT_HAS_EXPIRED`, `ERR_SSL_WRONG_VERSION_NUMBER`
 */
export function lastingConnectionFailure(
  code: string,
): 'unknown host' | 'certificate' | 'encryption' | undefined {
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'unknown host';
  if (certificateCode.test(code)) return 'certificate';
  // Bytes that were damaged or lost on the way, and a server in trouble.
  if (/BAD_RECORD_MAC|UNEXPECTED_EOF|ALERT_INTERNAL_ERROR|HANDSHAKE_TIMEOUT/.test(code)) return undefined;
  return /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code) ? 'encryption' : undefined;
}

/** @param code one for which `lastingConnectionFailure` says 'certificate' */
export function certificateFault(code: string): 'expired' | 'not valid yet' | 'another name' | 'not trusted' {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return 'expired';
    case 'CERT_NOT_YET_VALID':
      return 'not valid yet';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return 'another name';
    default:
      return 'not trusted';
  }
}

/**
 * Node's codes (https://nodejs.org/api/tls.html#x509-certificate-error-codes). `UNSPECIFIED`: any other that OpenSSL
 * has, such as for a key that is too short.
 */
const certificateCode =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CRL_|ERROR_IN_C|UNSPECIFIED$)/;
