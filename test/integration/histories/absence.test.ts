import { it } from 'vitest';
import { checkDeliveredOnce } from './histories.ts';

it(
  'every due report is delivered once, or marked, or its contact is notified, however long process, disk, mail or clock were away',
  {
    timeout: 3_600_000,
  },
  () => checkDeliveredOnce(['off', 'full', 'ahead', 'stopped', 'down']),
);
