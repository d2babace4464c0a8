/**
 * The words for shifts, statuses, calendars, relations, progress and units of time as planning services write them and
 * files have them, each with the value of ours that it means. Open point of the contract: it shows few such words. The
 * others are those of the product, of planning tools and of people, in English, German, French, Spanish, Italian, Dutch
 * and Polish. Case, accents, blanks, hyphens and underscores do not matter, so the patterns have none.
 */
import { plainText } from '../../base/text/plain-text.ts';
import type { Shift } from './tasks-query.ts';

const ignored = /[\s\-_\u2010-\u2015]+/g;

/** `In Progress` is `inprogress`. */
export function normalizeWord(word: string | undefined): string {
  return word === undefined ? '' : plainText(word).replace(ignored, '');
}

type Words<Value> = readonly (readonly [value: Value, pattern: string])[];

/** A programme has tens of thousands of tasks with the same few words. */
const maxRememberedWords = 1000;

function reader<Value>(words: Words<Value>): (word: string | undefined) => Value | undefined {
  const patterns = words.map(([value, pattern]) => ({ value, pattern: new RegExp(`^(?:${pattern})$`) }));
  const remembered = new Map<string, Value | undefined>();
  return (word = '') => {
    if (!remembered.has(word)) {
      if (remembered.size === maxRememberedWords) remembered.clear();
      const normal = normalizeWord(word);
      remembered.set(word, patterns.find(({ pattern }) => pattern.test(normal))?.value);
    }
    return remembered.get(word);
  };
}

/** The product's `All` is 24hr: our reading. */
const shiftWords: Words<Shift> = [
  ['24hr', '24(?:h|hrs?|hours?|x7|/7)?|^all(?:shifts?)?$|allday|roundtheclock|continuous'],
  ['night', 'night|nacht|nuit'],
  ['afternoon', 'afternoon|late|evening|twilight'],
  ['day', 'day|tag|jour|early'],
];

export const knownShift = reader(
  shiftWords.map(([shift, words]) => [shift, `(?:${words})s?(?:time|work(?:s|ing)?)?(?:shifts?|schicht)?`]),
);

/** Not in `knownShift`, because crews are called A to D too. */
const shiftLetters = reader<Shift>([
  ['night', 'ns?'],
  ['afternoon', 'l|as?|pm'],
  ['day', 'ds?|e|am'],
]);

/** The shift that a planner is asked to confirm, for a text that only contains a word, such as `Gang 2 (nights)`. */
export function probableShift(text: string): Shift | undefined {
  const normal = normalizeWord(text);
  return shiftLetters(text) ?? shiftWords.find(([, words]) => new RegExp(words).test(normal))?.[0];
}

/** In the order of legends and tables: as work proceeds, then what stops it. */
const statusWords = [
  ['backlog', 'backlog'],
  [
    'planned',
    'planned|scheduled|not(?:yet)?started|yettostart|(?:awaiting|ready(?:to|for))start|ready|open|pending|todo|upnext|upcoming|future(?:task|steps?)|selectedfordevelopment|(?:noch)?nicht(?:begonnen|gestartet)|offen|geplant|(?:non|pas)(?:commencee?|demarree?)|afaire|avenir|planifiee?|prevue?|no(?:iniciad|comenzad|empezad)[oa]|sin(?:iniciar|empezar)|pendiente|planificad[oa]|noniniziat[oa]|dainiziare|pianificat[oa]|(?:nog)?niet(?:gestart|begonnen)|gepland|nierozpoczet[eayo]|planowan[eay]',
  ],
  ['promised', 'promised|committed|zugesagt'],
  [
    'started',
    'started|commenced|(?:in)?progress(?:ing)?|in(?:process|work|review)|doing|working(?:onit)?|active|ongoing|underway|wip|partiallycompleted?|in(?:arbeit|bearbeitung|ausfuhrung)|begonnen|laufend|lauft|gestartet|encours|commencee?|demarree?|en(?:curso|progreso|proceso|ejecucion)|iniciad[oa]|incorso|iniziat[oa]|bezig|gestart|inuitvoering|onderhanden|w(?:toku|trakcie)|rozpoczet[eay]',
  ],
  [
    'complete',
    'completed?|done|finished|closed|resolved|100|erledigt|fertig(?:gestellt)?|abgeschlossen|beendet|terminee?|acheve?e?|finie?|completad[oa]|terminad[oa]|finalizad[oa]|completat[oa]|terminat[oa]|finit[oa]|conclus[oa]|gereed|voltooid|afgerond|klaar|zakonczon[eayo]|ukonczon[eay]|wykonan[eayo]',
  ],
  [
    'delayed',
    'delayed|late|overdue|behind(?:schedule)?|offtrack|slipped|verspatet|verzogert|enretard|retrasad[oa]|atrasad[oa]|inritardo|vertraagd|opoznion[eay]',
  ],
  [
    'blocked',
    'blocked|stuck|onhold|paused|stopped|halted|stalled|impeded|suspended|gesperrt|blockiert|behindert|bloquee?|suspendue?|bloquead[oa]|bloccat[oa]|sospes[oa]|geblokkeerd|wstrzyman[eay]|zablokowan[eay]',
  ],
  [
    'cancelled',
    'cancell?ed|deleted|dropped|withdrawn|abandoned|entfall(?:t|en)|storniert|annulee?|cancelad[oa]|anulad[oa]|annullat[oa]|geannuleerd|vervallen|anulowan[eay]',
  ],
] as const;
export type KnownStatus = (typeof statusWords)[number][0];
export const knownStatuses: readonly KnownStatus[] = statusWords.map(([status]) => status);
export const knownStatus = reader<KnownStatus>(statusWords);

