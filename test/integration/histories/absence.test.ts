import { it } from 'vitest';
import { checkDeliveredOnce } from './histories.ts';

it(
  'whatever was due is delivered once, or marked, or told, however long process, disk, mail or clock were away',
  {
    timeout: 3_600_000,
  },
  () => checkDeliveredOnce(['off', 'full', 'ahead', 'stopped', 'down']),
);
