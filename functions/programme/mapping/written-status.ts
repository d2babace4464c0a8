import { normalizeWord } from '../../planning/contract/words.ts';

const yes = /^(?:y|yes|j|ja|o|oui|s|si|t|tak|x|✓|✔|true)$/;
const no = /^(?:n|no|nein|non|nee|nie|false)$/;

/** True for yes to a question such as "Done?", false for no, undefined for other texts. */
export function writtenAnswer(text: string): boolean | undefined {
  const plain = normalizeWord(text);
  return yes.test(plain) ? true : no.test(plain) ? false : undefined;
}

const unknown =
  /^(?:\?+|n\.?\/?n\.?|n\/a|n\.a\.?|tb[acdn]\.?|none|nil|asrequired|unknown|unassigned|pending|(?:not|tobe)(?:yet)?(?:assigned|appointed|awarded|confirmed|decided|defined|advised|determined|nominated|announced)|(?:noch)?(?:offen|unbekannt)|adefinir|pordefinir|dadefinire|inconnue?|onbekend|n\.?t\.?b\.?|brak|doustalenia)$/;

/** Whether a text says that somebody or something is not known yet, such as `TBC`. */
export function isUnknown(text: string): boolean {
  return unknown.test(normalizeWord(text));
}
