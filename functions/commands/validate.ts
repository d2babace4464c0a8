import { loadConfiguration } from '../config/load-configuration.ts';
import type { Terminal } from './terminal.ts';

/** Checks a configuration file and says what it configures. @throws ConfigurationError with every problem. */
export async function validate(file: string, terminal: Terminal): Promise<void> {
  const { projects, reports } = await loadConfiguration(file);
  terminal.line(`${file} is valid: ${projects.length} projects, ${reports.length} reports.`);
  for (const report of reports) {
    const on = report.projects ?? projects.map((project) => project.key);
    const when = report.when ? `when ${report.when.cron}` : 'on demand';
    terminal.line(`  ${report.key}: ${report.name}, for ${on.join(', ')}, ${when}`);
  }
  terminal.json({
    valid: true,
    file,
    projects: projects.map((project) => project.key),
    reports: reports.map((report) => report.key),
  });
}
