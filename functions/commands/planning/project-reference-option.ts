import * as z from 'zod/mini';
import { regions } from '../../planning/contract/tasks-query.ts';
import type { ProjectReference } from '../../planning-server/stores/store.ts';

const wrong = `use the region and the id, such as gb/riverside; regions are ${regions.join(' and ')}`;
/** What a key of the archive and a path of the API can hold. */
const reference = /^([a-z]+)\/([A-Za-z0-9_][A-Za-z0-9._-]{0,127})$/;

/** A project of the planning service, as `gb/riverside`. */
export const projectReferenceOption = z.pipe(
  z.string(),
  z.transform((text, { issues }): ProjectReference => {
    const [, named, projectId = ''] = reference.exec(text) ?? [];
    const region = regions.find((each) => each === named);
    if (region !== undefined) return { region, projectId };
    issues.push({ code: 'custom', message: wrong, input: text });
    return z.NEVER;
  }),
);
