import { it } from 'vitest';
import { checkDeliveredOnce } from './histories.ts';

it(
  'every due report is delivered once, or again with a mark, or its contact is notified, however long the process, disk, mail server or clock failed',
  {
    timeout: 3_600_000,
  },
  () => checkDeliveredOnce(['off', 'full', 'ahead', 'stopped', 'down']),
);
