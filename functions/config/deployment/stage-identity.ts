/** The SES identity of a stage. */

/** With the stage in it: the MX record of a MAIL FROM domain can lead to one AWS region only. */
export function mailFromOf(stage: string, domain: string): string {
  return `bounce-${stage}.${domain}`;
}
