import { describe, expect, it } from 'vitest';
import { recogniseHeadings } from '#programme/recognise/heading.ts';

const headingOf = (heading: string) => recogniseHeadings([heading])[0];

describe('a heading', () => {
  it.each([
    [
      'id',
      'Activity ID; Task_ID; Nr.; Lp.; N°; No.; #; Unique_ID; Vorgangsnummer; Vorgang-Nr.; Code activité; Id. de tarea; task_code; Pos.; Line',
    ],
    [
      'title',
      'Activity Name; Task_Name; Vorgangsname; Vorgang; Nazwa zadania; Nom de la tâche; Nombre de tarea; Nome attività; Taaknaam; Description; Désignation; Project Description; Construction Activity Name',
    ],
    [
      'start',
      'Start; Start_Date; (*)Start; Anfang; Ist-Anfang; Beginn; Début; Comienzo; Inizio; Początek; Begindatum; Startdatum; Geplanter Anfang; von; Project Phase Actual Start Date; Project Start; Date on which the works of the phase are planned to start',
    ],
    [
      'finish',
      'Finish; Finish_Date; End; Ende; Fertig stellen; Endtermin; Fin; Fine; Koniec; Einde; bis; Due Date; Project Phase Planned End Date',
    ],
    [
      'duration',
      'Duration; Original Duration(h); Dauer [Tage]; Durée (j); Duración; Durata; Czas trwania; Duur; Days; Arbeitstage; target_drtn_hr_cnt',
    ],
    [
      'percent',
      '% Complete; Percent_Complete; Activity % Complete(%); % Abgeschlossen; Fortschritt [%]; Avancement; % ukończenia; PercentComplete; % achevé',
    ],
    ['status', 'Status; Project Status Name; Activity Status; Statut; Stan; Stato; Estado; status_code'],
    ['predecessors', 'Predecessors; Vorgänger; Task Predecessors'],
    ['subcontractor', 'Nachunternehmer; Trade Contractor; NU'],
    ['parent', 'Parent Task Name; Parent'],
    ['labour', 'Resource Names; AK; Arbeitskräfte'],
  ])('of %s is known in several languages', (kind, headings) => {
    const kinds = headings
      .split('; ')
      .map((heading) => [heading, Object.keys(headingOf(heading)?.is ?? {})[0]]);
    expect(kinds).toEqual(headings.split('; ').map((heading) => [heading, kind]));
  });

  it.each([
    'Total Float',
    'Start Variance',
    'Remarks on start',
    'Final Estimate of Actual Costs Through End of Phase Amount',
    'Late Finish',
    'Finish Constraint',
  ])('%s is known, but not as a start, finish, duration or percentage', (heading) => {
    const { isKnown, is } = headingOf(heading) ?? {};
    expect(isKnown).toBe(true);
    expect([is?.start, is?.finish, is?.duration, is?.percent]).toEqual(Array(4).fill(undefined));
  });

  it.each([
    ['Actual Start', 'actual'],
    ['Ist-Ende', 'actual'],
    ['Planned Finish', 'target'],
    ['Baseline Start', 'baseline'],
    ['Forecast Finish', 'current'],
    ['Remaining Duration', 'remaining'],
    ['Start', undefined],
    ['Project Start', 'whole'],
    ['Project Phase Planned End Date', 'target'],
  ])('says whether a date or duration is planned, actual or of another kind: %s', (heading, version) => {
    expect(headingOf(heading)?.version).toBe(version);
  });

  it('means the same if all headings of the table begin and end with the same words', () => {
    const kinds = (headings: string) =>
      recogniseHeadings(headings.split(', ')).map(({ is }) => Object.keys(is)[0]);
    expect(kinds('RP ID new, RP Task new, , RP Begin new, RP End new')).toEqual([
      'id',
      'title',
      undefined,
      'start',
      'finish',
    ]);
    expect(kinds('ID, RP Task, RP End')).toEqual(['id', undefined, 'finish']);
  });

  it.each([
    'Construction programme – start on site in November 2026',
    'Rosenpark',
    'Revision C',
    '23/11/2026',
    'Prepared by',
    '',
  ])('is not known: %j', (text) => {
    expect(headingOf(text)?.isKnown).toBe(false);
  });
});
