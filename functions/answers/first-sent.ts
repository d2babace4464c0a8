/**
 * Remembers when a form was first sent if a rate limit refused it, so that an answer sent in time does not become late:
 * the page that sends it again contains the time, signed together with the form.
 */
import { isSignedBy, type LinkSecrets, signatureOf } from '#display/signed-link.ts';

/** Maximum milliseconds since the form was first sent; if more have passed, it counts as first sent now. */
const maxWaitMs = 10 * 60_000;

/**
 * @param of.key key of the page
 * @returns `at`: when the form was first sent, if in the last ten minutes, else now; `first`: the form field for it
 */
export function readFormFirstSentTime(
  fields: URLSearchParams,
  { key, secrets, now }: { readonly key: string; readonly secrets: LinkSecrets; readonly now: number },
) {
  const [time = '', token = ''] = (fields.get('first') ?? '').split('.');
  const form = new URLSearchParams(fields);
  form.delete('first');
  // The page that sends the form again has the fields in another order, and may have other line breaks.
  form.sort();
  const text = form.toString().replaceAll('%0D%0A', '%0A');
  const signed = (at: string) => (secret: string) =>
    signatureOf(['lookahead first sent 1', key, at, text], secret);
  const isSame = isSignedBy(signed(time), Buffer.from(token, 'base64url'), secrets);
  const waited = now - Number(time);
  const at = isSame && waited >= 0 && waited <= maxWaitMs ? time : String(now);
  return { at: Number(at), first: `${at}.${signed(at)(secrets.current).toString('base64url')}` };
}
