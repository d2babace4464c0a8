import { describe, expect, it } from 'vitest';
import { headingMeaning } from '../../../../functions/programme/readers/table/heading-row.ts';

describe('a heading', () => {
  it.each([
    [
      'id',
      'Activity ID; Task_ID; Nr.; Lp.; N°; No.; #; Unique_ID; Vorgangsnummer; Vorgang-Nr.; Code activité; Id. de tarea; task_code; Pos.; Line',
    ],
    [
      'title',
      'Activity Name; Task_Name; Vorgangsname; Vorgang; Nazwa zadania; Nom de la tâche; Nombre de tarea; Nome attività; Taaknaam; Description; Désignation',
    ],
    [
      'start',
      'Start; Start_Date; (*)Start; Anfang; Ist-Anfang; Beginn; Début; Comienzo; Inizio; Początek; Begindatum; Startdatum; Geplanter Anfang; von',
    ],
    [
      'finish',
      'Finish; Finish_Date; End; Ende; Fertig stellen; Endtermin; Fin; Fine; Koniec; Einde; bis; Due Date',
    ],
    [
      'duration',
      'Duration; Original Duration(h); Dauer [Tage]; Durée (j); Duración; Durata; Czas trwania; Duur; Days; Arbeitstage; target_drtn_hr_cnt',
    ],
    [
      'percentComplete',
      '% Complete; Percent_Complete; Activity % Complete(%); % Abgeschlossen; Fortschritt [%]; Avancement; % ukończenia; PercentComplete; % achevé',
    ],
    ['status', 'Status; Activity Status; Statut; Stan; Stato; Estado; status_code'],
    [
      'other',
      'Predecessors; Total Float; Start Variance; Nachunternehmer; Late Finish; Finish Constraint; Resource Names',
    ],
  ])('of %s is known in several languages', (kind, headings) => {
    const kinds = headings.split('; ').map((heading) => [heading, headingMeaning(heading)?.kind]);
    expect(kinds).toEqual(headings.split('; ').map((heading) => [heading, kind]));
  });

  it.each([
    ['Actual Start', 'actual'],
    ['Ist-Ende', 'actual'],
    ['Planned Finish', 'planned'],
    ['Baseline Start', 'baseline'],
    ['Forecast Finish', 'current'],
    ['Remaining Duration', 'remaining'],
    ['Start', undefined],
  ])('says which of several columns it is: %s', (heading, version) => {
    expect(headingMeaning(heading)?.version).toBe(version);
  });

  it.each([
    'Construction programme – start on site in November 2026',
    'Rosenpark',
    'Revision C',
    '23/11/2026',
    'Prepared by',
    '',
  ])('is none that is known: %j', (text) => {
    expect(headingMeaning(text)).toBeUndefined();
  });
});
