/** `/docs` reads its files while it runs; a bundle has them beside its code. */
export const docsPackage = 'swagger-ui-dist';

export const docsFiles: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
