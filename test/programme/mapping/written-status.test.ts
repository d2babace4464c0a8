import { expect, it } from 'vitest';
import { knownStatus } from '../../../functions/programme/mapping/written-status.ts';

it.each([
  [
    'planned',
    'Not Started; nicht begonnen; non commencé; nie rozpoczęto; not yet started; à venir; nog niet gestart; no iniciada; niet gestart; da iniziare',
  ],
  [
    'started',
    'In Progress; IN-PROGRESS; in Arbeit; en cours; w toku; en curso; bezig; in corso; onderhanden; en ejecución',
  ],
  ['complete', 'Finished; Completed; 100; erledigt; terminé; zakończone; completado; voltooid; completato'],
  ['cancelled', 'Cancelled; canceled; entfällt; annulé; Dropped'],
  ['started', 'Working on it; Doing; In Review; In process; Progressing; Commenced'],
  ['blocked', 'Stuck; On Hold; Paused; Stalled'],
  ['planned', 'To Do; Up next; Pending; Open; Scheduled; Ready to start; Future steps'],
  ['delayed', 'Overdue; Behind schedule; Off track'],
])('words of status in several languages mean %s', (status, words) => {
  expect(words.split('; ').map((word) => [word, knownStatus(word)])).toEqual(
    words.split('; ').map((word) => [word, status]),
  );
});

it('other words of status mean nothing that is known', () => {
  expect(knownStatus('waiting for crane')).toBeUndefined();
  expect(knownStatus('constructor')).toBeUndefined();
});
