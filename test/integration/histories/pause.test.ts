import { it } from 'vitest';
import { checkDeliveredOnce } from './histories.ts';

// No check can know of a pause that began or ended while none ran, so nothing else is away here.
it(
  'whatever was due outside of a pause is delivered once, or marked, or told, and nothing of a pause is',
  {
    timeout: 3_600_000,
  },
  () => checkDeliveredOnce(['paused', 'stopped', 'down']),
);
