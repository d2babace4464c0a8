import { it } from 'vitest';
import { checkDeliveredOnce } from './histories.ts';

// No check can notice a pause that began or ended while no process ran, so this test has no other trouble.
it(
  'every report due outside of a pause is delivered once, or again with a mark, or its contact is notified; one due in a pause is not delivered',
  {
    timeout: 3_600_000,
  },
  () => checkDeliveredOnce(['paused', 'stopped', 'down']),
);
