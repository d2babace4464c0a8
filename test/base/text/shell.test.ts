import { describe, expect, it } from 'vitest';
import { launchMethod } from '#base/system.ts';
import { commandText, setVariableCommandText, shellQuoted } from '#base/text/shell.ts';

describe('a command', () => {
  it('begins with the name of the program if it is installed', () => {
    expect(commandText(['status'], 'linux', 'name')).toBe('lookahead status');
    expect(commandText(['status'], 'linux', 'npm')).toBe('npm run lookahead -- status');
  });

  it.each([
    ['npm', { npm_command: 'run-script' }],
    ['npm', { AWS_LAMBDA_FUNCTION_NAME: 'lookahead-uk-reconcile' }],
    ['name', { PATH: '/usr/bin' }],
  ])('is started by %s if the environment has %o', (launcher, environment) => {
    expect(launchMethod(environment)).toBe(launcher);
  });

  it('has quotes around words that a shell would split', () => {
    expect(commandText(['run', '--out', "site's folder/a"], 'linux', 'npm')).toBe(
      "npm run lookahead -- run --out 'site'\\''s folder/a'",
    );
  });

  it('is written for PowerShell and cmd on Windows', () => {
    expect(
      commandText(['run', '--config', 'C:\\sites\\a.yaml', '--out', 'C:\\my sites'], 'win32', 'npm'),
    ).toBe('npm.cmd run lookahead -- run --config C:\\sites\\a.yaml --out "C:\\my sites"');
    expect(shellQuoted("it's", 'win32')).toBe('"it\'s"');
  });

  it('sets a variable in the syntax of the shell', () => {
    expect(setVariableCommandText('PLANNING_API_KEY', 'x', 'linux')).toBe('export PLANNING_API_KEY=x');
    expect(setVariableCommandText('PLANNING_API_KEY', 'x', 'win32')).toBe("$env:PLANNING_API_KEY = 'x'");
  });
});
