import type { Random } from '../model/random.ts';
import type { SampleUser } from '../model/sample-project.ts';
import { personNames } from '../vocabulary/vocabulary.ts';

/** People with different names and addresses under example.com. */
export function people(count: number, random: Random): SampleUser[] {
  const found = new Map<string, SampleUser>();
  while (found.size < count) {
    const [given, family] = [random.pick(personNames.givenNames), random.pick(personNames.familyNames)];
    const displayName = `${given} ${family}`;
    if (found.has(displayName)) continue;
    found.set(displayName, {
      id: `user-${String(found.size + 1).padStart(3, '0')}`,
      displayName,
      email: `${given}.${family}@example.com`.toLowerCase(),
    });
  }
  return [...found.values()];
}
