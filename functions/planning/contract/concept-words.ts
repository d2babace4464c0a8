/**
 * The words that planners and their tools write, in English, German, French, Spanish, Italian, Dutch and Polish: those
 * of values with a meaning of ours (shifts, statuses, units, …), and those by which an import recognises columns and
 * rows. Open point of the contract: it shows few such words.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pl';

/**
 * Words in the form of `comparableText`, separated by blanks: `_` matches blanks and signs within a word, `*` any
 * letters.
 */
export type WordsByLanguage = Readonly<Partial<Record<Language, string>>>;

/** The words of each concept. For relations: the two letters that MS Project writes in each language. */
export const conceptWords = {
  // Shifts, without a word that may follow, such as `shift` or `work`.
  '24hr': {
    en: '24 24h 24_hr* 24_hour* 24x7 24_7 all all_day round_the_clock continuous',
    de: 'rund_um_die_uhr',
  },
  night: { en: 'night', de: 'nacht', fr: 'nuit', es: 'noche', it: 'notte', nl: 'nacht' },
  afternoon: {
    en: 'afternoon late evening twilight',
    de: 'spat',
    fr: 'apres_midi',
    es: 'tarde',
    nl: 'middag',
  },
  day: { en: 'day early', de: 'tag tages fruh', fr: 'jour', nl: 'vroeg' },

  // Statuses.
  backlog: { en: 'backlog' },
  planned: {
    en: 'planned scheduled not_started not_yet_started yet_to_start nys awaiting_start ready_to_start ready_for_start ready open pending to_do up_next upcoming new future_task* future_step* selected_for_development',
    de: 'offen geplant neu nicht_begonnen noch_nicht_begonnen nicht_gestartet noch_nicht_gestartet',
    fr: 'non_commence* pas_commence* non_demarre* pas_demarre* a_faire a_venir planifie* prevu prevue nouveau',
    es: 'no_iniciad* no_comenzad* no_empezad* sin_iniciar sin_empezar pendiente planificad* nuevo',
    it: 'non_iniziat* da_iniziare pianificat* nuovo',
    nl: 'nog_te_starten te_starten niet_gestart nog_niet_gestart niet_begonnen nog_niet_begonnen gepland nieuw',
    pl: 'nierozpoczet* nie_rozpoczet* planowan* nowy nowe',
  },
  promised: { en: 'promised committed', de: 'zugesagt' },
  started: {
    en: 'started commenced progress progressing in_progress* in_process in_work in_review doing working working_on_it active ongoing underway wip partially_complete*',
    de: 'in_arbeit in_bearbeitung in_ausfuhrung begonnen laufend lauft gestartet',
    fr: 'en_cours commence commencee demarre demarree',
    es: 'en_curso en_progreso en_proceso en_ejecucion iniciad*',
    it: 'in_corso iniziat*',
    nl: 'bezig gestart in_uitvoering onderhanden',
    pl: 'w_toku w_trakcie rozpoczet*',
  },
  complete: {
    en: 'complete completed done finished closed resolved 100',
    de: 'erledigt fertig fertiggestellt abgeschlossen beendet',
    fr: 'termine terminee acheve achevee fini finie',
    es: 'completad* terminad* finalizad* hecho',
    it: 'completat* terminat* finit* conclus* ultimat*',
    nl: 'gereed voltooid afgerond klaar',
    pl: 'zakonczon* ukonczon* wykonan*',
  },
  delayed: {
    en: 'delayed late overdue behind behind_schedule off_track slipped',
    de: 'verspatet verzogert',
    fr: 'en_retard',
    es: 'retrasad* atrasad*',
    it: 'in_ritardo',
    nl: 'vertraagd',
    pl: 'opoznion*',
  },
  blocked: {
    en: 'blocked constrained stuck on_hold paused stopped halted stalled impeded suspended',
    de: 'gesperrt blockiert behindert',
    fr: 'bloque bloquee suspendu suspendue',
    es: 'bloquead*',
    it: 'bloccat* sospes*',
    nl: 'geblokkeerd',
    pl: 'wstrzyman* zablokowan*',
  },
  cancelled: {
    en: 'cancelled canceled rejected declined won_t_do wont_fix deleted dropped withdrawn abandoned',
    de: 'entfallt entfallen storniert',
    fr: 'annule annulee',
    es: 'cancelad* anulad*',
    it: 'annullat*',
    nl: 'geannuleerd vervallen',
    pl: 'anulowan*',
  },

  // Types of calendars, of progress, of relations; units of time.
  'five-day': { en: 'five_day* 5_day*' },
  'six-day': { en: 'six_day* 6_day*' },
  'seven-day': { en: 'seven_day* 7_day*' },
  delay: { en: 'delay' },
  'on schedule': { en: 'on_schedule' },
  improved: { en: 'improved' },
  predecessor: { en: 'predecessor predecessors' },
  successor: { en: 'successor successors' },
  'finish-start': {
    en: 'fs finish_start finish_to_start',
    de: 'ea',
    fr: 'fd',
    es: 'fc',
    it: 'fi',
    nl: 'eb',
    pl: 'zr',
  },
  'start-start': {
    en: 'ss start_start start_to_start',
    de: 'aa',
    fr: 'dd',
    es: 'cc',
    it: 'ii',
    nl: 'bb',
    pl: 'rr',
  },
  'finish-finish': { en: 'ff finish_finish finish_to_finish', de: 'ee', pl: 'zz' },
  'start-finish': {
    en: 'sf start_finish start_to_finish',
    de: 'ae',
    fr: 'df',
    es: 'cf',
    it: 'if',
    nl: 'be',
    pl: 'rz',
  },
  minutes: {
    en: 'm min mins minute minutes',
    de: 'minuten',
    es: 'minuto minutos',
    it: 'minuti',
    pl: 'minut minuty',
  },
  hours: {
    en: 'h hr hrs hour hours',
    de: 'std stdn stunde stunden',
    fr: 'heure heures',
    es: 'hora horas',
    it: 'ora ore',
    nl: 'u uur uren',
    pl: 'godz godzin*',
  },
  days: {
    en: 'd dy dys day days workday workdays wd',
    de: 't tg tag tage tagen at wt arbeitstag* werktag*',
    fr: 'j jr jrs jour jours',
    es: 'dia dias',
    it: 'g gg giorno giorni',
    nl: 'dag dagen werkdag werkdagen',
    pl: 'dn dni dzien',
  },
  weeks: {
    en: 'w wk wks week weeks',
    de: 'wo woche wochen',
    fr: 'sm sem semaine semaines',
    es: 'semana semanas',
    it: 'sett settiman*',
    nl: 'wek* weken',
    pl: 'tyg tydz tydzien tygodni*',
  },
  months: {
    en: 'mo mon mons month months',
    de: 'monat monate monaten',
    fr: 'mois',
    es: 'mes meses',
    it: 'mese mesi',
    nl: 'maand maanden',
    pl: 'mies miesiac* miesiecy',
  },
  working: { en: 'working work', fr: 'ouvre* ouvrable*', es: 'laborable*', it: 'lavorativ*', pl: 'robocz*' },
  elapsed: {
    en: 'elapsed calendar cal',
    fr: 'calendaire*',
    es: 'naturales corridos',
    it: 'solari',
    pl: 'kalendarzow*',
  },
  /** Marks a unit as elapsed time; it stands before the unit, without a blank: `ed` for elapsed days. */
  elapsedMark: { en: 'e', de: 'f kalender k' },

  /** The beginnings of the names of January to December; `/` separates those of one month. */
  month: {
    en: 'jan feb mar apr may jun jul aug sep oct nov dec',
    de: 'jan/jae feb mrz/mae apr mai jun jul aug sep okt nov dez',
    fr: 'jan fev mar avr mai juin juil aou sep oct nov dec',
    es: 'ene feb mar abr may jun jul ago sep/set oct nov dic',
    it: 'gen feb mar apr mag giu lug ago set ott nov dic',
    nl: 'jan feb maa/mrt apr mei jun jul aug sep okt nov dec',
    pl: 'sty lut mar kwi maj cze lip sie wrz paz lis gru',
  },
  /** The names of Monday to Sunday. */
  weekday: {
    en: 'monday tuesday wednesday thursday friday saturday sunday',
    de: 'montag dienstag mittwoch donnerstag freitag samstag sonntag',
    nl: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    es: 'lunes martes miercoles jueves viernes sabado domingo',
    it: 'lunedi martedi mercoledi giovedi venerdi sabato domenica',
    pl: 'poniedzialek/pn wtorek/wt sroda czwartek piatek/pt sobota niedziela/nd',
  },
  /** Words before the number of a week. */
  week: { en: 'week wk cw', de: 'kw woche', fr: 'sem semaine', pl: 'tydz' },
  /** Words before the date on which a week begins. */
  weekOf: { en: 'w_c week_of week_commencing w_e', de: 'ab' },

  // Answers, and cells that say that something is not known.
  yes: { en: 'y yes x true ✓ ✔', de: 'j ja', fr: 'o oui', es: 's si', pl: 't tak' },
  no: { en: 'n no false', de: 'nein', fr: 'non', nl: 'nee', pl: 'nie' },
  unknown: {
    en: 'n_n n_a tba tbc tbd tbn none nil not_yet_advised not_yet_announced not_yet_decided not_yet_defined not_yet_determined not_yet_nominated as_required unknown unassigned pending not_assigned not_yet_assigned not_yet_appointed not_appointed not_awarded not_yet_awarded not_confirmed not_yet_confirmed not_decided not_defined not_advised not_determined not_nominated not_announced to_be_assigned to_be_appointed to_be_awarded to_be_confirmed to_be_decided to_be_defined to_be_advised to_be_determined to_be_nominated to_be_announced',
    de: 'offen noch_offen unbekannt noch_unbekannt',
    fr: 'a_definir inconnu inconnue',
    es: 'por_definir',
    it: 'da_definire',
    nl: 'onbekend n_t_b',
    pl: 'brak do_ustalenia',
  },

  /** Words in the column of a day without work. */
  dayOff: { en: 'off rdo ph bh hol holiday weekend closed', de: 'frei fei urlaub' },

  // Rows that are not tasks: types of rows, totals, notes.
  milestone: {
    en: 'milestone milestones',
    de: 'meilenstein meilensteine',
    fr: 'jalon',
    es: 'hito',
    it: 'pietra_miliare',
    nl: 'mijlpaal',
    pl: 'kamien_milowy',
  },
  summary: {
    en: 'level_of_effort wbs_summary hammock summary',
    de: 'sammelvorgang',
    fr: 'recapitulatif recapitulative',
    es: 'resumen',
  },
  total: {
    en: 'total totals grand_total subtotal sub_total',
    de: 'summe gesamt gesamtsumme zwischensumme',
    fr: 'sous_total totaux',
    it: 'totale',
    nl: 'totaal',
    es: 'suma',
    pl: 'razem ogolem',
  },
  ofTotal: {
    en: 'of days duration project programme operatives men people workers manpower labour labor crew',
    de: 'der tage dauer projekt ak arbeitskrafte personal',
    fr: 'de des general generale jours duree projet',
    es: 'dias duracion proyecto',
    it: 'di giorni durata progetto operai',
    nl: 'van generaal dagen duur',
    pl: 'dni czas',
  },
  note: {
    en: 'note notes nb n_b remark remarks page',
    de: 'hinweis hinweise bemerkung bemerkungen anmerkung anmerkungen seite',
    fr: 'remarque remarques',
    es: 'nota notas pagina',
    nl: 'opmerking opmerkingen',
    pl: 'uwaga uwagi strona',
  },

  rating: {
    en: 'high medium normal low critical urgent important good average fair poor approved rejected',
    de: 'hoch mittel niedrig gut schlecht',
    es: 'alto medio media bajo',
  },
  /** Small words that occur in sentences but not in names. */
  ofSentence: {
    en: 'to for by after before until is are be was has have not no with from on its the an when due per',
    de: 'ist wird nach bis durch noch nicht',
    fr: 'pour apres avant est pas',
    es: 'por para hasta',
  },

  // Companies, jobs, trades.
  companyForm: {
    en: 'inc incorporated ltd limited llc llp lp plc pty pty_ltd co company corp corporation',
    de: 'gmbh mbh ag kg ohg gbr se ek e_k gmbh_co_kg co_kg',
    fr: 'sa sas sarl',
    es: 'sl slu lda',
    it: 'srl spa snc',
    nl: 'bv nv vof',
    pl: 'sp_z_o_o sro doo aps ab oy oyj a_s kft',
  },
  company: { en: 's_c sub_con* *contract* company group bros jv' },
  /** Words in names of equipment that is really a sum of money. */
  cost: {
    en: 'expense expenses cost costs budget allowance fee fees payment payments retention insurance overhead overheads',
    de: 'kosten',
    fr: 'frais',
    es: 'costes gastos',
  },
  job: {
    en: 'manager engineer supervisor foreman superintendent',
    de: '*leiter',
  },
  tradeName: {
    en: 'electrician* electrical plumber* plumbing mechanical painter* painting roofer* roofing carpenter* carpentry framing framer* drywall mason* masonry bricklayer* concrete steel ironworker* scaffolder* scaffolding glazier* tiler* tiling flooring insulation hvac groundwork* landscap* piling crew gang labourer* laborer* operator* welder* fitter* joiner* joinery plaster* glaz* screed* brickwork interiors cladding demolition asphalt paving drainage sprinkler* duct* ceilings partitions floors scaffold* crane* steelwork rebar formwork shuttering',
    de: 'elektriker elektro sanitar heizung luftung klempner maler dachdecker zimmerer tischler schreiner trockenbau maurer rohbau estrich fliesenleger gerustbau glaser stahlbau erdbau spengler putzer estrichleger',
    fr: 'electricien* plombier* peintre* macon* couvreur* charpentier* menuisier* platrier* carreleur*',
    es: 'electricista* fontanero* pintor* albanil* carpintero*',
    it: 'elettricista idraulico imbianchino muratore falegname',
    nl: 'elektricien loodgieter schilder metselaar timmerman dakdekker stukadoor tegelzetter',
    pl: 'elektryk hydraulik malarz murarz ciesla dekarz',
  },

  // Headings: what a task is called, its id, name, dates, duration, progress.
  subject: {
    en: 'activity task act item work works job operation element',
    de: 'vorgang vorgangs aktivitat arbeit leistung tatigkeit arbeitsschritt',
    fr: 'tache activite travaux poste',
    es: 'tarea actividad partida',
    it: 'attivita lavoro lavorazione',
    nl: 'taak activiteit werkzaamheden',
    pl: 'zadanie zadania czynnosc czynnosci robota roboty prace',
  },
  id: {
    en: 'id ids code no nos nr num number ref reference # n uid pos position line ident identifier wbs',
    de: 'nummer kennung kod psp zeile vorgang*nummer vorgang*nr vorgang*kennung vorgang*id vorgang*code positionsnummer',
    fr: 'numero',
    es: 'codigo',
    it: 'codice',
    nl: 'cod',
    pl: 'lp poz pozycja numer identyfikator',
  },
  /** Words at the end of a heading for ids, whatever comes before. */
  idEnding: { en: 'id key guid uid uuid number no nr ref code #', de: 'nummer schlussel kennung' },
  name: {
    en: 'name names description desc title subject summary taskname',
    de: 'bezeichnung beschreibung benennung betreff thema vorgang*name vorgang*bezeichnung vorgang*beschreibung',
    fr: 'nom libelle designation intitule sujet',
    es: 'nombre descripcion asunto',
    it: 'nome descrizione oggetto',
    nl: 'naam omschrijving onderwerp taaknaam',
    pl: 'nazwa opis temat',
  },
  /**
   * Words that clearly mean a name. A column headed by one is preferred to a column headed by a weaker word, such as
   * Work.
   */
  fullName: {
    en: '*name* desc* title',
    de: '*bezeichn* *beschreib*',
    fr: 'nom libell*',
    pl: '*nazwa* opis',
  },
  lasting: { en: 'unique* *uid *code activity task*', de: '*kennung' },
  filler: {
    en: 'of the unique full at on',
    de: 'des der die',
    fr: 'de du la le l d',
    it: 'della dell dello di',
    nl: 'van',
  },
  start: {
    en: 'start starts begin begins commence commences commencement',
    de: 'beginn anfang',
    fr: 'debut',
    es: 'inicio comienzo',
    it: 'inizio',
    nl: 'aanvang',
    pl: 'poczatek rozpoczecie rozpoczecia',
  },
  finish: {
    en: 'finish end ends completion due',
    de: 'ende fertigstellung fertigstellen fertig_stellen abschluss',
    fr: 'fin',
    es: 'fine',
    it: 'termino',
    nl: 'eind einde',
    pl: 'koniec konca zakonczenie zakonczenia',
  },
  from: { en: 'from', de: 'von' },
  to: { en: 'to until', de: 'bis' },
  date: { en: 'date', de: 'datum termin' },
  duration: {
    en: 'duration dur drtn',
    de: 'dauer restdauer',
    fr: 'duree',
    es: 'duracion',
    it: 'durata',
    nl: 'duur doorlooptijd',
    pl: 'trwania',
  },
  durationUnit: {
    en: 'days weeks hours',
    de: 'tage arbeitstage werktage',
    fr: 'jours',
    es: 'dias',
    it: 'giorni',
    nl: 'dagen',
    pl: 'dni',
  },
  percent: {
    en: '% percent pct percentage progress completion',
    de: 'prozent fortschritt fertigstellungsgrad',
    fr: 'pourcentage pourcent avancement',
    es: 'porcentaje avance',
    it: 'percentuale avanzamento',
    nl: 'voortgang',
    pl: 'procent postep',
  },
  status: {
    en: 'status state',
    de: 'zustand bearbeitungsstand',
    fr: 'statut etat',
    es: 'estado',
    it: 'stato',
    pl: 'stan',
  },
  ofProgress: {
    en: 'overall site text progress completion construction phase stage current actual',
    de: 'aktuell aktueller',
    fr: 'actuel',
    it: 'attuale',
  },
  ofProject: { en: 'project', de: 'projekt', fr: 'projet', es: 'proyecto', it: 'progetto' },
  baseline: {
    en: 'baseline bl base contract',
    de: 'basis basisplan basisanfang basisende vertrag',
    pl: 'bazowy bazowa bazowe',
  },
  actual: {
    en: 'actual act',
    de: 'ist tatsachlich*',
    fr: 'reel reelle',
    es: 'real reales',
    it: 'effettiv*',
    nl: 'werkelijk werkelijke effectief',
    pl: 'rzeczywist*',
  },
  remaining: {
    en: 'remaining rem rest',
    de: 'restdauer verbleibend*',
    fr: 'restant restante',
    it: 'rimanente',
    nl: 'resterend*',
    pl: 'pozostal*',
  },
  current: {
    en: 'current forecast revised expected projected',
    de: 'prognose aktuell*',
    fr: 'prevision',
  },
  target: {
    en: 'planned plan scheduled schedule target early original orig',
    de: 'soll geplant*',
    fr: 'prevu prevue planifie planifiee',
    es: 'planificad* programad* previst*',
    it: 'pianificat*',
    nl: 'gepland geplande',
    pl: 'planowan*',
  },
  /** Words that change the meaning of a heading of dates, durations or per cent, so that it is not used. */
  besides: {
    en: 'amount amounts photo photos spend spending parent previous last next related variance constraint float slack difference diff late latest lag lead delay predecessor* successor* status cost costs budget usage units allocation resource weight overtime',
    de: 'abweichung varianz puffer kosten spatest*',
    fr: 'ecart',
  },
  created: {
    en: 'created modified updated last recurring checklist',
    de: 'erstellt geandert angelegt',
    fr: 'cree modifie',
  },

  // Headings: who, where, parts, lists.
  subcontractor: {
    en: 'sub sub_con* sub_contract* subs *contractor* *vendor* trade_partner* *company*',
    de: '*firma* *unternehmer* nu ausfuhrende*',
    fr: '*entreprise* sous_traitant*',
    es: 'contratista* subcontrat* *empresa*',
    it: '*impresa*',
    nl: '*aannemer*',
    pl: '*wykonawca*',
  },
  trade: { en: 'trade trades', de: '*gewerk*' },
  area: {
    en: 'area* subarea* workarea* zone* subzone* location* sector* elevation* facade* wing* *building* bldg blk block blocks tower* *station* plot plots room rooms house houses flat flats grid_line* apartment*',
    de: '*bereich* *bauteil* *bauabschnitt* *gebaude* ort haus achse*',
    fr: 'batiment* localisation*',
    es: 'ubicacion*',
    it: 'zona*',
    nl: 'locatie* woning* bouwdeel* blok',
    pl: 'strefa* obszar* lokalizacja*',
  },
  level: {
    en: '*level* *floor* *story *storey* stories',
    de: '*geschoss* *ebene* etage* stockwerk*',
    fr: 'niveau*',
    it: 'pietro* piano',
    nl: 'verdieping*',
    pl: 'kondygnacja*',
  },
  owner: {
    en: '*responsib* resp *owner* assigned assigned_to assignee* person foreman supervisor* superintendent* *engineer* *manager* coordinator* who',
    de: '*verantwortlich* zustandig* *bauleiter* polier* bearbeiter*',
    fr: 'responsable* conducteur*',
    es: 'responsab* jefe_de_obra encargado*',
    it: 'responsabile*',
    pl: 'odpowiedzialn* kierownik*',
  },
  shift: { en: '*shift* marks', de: '*schicht*' },
  package: { en: '*package* discipline* division div work_type type_of_work' },
  group: {
    en: 'wbs phase stage section bucket group sprint epic',
    de: 'psp',
    es: 'fase',
    pl: 'etap',
  },
  /** Words that may stand beside the name of a group in a heading: `WBS Path`, `Phase no.`. */
  ofGroup: {
    en: 'code path name title element desc description level no nr column 1 2 3 4',
  },
  labour: {
    en: 'people labour labor crew crews gang gangs manpower men workers operatives resource resources headcount ops',
    de: 'personal trupp kolonne ressourcennamen ak arbeitskrafte mitarbeiter',
    fr: 'effectif ouvriers ressources',
    es: 'recursos operarios',
    it: 'risorse operai',
    pl: 'zasobow zasoby nazwy_zasobow',
    nl: 'man mannen ploeg personeel',
  },
  resource: {
    en: 'resource resources',
    de: 'ressourcennamen',
    fr: 'ressources',
    es: 'recursos',
    it: 'risorse',
    pl: 'zasobow',
  },
  crewSize: {
    en: 'crew_size gang_size team_size no_of_men number_of_men no_of_people number_of_people no_of_operatives number_of_operatives no_of_workers number_of_workers',
    de: 'anzahl_ak anzahl_arbeitskrafte',
  },
  /** Words after a number, as in `2 nos` or `2 x Crane`; they are compared as written, so they have their accents. */
  pieces: { en: 'x × nr no nos pcs ea off', de: 'st stk stck stuck stück', pl: 'szt' },
  people: {
    en: 'men man people person persons pax pers',
    de: 'mann',
    fr: 'hommes',
    es: 'hombres',
    pl: 'osób',
  },
  /** Words that make the number after them a name, as in `Crew 2`, not a quantity. */
  crew: {
    en: 'crew gang team squad',
    de: 'kolonne trupp partie',
    fr: 'équipe',
    es: 'cuadrilla',
    it: 'squadra',
    nl: 'ploeg',
    pl: 'brygada zespół',
  },
  plant: {
    en: 'plant equipment machine machines machinery',
    de: 'gerat gerate maschinen',
    fr: 'engins',
    pl: 'sprzet',
  },
  materials: { en: 'material materials', fr: 'materiaux', pl: 'materialy' },
  predecessors: {
    en: 'pred preds predecessor predecessors depends_on dependent_on dependency dependencies blocked_by inward_issue_link',
    de: 'vorganger',
    fr: 'predecesseur predecesseurs',
    es: 'predecesora predecesoras',
    it: 'predecessori',
    nl: 'voorganger voorgangers',
    pl: 'poprzednik poprzedniki',
  },
  notes: {
    en: 'note notes *comment* *remark*',
    de: 'bemerkung* hinweis* anmerkung*',
    fr: 'remarque*',
    es: 'observaci* notas',
    nl: 'opmerking*',
    pl: 'uwagi',
  },
  dataDate: {
    en: 'data_date status_date progress_date report_date reporting_date update_date updated issued issue_date date_of_issue date_of_export exported exported_on progress_to progressed_to reported_to progress_reported_to as_of as_at',
    de: 'stichtag datenstand statusdatum stand',
    fr: 'date_de_mise_a_jour date_d_etat date_des_donnees',
    pl: 'data_statusu data_aktualizacji',
  },
  outlineLevel: {
    en: 'outline_level task_nesting nesting nesting_level indent indent_level hierarchy_level depth outline',
    de: 'gliederungsebene hierarchieebene',
    fr: 'niveau_hierarchique',
    es: 'nivel_de_esquema',
    pl: 'poziom_konspektu',
  },
  outlineNumber: {
    en: 'wbs wbs_code outline_number outline',
    de: 'psp psp_code gliederungsnummer',
    fr: 'numero_hierarchique',
    es: 'numero_de_esquema',
  },
  parent: {
    en: 'parent parent_task parent_id parent_key parent_name parent_activity parent_item',
    de: 'ubergeordnet* ubergeordnete_aufgabe',
    fr: 'tache_mere parente',
  },
  type: { en: 'type', de: 'art vorgangsart vorgangstyp typ' },
  isSummary: { en: 'summary', de: 'sammelvorgang', fr: 'recapitulative' },
  isActive: { en: 'active', de: 'aktiv', fr: 'actif', es: 'activa', it: 'attiva' },
  /** Words that make a heading mean something about a party or place, not its name. */
  aboutIt: {
    en: 'date dates schedule schedules e_mail *mail phone contact m2 m² sq floor_area rate count *quantit* qty cost costs price photo drawing priority risk* ready required control* *perform* induction tender payment access size* data_sheet contractor_type location_type area_type zone_type building_type *material* *approv* sequence week value level_of zone_of status *deliver* storage link links url reason',
    de: 'ansprech* bewertung *datum termin termine',
    fr: 'risque stockage',
    es: 'encargado riesgo',
  },
  /** Further headings of planning tools, which help to find the row of headings. */
  other: {
    en: 'firm milestone reason reasons blocking blocks float slack calendar constraint variance cost mode critical priority successor successors',
    de: 'ressourcen nachfolger puffer kalender verantwortlich abschnitt',
    fr: 'lot ressource successeur successeurs',
    es: 'sucesora sucesoras',
    pl: 'nastepnik nastepniki',
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;

export type Concept = keyof typeof conceptWords;
