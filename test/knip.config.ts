/**
 * The configuration of `npm run check:dead-code`. It runs twice: once over everything, tests included, and once with
 * `--production`, which starts from the patterns ending in `!` and so finds what only tests use.
 */
import type { KnipConfig } from 'knip';

export default ({ production = false }: { readonly production?: boolean }): KnipConfig => ({
  entry: [
    'functions/{worker,dispatch,report,reconcile,events,dead-letter,download,read-api,import}.ts!',
    'infra/{app,write-bundle,docs/write-docs}.ts!',
    // Without `--production`, knip itself finds what package.json runs.
    ...(production ? ['functions/config/write-schema.ts!'] : []),
    // The bundler puts these in place of packages, by path.
    'infra/bundled/*.ts!',
    'test/bench/*.ts',
    'test/bench/cloud/read-page.ts',
    'test/bench/planning/write-*.ts',
    'test/bench/report/write-*.ts',
    'test/bench/scale/write-*.ts',
    'test/bench/workbook/write-*.ts',
    'test/integration/check-demo.ts',
    'test/integration/machine/machine-process.ts',
    'test/integration/oracle/print-differences.ts',
    'test/integration/runtime/*.ts',
    'test/support/infra/entries/*.ts',
    'test/support/pictures/draw-pictures.ts',
    'test/support/workers/*.ts',
    'test/support/workbook/print-*-hash.ts',
  ],
  project: ['functions/**/*.{ts,js}!', 'infra/**/*.ts!', 'test/**/*.ts'],
  vitest: { config: ['test/vitest.config.ts'] },
  // The first has only types of events. The second has the files for the page /docs, which are read by path.
  ignoreDependencies: ['@types/aws-lambda', 'swagger-ui-dist'],
  // Programs of the operating system that tests, the bench and pictures run.
  ignoreBinaries: ['cc', 'mkfifo', 'pdftoppm', 'pdftotext', 'soffice', 'zbarimg'],
  // An export that its own file uses is not dead, even where only a test imports it.
  ignoreExportsUsedInFile: production,
});
