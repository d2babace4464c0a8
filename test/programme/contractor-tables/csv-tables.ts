/** CSV files, in several languages and encodings. */
import { type ContractorTable, csv } from './contractor-table.ts';

export const csvTables: readonly ContractorTable[] = [
  {
    title: 'a German CSV with title rows, semicolons, decimal commas and a total, with a mapping',
    content: csv(
      `
      Bauzeitenplan Rosenpark
      Stand: 20.11.2026

      Nr. | Vorgang | Beginn | Ende | Dauer | Status | Nachunternehmer | Trupp
      10 | Aushub | 23.11.2026 | 27.11.2026 | 5 Tage | erledigt | Hofer Söhne | Baggerführer 1; Helfer 2
      20 | Schalung; Wände | 30.11.2026 | 02.12.2026 | 2,5 Tage | in Arbeit | Betonwerk | Zimmerer 4
      30 | Betonieren | 03.12.2026 | 04.12.2026 | 2 Tage | offen | Betonwerk | Betonierer 6
      Summe | | | | 9,5
      Unterschrift: | | | | | Bauleitung
      `,
      { separator: ';', encoding: 'latin1' },
    ),
    mapping: `
      headerRow: 4
      id: { column: Nr. }
      title: { column: Vorgang }
      dates: { start: Beginn, finish: Ende, format: dd.MM.yyyy }
      duration: { column: Dauer }
      status: { column: Status }
      words: { complete: [erledigt], started: [in Arbeit], planned: [offen] }
      subcontractor: { column: Nachunternehmer }
      labour: { column: Trupp }`,
    right: `
          10 | Aushub | 2026-11-23..2026-11-27 | 5d | complete | Hofer Söhne | 1 Baggerführer, 2 Helfer
          20 | Schalung; Wände | 2026-11-30..2026-12-02 | 2.5d | started | Betonwerk | 4 Zimmerer
          30 | Betonieren | 2026-12-03..2026-12-04 | 2d | planned | Betonwerk | 6 Betonierer`,
  },
  {
    title: 'a German CSV with title rows, with the proposed mapping alone',
    content: csv(
      `
      Terminplan Rosenpark; Stand 20.11.2026

      Nr. | Vorgang | Beginn | Ende | Dauer (Tage)
      10 | Aushub | 23.11.2026 | 27.11.2026 | 5
      20 | Schalung | 30.11.2026 | 02.12.2026 | 3
      `,
      { separator: ';' },
    ),
    right: [
      { tasks: `10 | Aushub | 2026-11-23..2026-11-27 | 5d\n20 | Schalung | 2026-11-30..2026-12-02 | 3d` },
      { refusal: /dates: \{ start/ },
    ],
  },
  {
    title: 'a French CSV with semicolons, accents of Windows-1252 and "45 %"',
    content: csv(
      `
      N° | Désignation | Début | Fin | Durée (j) | Avancement | Entreprise
      1 | Terrassement | 23/11/2026 | 27/11/2026 | 5 | 100 % | Bâtiments Léger
      2 | Dalle béton | 30/11/2026 | 02/12/2026 | 2,5 | 45 % | Béton Pro
      3 | Réception | 04/12/2026 | 04/12/2026 | 0 | 0 % |
      `,
      { separator: ';', encoding: 'latin1' },
    ),
    mapping: `
      id: { column: N° }
      title: { column: Désignation }
      dates: { start: Début, finish: Fin, format: dd/MM/yyyy }
      duration: { column: Durée (j) }
      percentComplete: { column: Avancement }
      subcontractor: { column: Entreprise }`,
    right: `
          1 | Terrassement | 2026-11-23..2026-11-27 | 5d | complete | Bâtiments Léger
          2 | Dalle béton | 2026-11-30..2026-12-02 | 2.5d | started | Béton Pro
          3 | Réception | 2026-12-04 | 0d | planned`,
  },
  {
    title: 'a Polish table with tabs in UTF-16, and statuses known by their values',
    content: csv(
      `
      Lp. | Nazwa zadania | Początek | Koniec | Czas trwania | Stan | Podwykonawca
      1 | Wykop | 23.11.2026 | 27.11.2026 | 5 dni | zakończone | Źródło Sp. z o.o.
      2 | Płyta | 30.11.2026 | 02.12.2026 | 3 dni | w toku | Żelbet
      3 | Odbiór | 04.12.2026 | 04.12.2026 | 1 dzień | odłożone |
      `,
      { separator: '\t', encoding: 'utf16le', mark: true },
    ),
    mapping: `
      id: { column: Lp. }
      title: { column: Nazwa zadania }
      dates: { start: Początek, finish: Koniec, format: dd.MM.yyyy }
      workingDays: [mon, tue, wed, thu, fri]
      duration: { column: Czas trwania }
      status: { column: Stan }
      subcontractor: { column: Podwykonawca }`,
    right: [
      {
        tasks: `
          1 | Wykop | 2026-11-23..2026-11-27 | 5d | complete | Źródło Sp. z o.o.
          2 | Płyta | 2026-11-30..2026-12-02 | 3d | started | Żelbet
          3 | Odbiór | 2026-12-04 | 1d | other`,
        says: [/odłożone/],
      },
    ],
  },
  {
    title: 'a Polish table in Windows-1250, which the mapping names',
    content: () =>
      Buffer.from('Lp.;Zadanie;Start;Koniec\r\n1;P\xb3yta \xbfelbetowa;23.11.2026;27.11.2026\r\n', 'latin1'),
    mapping: `
      encoding: windows-1250
      id: { column: Lp. }
      title: { column: Zadanie }
      dates: { start: Start, finish: Koniec, format: dd.MM.yyyy }`,
    right: '1 | Płyta żelbetowa | 2026-11-23..2026-11-27 | 5d',
  },
  {
    title: 'a Spanish CSV with two-digit years and "días"',
    content: csv(
      `
      Id | Nombre de tarea | Comienzo | Fin | Duración
      1 | Excavación | lun 23/11/26 | vie 27/11/26 | 5 días
      2 | Losa | lun 30/11/26 | mié 02/12/26 | 3 días
      `,
      { separator: ';', mark: true },
    ),
    mapping: `
      id: { column: Id }
      title: { column: Nombre de tarea }
      dates: { start: Comienzo, finish: Fin, format: dd/MM/yy }
      duration: { column: Duración }`,
    right: [
      { tasks: '1 | Excavación | 2026-11-23..2026-11-27 | 5d\n2 | Losa | 2026-11-30..2026-12-02 | 3d' },
      { refusal: /lun 23\/11\/26/ },
      { says: [/lun 23\/11\/26/, /Comienzo|line 2/] },
    ],
  },
  {
    title: 'quotes, separators and line breaks in cells, with a group row and a total',
    content: csv(`
      ID | Activity | Start | Finish | Remarks
      1 | STRUCTURE
      1.1 | Pour slab,↵level 1 "north" | 30/11/2026 | 02/12/2026 | pump, 36 m
      1.2 | Strip | 03/12/2026 | 23/12/2026 | "later"
      Total | 2 activities
    `),
    right: [
      {
        tasks: `
          1.1 | Pour slab, level 1 "north" | 2026-11-30..2026-12-02 | 3d
          1.2 | Strip | 2026-12-03..2026-12-23 | 15d`,
      },
      { says: [/Activity 1\b/, /Activity Total/] },
    ],
  },
  {
    title: 'a CSV whose title has more commas than its table has semicolons',
    content: csv(
      `
      Rosenpark, Block B, Levels 1, 2, 3, 4, 5, Revision C, 20 November
      ID | Activity | Start | Finish
      A10 | Excavate | 23/11/2026 | 27/11/2026
      A20 | Pour slab | 30/11/2026 | 02/12/2026
      `,
      { separator: ';' },
    ),
    right: 'A10 | Excavate | 2026-11-23..2026-11-27 | 5d\nA20 | Pour slab | 2026-11-30..2026-12-02 | 3d',
  },
  {
    title: 'dates without a year',
    content: csv(`
      ID | Activity | Start | Finish
      A10 | Excavate | 23.11. | 27.11.
    `),
    right: [{ refusal: /format|dates/i }],
  },
];
