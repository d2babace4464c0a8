/** The package of Swagger UI, from which `/docs` reads files while it runs: a bundle has them beside its code. */
export const docsPackage = 'swagger-ui-dist';

/** The files, with their content types. */
export const docsFiles: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
