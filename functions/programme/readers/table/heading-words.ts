/** What the headings of a table mean, by their words in English, German, French, Spanish, Italian, Dutch and Polish. */
import { plainText } from '../../../base/text/plain-text.ts';

export type HeadingKind =
  | 'id'
  | 'title'
  | 'start'
  | 'finish'
  | 'duration'
  | 'percentComplete'
  | 'status'
  | 'other';

export type HeadingVersion = 'current' | 'actual' | 'planned' | 'baseline' | 'remaining' | 'whole';

export type HeadingMeaning = { readonly kind: HeadingKind; readonly version: HeadingVersion | undefined };

/** A text of more words is a title or a sentence; so is a shorter one with a number, such as a year. */
const maxWords = 12;
const maxWordsWithNumber = 6;

function words(list: string): RegExp {
  return new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`);
}

const subject = words(
  'activity task act item vorgangs? aktivitat tache activite tarea actividad attivita zadani[ea] czynnosci? taak activiteit works? job operation arbeit leistung tatigkeit arbeitsschritt travaux lavoro lavorazione robot[ay] prace partida poste werkzaamheden element',
);
const id = words(
  'id code cod nos? nr num number ref reference nummer kennung kod codigo codice numero? n # lp uid pos position poz wbs psp ident identyfikator identifier line zeile vorgangs?(?:nummer|nr|kennung|id|code) positionsnummer',
);
const name = words(
  'name description desc title bezeichnung beschreibung nom libelle designation intitule nombre descripcion nome descrizione nazwa opis naam omschrijving benennung vorgangs?(?:name|bezeichnung|beschreibung) taaknaam taskname',
);
const filler = words('de du des der die la le l d della dell dello di van the of unique full');
const dateEnding = '(?:s?(?:datum|termin|date))?';
const start = new RegExp(
  `^(?:starts?|begin|beginn|anfang|debut|inicio|comienzo|inizio|poczatek|rozpoczeci[ea]|aanvang|commence|commences|commencement)${dateEnding}$`,
);
const finish = new RegExp(
  `^(?:finish|ends?|ende|fertigstellung|fertigstellen|fin|fine|termino|koniec|zakonczeni[ea]|konca|einde?|completion|abschluss|due)${dateEnding}$`,
);
const duration = words('duration dur drtn dauer restdauer duree duracion durata duur trwania doorlooptijd');
const durationUnit = words('days tage jours dni dagen dias giorni arbeitstage werktage weeks hours');
const working = words('work(?:ing)? calendar');
const percent = words(
  '% percent prozent pct percentage procent porcentaje percentuale pourcentage pourcent fortschritt progress avancement avance avanzamento postep voortgang fertigstellungsgrad',
);
const status = words('status state statut etat estado stato stan zustand bearbeitungsstand');
const otherwise = words(
  'predecessors? successors? resources? trades? contractors? subcontractors? company firm firma gewerk location area zone level floor building block notes? comments? remarks? calendar float slack shift crew labour labor gang plant equipment materials? responsible owner foreman supervisor engineer phase package priority constraint variance cost mode active outline milestone critical vorganger nachfolger ressourcen(?:namen)? bereich ort bauteil geschoss ebene abschnitt verantwortlich(?:er)? nachunternehmer subunternehmer kalender puffer material gerate? kolonne personal bemerkung(?:en)? lot entreprise predecesseurs? successeurs? ressources? responsables? remarques? zone localisation poprzedniki? nastepniki? zasoby wykonawca podwykonawca uwagi lokalizacja kondygnacja strefa recursos predecesoras? sucesoras? zona subcontratista empresa notas risorse predecessori impresa note voorgangers? onderaannemer opmerkingen locatie wbs people manpower men',
);

/** Words that rule out that a heading means a task's start, finish, duration or percentage. */
const unlike = words(
  'notes? comments? remarks? reasons? amounts? photos? spend(?:ing)? parent previous last next related variance varianz abweichung constraint float slack difference diff late latest spatest(?:e|er)? ecart lag lead delay puffer predecessors? successors? status cost costs kosten budget usage units allocation resource weight overtime',
);

const ofProgress = words(
  'current actual overall site text progress completion construction phase stage aktuell(?:er)? actuel actual attuale',
);

const ofTheWhole = words('project projekt projet proyecto progetto');

const versions: readonly (readonly [HeadingVersion, RegExp])[] = [
  ['baseline', words('baseline bl basis basisplan basisanfang basisende base bazow[yae] contract vertrag')],
  [
    'actual',
    words(
      'actual act ist tatsachlich(?:e|er|es)? reel reelle effectif real reales effettiv[oa] rzeczywist[yea] werkelijk(?:e)?',
    ),
  ],
  [
    'remaining',
    words(
      'remaining rem rest restdauer verbleibend(?:e|er)? restant restante rimanente pozostal[yae] resterend(?:e)?',
    ),
  ],
  ['current', words('current forecast revised expected prognose aktuell(?:e|er|es)? projected prevision')],
  [
    'planned',
    words(
      'planned plan scheduled schedule target early soll geplant(?:e|er|es)? prevue? planifiee? planificad[oa] programad[oa] previst[oa] pianificat[oa] planowan[yae] gepland(?:e)? original orig',
    ),
  ],
];

/** Words of a name such as `LeadContractor` or `lead_contractor`, as `plainText`. */
export function plainWords(name: string): string {
  return plainText(name.replaceAll(/(\p{Ll})(\p{Lu})|_/gu, '$1 $2'));
}

function headingText(heading: string): string {
  return plainWords(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' '))
    .replaceAll(/[^\p{L}\p{N}%#]+/gu, ' ')
    .replaceAll('%', ' % ')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

const exact: ReadonlyMap<string, HeadingKind> = new Map([
  ['l p', 'id'],
  ['fertig stellen', 'finish'],
  ['from', 'start'],
  ['von', 'start'],
  ['to', 'finish'],
  ['bis', 'finish'],
  ['until', 'finish'],
  ...'complete completed done finished abgeschlossen fertig erledigt termine acheve completato terminado hecho gereed klaar zakonczone'
    .split(' ')
    .map((word) => [word, 'percentComplete'] as const),
]);

export function headingMeanings(headings: readonly string[]): readonly (HeadingMeaning | undefined)[] {
  const all = headings.map((heading) => headingText(heading).split(' '));
  const filled = all.filter(([first]) => first !== '');
  const isShared = (at: 0 | -1) =>
    filled.length > 2 &&
    filled.every((parts) => parts.length > 1 && parts.at(at) === filled[0]?.at(at)) &&
    !ofTheWhole.test(filled[0]?.at(at) ?? '');
  const [from, to] = [isShared(0) ? 1 : 0, isShared(-1) ? -1 : undefined];
  return all.map((parts) => headingMeaning(parts, parts.slice(from, to)));
}

function headingMeaning(parts: readonly string[], telling: readonly string[]): HeadingMeaning | undefined {
  const hasNumber = parts.some((part) => /\d/.test(part));
  if (parts.length > (hasNumber ? maxWordsWithNumber : maxWords)) return undefined;
  const own = telling.filter((part) => !ofTheWhole.test(part));
  const version = versions.find(([, pattern]) => own.some((part) => pattern.test(part)))?.[0];
  const kind = exact.get(own.join(' ')) ?? headingKind(own);
  return kind && { kind, version: version ?? (own.length < telling.length ? 'whole' : undefined) };
}

function headingKind(parts: readonly string[]): HeadingKind | undefined {
  const has = (pattern: RegExp) => parts.some((part) => pattern.test(part));
  const only = (...patterns: readonly RegExp[]) =>
    parts.every((part) => patterns.some((pattern) => pattern.test(part)));
  if (has(/^revision$/)) return undefined;
  if (only(subject, id, filler) && has(id)) return 'id';
  if (only(subject, name, filler) && (has(subject) || has(name))) return 'title';
  if (!has(unlike)) {
    if (has(percent)) return 'percentComplete';
    if (has(start)) return 'start';
    if (has(finish)) return 'finish';
    if (
      has(duration) ||
      (has(durationUnit) && only(durationUnit, working, subject, ...versions.map(([, each]) => each)))
    )
      return 'duration';
  }
  if (has(status)) return only(status, subject, name, id, filler, ofProgress) ? 'status' : 'other';
  if (has(unlike)) return 'other';
  const names = (what: RegExp) =>
    parts.some((part, at) => subject.test(part) && what.test(parts[at + 1] ?? ''));
  return names(id) ? 'id' : names(name) ? 'title' : has(otherwise) ? 'other' : undefined;
}
