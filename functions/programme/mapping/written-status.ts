import { plainText } from '../readers/table/heading-words.ts';

export const statusWords = [
  'backlog',
  'planned',
  'promised',
  'in progress',
  'started',
  'complete',
  'delayed',
  'blocked',
  'cancelled',
] as const;
export type StatusWord = (typeof statusWords)[number];

const known: readonly (readonly [StatusWord, RegExp])[] = [
  [
    'planned',
    /^(?:planned|scheduled|not (?:yet )?started|yet to start|(?:awaiting|ready (?:to|for)) start|ready|open|pending|to ?do|up next|upcoming|future (?:task|steps?)|selected for development|(?:noch )?nicht (?:begonnen|gestartet)|offen|geplant|(?:non|pas) (?:commencee?|demarree?)|a faire|a venir|planifiee?|prevue?|no (?:iniciad|comenzad|empezad)[oa]|sin (?:iniciar|empezar)|pendiente|planificad[oa]|non iniziat[oa]|da iniziare|pianificat[oa]|(?:nog )?niet (?:gestart|begonnen)|gepland|nie ?rozpoczet[eay]|nie rozpoczeto|planowan[eay])$/,
  ],
  [
    'started',
    /^(?:started|commenced|(?:in )?progress(?:ing)?|in (?:process|work|review)|doing|working(?: on it)?|active|ongoing|under ?way|wip|partially completed?|in (?:arbeit|bearbeitung|ausfuhrung)|begonnen|laufend|lauft|gestartet|en cours|commencee?|demarree?|en (?:curso|progreso|proceso|ejecucion)|iniciad[oa]|in corso|iniziat[oa]|bezig|gestart|in uitvoering|onderhanden|w (?:toku|trakcie)|rozpoczet[eay])$/,
  ],
  [
    'complete',
    /^(?:completed?|done|finished|closed|resolved|100|erledigt|fertig|fertiggestellt|abgeschlossen|beendet|terminee?|acheve?e?|finie?|completad[oa]|terminad[oa]|finalizad[oa]|completat[oa]|terminat[oa]|finit[oa]|conclus[oa]|gereed|voltooid|afgerond|klaar|zakonczon[eay]|zakonczono|ukonczon[eay]|wykonan[eay]|wykonano)$/,
  ],
  [
    'delayed',
    /^(?:delayed|late|overdue|behind(?: schedule)?|off track|slipped|verspatet|verzogert|en retard|retrasad[oa]|atrasad[oa]|in ritardo|vertraagd|opoznion[eay])$/,
  ],
  [
    'blocked',
    /^(?:blocked|stuck|on hold|paused|stopped|halted|stalled|impeded|suspended|gesperrt|blockiert|behindert|bloquee?|suspendue?|bloquead[oa]|bloccat[oa]|sospes[oa]|geblokkeerd|wstrzyman[eay]|zablokowan[eay])$/,
  ],
  [
    'cancelled',
    /^(?:cancell?ed|deleted|dropped|withdrawn|abandoned|entfallt|entfallen|storniert|annulee?|cancelad[oa]|anulad[oa]|annullat[oa]|geannuleerd|vervallen|anulowan[eay])$/,
  ],
  ['promised', /^(?:promised|committed|zugesagt)$/],
  ['backlog', /^backlog$/],
];

/** Ignores case, accents, hyphens and blanks. */
export function knownStatus(word: string): StatusWord | undefined {
  const plain = statusKey(word);
  return known.find(([, pattern]) => pattern.test(plain))?.[0];
}

export function statusKey(word: string): string {
  return plainText(word)
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}

const yes = /^(?:y|yes|j|ja|o|oui|s|si|t|tak|x|✓|✔|true)$/;
const no = /^(?:n|no|nein|non|nee|nie|false)$/;

/** True for yes to a question such as "Done?", false for no, undefined for other texts. */
export function writtenAnswer(text: string): boolean | undefined {
  const plain = statusKey(text);
  return yes.test(plain) ? true : no.test(plain) ? false : undefined;
}

const unknown =
  /^(?:\?+|n\.?\/?n\.?|n\/a|n\.a\.?|tb[acdn]\.?|none|nil|as required|unknown|unassigned|pending|(?:not|to be) (?:yet )?(?:assigned|appointed|awarded|confirmed|decided|defined|advised|determined|nominated|announced)|(?:noch )?(?:offen|unbekannt)|a definir|por definir|da definire|inconnue?|onbekend|n\.?t\.?b\.?|brak|do ustalenia)$/;

/** Whether a text says that somebody or something is not known yet, such as `TBC`. */
export function isUnknown(text: string): boolean {
  return unknown.test(statusKey(text));
}
