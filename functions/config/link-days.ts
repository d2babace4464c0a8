import * as z from 'zod/mini';
import { described, wholeNumber } from './fields.ts';

export const linkDays = described(
  z._default(wholeNumber(1, 365), 30),
  'Days for which a link in a message works, 1 to 365.',
);
