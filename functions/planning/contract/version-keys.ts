/**
 * Where an archive keeps the versions of programmes. A version exists once its manifest is stored, and the highest
 * number is the current one. The planning server serves versions, and a report can be due when a version arrives.
 */
import { defineObjectKindWithoutSchema, numberParameter, oneOfWordsParameter } from '#archive/objects.ts';
import { regions } from './tasks-query.ts';

export const versionKeyParameters = { region: oneOfWordsParameter(regions), version: numberParameter(1) };

/** the tasks of a version */
export const versionDatabaseKeyTemplate = defineObjectKindWithoutSchema(
  versionKeyParameters,
  'programmes/{region}/{projectId}/{version}.sqlite.zst',
  { by: ['import', 'command'], persons: 'stay' },
);
/** what a version is, and where it came from; stored last, as it makes the version */
export const versionManifestKeyTemplate = defineObjectKindWithoutSchema(
  versionKeyParameters,
  'programmes/{region}/{projectId}/{version}.json',
  {
    by: ['import', 'command'],
    persons: 'none',
  },
);
