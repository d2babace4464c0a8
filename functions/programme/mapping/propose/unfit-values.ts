/**
 * Why a code, field or column does not name a party or place, by its values: names such as `Contractor's Remarks`
 * mislead.
 */
import { knownStatus } from '../../../planning/contract/words.ts';
import { dateText } from '../../readers/table/heading-row.ts';
import { plainWords } from '../../readers/table/heading-words.ts';
import { isUnknown, writtenAnswer } from '../written-status.ts';
import { isMostly, mostly, type NamedValues } from './inspect-programme.ts';

const company =
  /\bs\/c\b|sub-?con|contract(or|ing)|\b(ltd|limited|llc|inc|plc|gmbh|pty|corp|co|company|group|bros|jv)\b/i;
/** Names of fields for one company, which may be the same for all activities. */
const named = /^(?:[a-z]+ )?(?:sub[ -]?)?(?:contractor|company|vendor|firma)s?(?: name)?$/;
const ofOthers =
  /remark|comment|\bnotes?\b|reason|\bdates?\b|\bschedules?\b|e-?mail|phone|contact|ansprech|encargado|\bm2\b|m²|\bsq\b|floor area|\brate\b|\bcount\b|quantit|\bqty\b|\bcosts?\b|price|photo|drawing|priority|\bris[kq]|ready|required|control|perform|bewertung|riesgo|induction|tender|payment|access\b|\bsize|data sheet|(?:contractor|location|area|zone|building) type|material|approv|sequence|\bweek\b|\bvalue\b|(?:level|zone) of (?!work)|status|deliver|stor(?:age|ing)|stockage|\blinks?\b|\burl\b|bemerkung|hinweis|\bdatum|\btermine?\b|observaci|uwagi|opmerking/;
const sentenceWord =
  /^(?:to|for|by|after|before|until|is|are|be|was|has|have|not|no|with|from|on|its|the|an|when|due|per|ist|wird|nach|bis|durch|noch|nicht|pour|apres|avant|est|pas|por|para|hasta)$/;
const address =
  /^(?:https?:|www\.|mailto:|[a-z]:\\|\\\\)|\S@\S|\.(?:jpe?g|png|heic|pdf|docx?|xlsx?|dwg)$|^[-+]?\d{1,3}\.\d{4,}|\d°/i;
const measure = /^\p{Sc}?\s?[-+]?\d[\d.,\s]*(?:%|\p{Sc}|m[²³23]|sq\.? ?(?:m|ft)|sqm|sf|kg)?$/iu;
const rating =
  /^(?:(?:\d\W+)?(?:high|medium|normal|low|critical)|good|average|fair|poor|hoch|mittel|niedrig|gut|schlecht|alto|medi[oa]|bajo|approved|rejected|udf_g\d)$/i;

/**
 * Below this number of activities, one value for all of them may be chance; so may all different values below
 * `minForMany`.
 */
const minForOne = 5;
const minForMany = 8;

export function hasWords(found: NamedValues): boolean {
  return isMostly(found, (text) => /\p{Ll}{3}|\p{L}{5}/u.test(text));
}

export function namesCompanies(found: NamedValues): boolean {
  return isMostly(found, (text) => company.test(text) && !isSentence(text));
}

function isSentence(text: string): boolean {
  const parts = (/\p{Ll}/u.test(text) ? text : text.toLowerCase()).trim().split(/[\s,;:.]*\s+/);
  const small = parts.filter((part) => /^\p{Ll}/u.test(part));
  if (parts.length < 3 || small.length < parts.length / 2) return false;
  return parts.length > 6 || small.some((part) => sentenceWord.test(part));
}

export function whyEmpty(found: NamedValues): string | undefined {
  const isAnswer = (text: string) =>
    isUnknown(text) || (writtenAnswer(text) !== undefined && !/^[ost]$/i.test(text));
  const areAll = found.values.every(({ value, description = value }) => isAnswer(description));
  if (areAll || isMostly(found, (text) => text.length > 1 && isAnswer(text))) return 'yes, no or unknown';
  if (isMostly(found, (text) => dateText.test(text))) return 'dates';
  return found.values.length === 1 && found.activities >= minForOne ? 'all the same' : undefined;
}

export function whyUnfit(found: NamedValues, kind: 'party' | 'place'): string | undefined {
  const { activities, values } = found;
  const name = plainWords(found.name);
  const isParty = kind === 'party';
  const isCompany = isParty && namesCompanies(found);
  const why = whyEmpty(found);
  const mayBeOne = isCompany || (isParty && named.test(name));
  if (why !== undefined && !(why === 'all the same' && mayBeOne)) return why;
  if (isMostly(found, (text) => knownStatus(text) !== undefined)) return 'words of status';
  if (isMostly(found, (text) => rating.test(text))) return 'ratings';
  if (isMostly(found, (text) => address.test(text))) return 'addresses, files or coordinates';
  if (isCompany) return undefined;
  if (isParty && isMostly(found, (text) => text.length === 1)) return 'single letters';
  // A place may be a whole number, and under a plain name such as `Level no.` also 1.2.
  const numbered = /\S\s(?!nos?\b|nr\b|code|id\b|number|name)/.test(name) ? /^\d+$/ : /^\d+(?:\.\d+)*$/;
  const isSize = isParty || values.some(({ value }) => /^(?:[2-9]\d|\d{3,})[.,]\d+$/.test(value));
  const isNumber = (text: string) => measure.test(text) && (isSize || !numbered.test(text));
  if (isMostly(found, isNumber)) return 'numbers';
  const forms = values.map(({ value }) =>
    /\p{L}{3}\s/u.test(value) ? value.replaceAll(/\d+/g, '#') : value,
  );
  const different = new Set(forms).size / activities;
  const areMany = values.length / activities >= mostly && (activities >= minForMany || /\s/.test(name));
  if ((isParty || areMany) && isMostly(found, isSentence)) return 'sentences';
  if (ofOthers.test(name)) return 'remarks, dates or quantities, by its name';
  const limit = /desc|beschreib|libell/.test(name) ? mostly : 0.9;
  return activities >= minForMany && different >= limit ? 'nearly all different' : undefined;
}
