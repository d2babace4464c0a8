/**
 * What to do about a mail server's certificate for which no connection is made.
 * @param code of Node or OpenSSL: `CERT_HAS_EXPIRED`
 */
export function certificateRemedy(code: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return "its certificate has expired; ask whoever runs it to renew it, or correct this machine's clock";
    case 'CERT_NOT_YET_VALID':
      return "its certificate is not valid yet; correct this machine's clock, or ask whoever runs it for another certificate";
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return 'its certificate is for another name; set mail.smtp.host to the name in the certificate';
    default:
      return 'its certificate is not trusted; name the file of a private issuer in NODE_EXTRA_CA_CERTS and start Lookahead again, or ask whoever runs it for a certificate with its whole chain';
  }
}
