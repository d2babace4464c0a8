import { describe, expect, it } from 'vitest';
import { commandText, inShell, setVariable } from '#base/text/shell.ts';

describe('a command', () => {
  it('quotes what a shell would take apart', () => {
    expect(commandText(['run', '--out', "site's folder/a"], 'linux')).toBe(
      "npm run lookahead -- run --out 'site'\\''s folder/a'",
    );
  });

  it('is for PowerShell and cmd on Windows', () => {
    expect(commandText(['run', '--config', 'C:\\sites\\a.yaml', '--out', 'C:\\my sites'], 'win32')).toBe(
      'npm.cmd run lookahead -- run --config C:\\sites\\a.yaml --out "C:\\my sites"',
    );
    expect(inShell("it's", 'win32')).toBe('"it\'s"');
  });

  it('sets a variable in the words of the shell', () => {
    expect(setVariable('PLANNING_API_KEY', 'x', 'linux')).toBe('export PLANNING_API_KEY=x');
    expect(setVariable('PLANNING_API_KEY', 'x', 'win32')).toBe("$env:PLANNING_API_KEY = 'x'");
  });
});
