import { quotedName } from '../base/looks-like-key.ts';
import { nearest } from './nearest.ts';

const offset = /^(?:utc|gmt)?[+-]\d/i;

/**
 * What is wrong with the name of a time zone; undefined if it is valid. Old names that IANA keeps as links, such as
 * Asia/Calcutta, are valid; offsets are not, because they do not follow daylight saving time.
 */
export function timeZoneProblem(
  name: string,
): { readonly message: string; readonly remedy: string } | undefined {
  const known = Intl.supportedValuesOf('timeZone');
  if (known.includes(name) || name === 'UTC') return undefined;
  if (offset.test(name.trim())) {
    return {
      message: `${quotedName(name)} is an offset, which does not follow daylight saving time`,
      remedy: 'Use the name of a place, such as Europe/London or Australia/Sydney.',
    };
  }
  const spelled = known.find((zone) => zone.toLowerCase() === name.trim().toLowerCase());
  if (spelled === undefined && isAccepted(name)) return undefined;
  const meant = spelled ?? nearestZone(name, known);
  return {
    message: `${quotedName(name)} is not an IANA time zone`,
    remedy:
      meant === undefined
        ? 'Use a name such as Europe/London or Australia/Sydney.'
        : `Did you mean ${meant}? Otherwise use a name such as Europe/London.`,
  };
}

function isAccepted(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** By the whole name, else by the city alone: `Sydney` and `Australia/Sidney` both mean Australia/Sydney. */
function nearestZone(name: string, known: readonly string[]): string | undefined {
  const whole = nearest(name.replaceAll(' ', '_'), known)[0];
  if (whole !== undefined) return whole;
  const cities = new Map(known.map((zone) => [zone.slice(zone.lastIndexOf('/') + 1), zone]));
  const city = nearest(name.slice(name.lastIndexOf('/') + 1).replaceAll(' ', '_'), cities.keys())[0];
  return city === undefined ? undefined : cities.get(city);
}
