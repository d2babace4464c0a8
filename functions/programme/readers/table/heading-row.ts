/**
 * Finds the heading row of a table, often below titles, revisions and blank rows, and what its columns mean. Heading
 * words are in English, German, French, Spanish, Italian, Dutch and Polish.
 */

export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly indents?: readonly number[];
  readonly level?: number;
};

/** Number of rows at the beginning among which the headings are searched. */
export const searchedRows = 60;

const maxHeadingCharacters = 80;
export const minKnownHeadings = 2;
/** A row of unknown headings has at least this share of the widest row's cells. */
const minShareOfWidth = 0.6;

/** Known headings in a row, minus its dates and numbers: rows of tasks and title blocks have both. */
export function knownHeadings(cells: readonly string[]): number {
  const meanings = headingMeanings(cells);
  const known = cells.reduce((sum, cell, at) => {
    const right = cells[at + 1] ?? '';
    const isLabel = /:.*\d/.test(cell) || (cell.endsWith(':') && right !== '' && !right.endsWith(':'));
    if (isLabel || meanings[at] === undefined || cell.length > maxHeadingCharacters) return sum;
    return sum + (meanings[at].version === 'whole' ? 0.5 : 1);
  }, 0);
  return Math.max(0, known - measures(cells));
}

export const dateText =
  /^(?:\p{L}{2,3}\.?,? )?\d{1,4}[ ./-](?:\d{1,2}|\p{L}{3,9}\.?)[ ,./-]+\d{2,4}(?!\d)|^\p{L}{3,9}\.? \d{1,2}, \d{4}/u;
const dayText = /^\d{1,2}[ ./-](?:\d{1,2}|\p{L}{3,9})\.?$/u;
const numberText = /^[-+]?\d+(?:[.,]\d+)*\s?%?$/;

/** Cells that are dates or numbers, except the days or weeks of a bar chart, which are headings. */
function measures(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell !== '');
  const form = filled
    .map((cell) => (numberText.test(cell) ? 'n' : dateText.test(cell) || dayText.test(cell) ? 'd' : ' '))
    .join('');
  return /^ +(?:d{3,}|n{3,}) *$/.test(form) ? 0 : form.replaceAll(' ', '').length;
}

/**
 * Index of the heading row: the row with the most known headings; if no row has two, the first that is almost as wide
 * as the widest. If that row has Primavera's technical field names, or headings of groups, it is the row below.
 * @param rows the first of the table, none of them blank
 * @param headerRow line of the headings, if the mapping names it
 */
export function headingIndex(rows: readonly TableRow[], headerRow?: number): number {
  if (headerRow !== undefined) return rows.findIndex(({ line }) => line === headerRow);
  const known = rows.map(({ cells }) => knownHeadings(cells));
  const most = Math.max(...known);
  if (most >= minKnownHeadings) {
    const first = known.indexOf(most);
    const [row, below] = [rows[first], rows[first + 1]];
    return row && below?.line === row.line + 1 && namesColumns(below, row) ? first + 1 : first;
  }
  const widths = rows.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  const isWide = (width: number) => width >= Math.max(...widths) * minShareOfWidth;
  const found = rows.findIndex(
    ({ cells }, at) => isWide(widths[at] ?? 0) && measures(cells) * 2 < (widths[at] ?? 0),
  );
  return found === -1 ? widths.findIndex(isWide) : found;
}

function namesColumns(below: TableRow, row: TableRow): boolean {
  const filled = ({ cells }: TableRow) => cells.filter((cell) => cell !== '');
  const known = knownHeadings(below.cells);
  if (known < minKnownHeadings) return false;
  return known === filled(below).length || filled(row).filter(isTechnical).length > filled(row).length / 2;
}

const isTechnical = (text: string) => /^[a-z]+(?:_[a-z\d]+)+$/.test(text);

/**
 * Column names: the headings, with the group in the row above if a heading occurs twice or means nothing else, such as
 * `Planned` above `Start`. A column without a heading is named by its number; a repeated heading gets its number too.
 * @param above the row directly above the headings
 */
export function columnNames(cells: readonly string[], above: readonly string[] = []): readonly string[] {
  const texts = cells.map(headingOf);
  const width = Math.max(texts.length, isGroupRow(texts, above) ? above.length : 0);
  const seen = new Set<string>();
  let group = '';
  return Array.from({ length: width }, (_, index) => {
    const upper = isTechnical(above[index] ?? '') ? '' : headingOf(above[index] ?? '');
    group = upper === '' ? group : upper;
    const text = texts[index] ?? '';
    const heading = text === '' ? (isGroupRow(texts, above) ? upper : '') : grouped(text, group, texts);
    const name =
      heading === '' ? `Column ${index + 1}` : seen.has(heading) ? `${heading} (${index + 1})` : heading;
    seen.add(name);
    return name;
  });
}

function headingOf(text: string): string {
  // Primavera marks headings of columns that it does not read back.
  return text
    .replace(/^\(\*\)/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function grouped(text: string, group: string, texts: readonly string[]): string {
  const isRepeated = texts.indexOf(text) !== texts.lastIndexOf(text);
  return isRepeated && group !== '' ? `${group} ${text}` : text;
}

/** Whether the row above names groups of columns, or columns without a heading of their own, as titles do not. */
function isGroupRow(texts: readonly string[], above: readonly string[]): boolean {
  const repeated = texts.some((text, index) => text !== '' && texts.indexOf(text) !== index);
  return (repeated || knownHeadings(above) > 0) && above.filter((cell) => cell !== '').length > 1;
}

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

/** Lower case without accents, for comparing words of several languages. */
export function plainText(text: string): string {
  // Most texts have no accents, and normalizing is slow.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ß', 'ss')
    .toLowerCase();
}

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
