/** What `lookahead start` needs to know besides: one process on one machine, without AWS. */
import * as z from 'zod/mini';
import { described, nonEmptyText } from '../fields.ts';

const port = z.int().check(z.gte(0), z.lte(65_535));
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'is not a web address. Start it with https:// or http://.',
});

export const machineSchema = described(
  z.strictObject({
    url: described(
      z._default(webAddress, 'http://localhost:8080'),
      'Where links in messages lead: an address at which readers reach `port`, such as that of a reverse proxy.',
    ),
    host: described(
      z._default(nonEmptyText, '127.0.0.1'),
      'The address that links are served on: 127.0.0.1 is for this machine only, 0.0.0.0 for all.',
    ),
    port: described(z._default(port, 8_080), 'The port that links are served on.'),
    linkDays: described(
      z._default(z.int().check(z.gte(1), z.lte(365)), 30),
      'Days for which a link in a message works, 1 to 365.',
    ),
    workers: described(
      z._default(z.int().check(z.gte(1), z.lte(32)), 2),
      'How many reports are made at the same time at most, 1 to 32.',
    ),
    workerMemoryMB: described(
      z._default(z.int().check(z.gte(256), z.lte(65_536)), 1_024),
      'Megabytes of memory that making one report may take; 1024 are enough for six weeks of a project of 24,000 tasks.',
    ),
    planning: described(
      z.optional(
        z.strictObject({
          data: described(
            nonEmptyText,
            'The folder with the projects, as for `serve --data`, relative to the working directory.',
          ),
          port: described(z._default(port, 8_787), 'The port that the Planning Read API is served on.'),
        }),
      ),
      'A Planning Read API that the same process serves on 127.0.0.1.',
    ),
  }),
  'The one machine on which `lookahead start` runs.',
);
