import { describe, expect, it } from 'vitest';
import { projectsOfReport } from '#config/projects-of.ts';

const projects = [{ key: 'riverside' }, { key: 'harbour' }, { key: 'station' }];
const keysOf = (named?: readonly string[]) =>
  projectsOfReport({ projects: named }, projects).map(({ key }) => key);

describe('the projects of a report', () => {
  it('are all projects if it names none', () => {
    expect(keysOf()).toEqual(['riverside', 'harbour', 'station']);
  });

  it('are the projects that it names, each once, in the order of the configuration', () => {
    expect(keysOf(['station', 'riverside', 'station', 'unknown'])).toEqual(['riverside', 'station']);
  });
});