export const calendarTypes = ['five-day', 'six-day', 'seven-day'] as const;
export type CalendarType = (typeof calendarTypes)[number];
export const knownCalendarType = reader<CalendarType>([
  ['five-day', '(?:five|5)days?(?:week)?'],
  ['six-day', '(?:six|6)days?(?:week)?'],
  ['seven-day', '(?:seven|7)days?(?:week)?'],
]);

export const knownProgress = reader([
  ['delay', 'delay'],
  ['on schedule', 'onschedule'],
  ['improved', 'improved'],
]);

export const knownRelation = reader<'predecessor' | 'successor'>([
  ['predecessor', 'predecessors?'],
  ['successor', 'successors?'],
]);

export type RelationType = 'finish-start' | 'start-start' | 'finish-finish' | 'start-finish';
/** `\W*` is for `relationTypePattern`; two letters are those of MS Project in each language. */
const relationTypeWords: Words<RelationType> = [
  ['finish-start', 'finish\\W*(?:to\\W*)?start|fs|ea|fd|fc|fi|eb|zr'],
  ['start-start', 'start\\W*(?:to\\W*)?start|ss|aa|dd|cc|ii|bb|rr'],
  ['finish-finish', 'finish\\W*(?:to\\W*)?finish|ff|ee|zz'],
  ['start-finish', 'start\\W*(?:to\\W*)?finish|sf|ae|df|cf|if|be|rz'],
];
export const knownRelationType = reader(relationTypeWords);
/** Pattern of these words inside a longer text. */
export const relationTypePattern = relationTypeWords.map(([, words]) => words).join('|');

const unitWords = [
  ['minutes', 'm|mins?|minut(?:es?|en|os?|i|y)?'],
  ['hours', 'h|hrs?|hours?|stdn?|stunden?|heures?|godz|godziny?|godzin|horas?|or[ae]|u|uur|uren'],
  [
    'days',
    'd|dys?|days?|t|tg|tage?n?|[aw]t|(?:arbeits|werk)tage?n?|j|jrs?|jours?|dni?|dzien|dias?|gg?|giorn[oi]|dag|dagen|werkdag(?:en)?|workdays?|wd',
  ],
  [
    'weeks',
    'w|wks?|weeks?|wo|wochen?|sm|sem|semaines?|tyg|tydz|tydzien|tygodnie?|semanas?|sett|settiman[ae]|we?ken',
  ],
  ['months', 'mo|mons?|months?|monate?n?|mois|mies|miesiac[ea]?|miesiecy|mes(?:es|[ei])?|maand|maanden'],
] as const;
export type DurationUnit = (typeof unitWords)[number][0];
export const durationUnits: readonly DurationUnit[] = unitWords.map(([unit]) => unit);
export const knownUnit = reader<DurationUnit>(unitWords);
