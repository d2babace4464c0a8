import * as z from 'zod/mini';
import { described, wholeNumber } from './fields.ts';

export const linkDays = described(
  z._default(wholeNumber(1, 365), 30),
  'Days for which links in messages work, 1 to 365.',
);
