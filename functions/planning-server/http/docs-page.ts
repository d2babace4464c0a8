/**
 * `/docs` shows the OpenAPI document as a page on which each operation can be tried. It loads nothing from other hosts.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from '#base/once.ts';
import { type RequestContext, sendBody } from './response.ts';

/** The package whose files `/docs` reads at run time; a bundle has them beside its code. */
export const docsPackage = 'swagger-ui-dist';

export const docsFileContentTypes: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const docsPageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Planning Read API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Swagger UI's documentation uses the name `window.ui`; tests read from it what has loaded. */
const docsStartScript = `window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;

/** Swagger UI needs `data:` images for its icons and inline styles on its elements. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Asset = { readonly contentType: string; readonly read: () => Promise<Uint8Array<ArrayBuffer>> };

/** The files of `/docs`, by path. */
export const docsAssets: ReadonlyMap<string, Asset> = new Map([
  ['/docs', { contentType: 'text/html; charset=utf-8', read: async () => Buffer.from(docsPageHtml) }],
  [
    '/docs/start.js',
    { contentType: 'text/javascript; charset=utf-8', read: async () => Buffer.from(docsStartScript) },
  ],
  ...Object.entries(docsFileContentTypes).map(
    ([file, contentType]) => [`/docs/${file}`, packagedAsset(file, contentType)] as const,
  ),
]);

function packagedAsset(file: string, contentType: string): Asset {
  const read = once(async () => {
    const folder = dirname(createRequire(import.meta.url).resolve(`${docsPackage}/package.json`));
    return Buffer.from(await readFile(join(folder, file)));
  });
  return { contentType, read };
}

export async function sendDocs(c: RequestContext, { contentType, read }: Asset): Promise<Response> {
  return sendBody(c, await read(), {
    'content-type': contentType,
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'public, max-age=3600',
    'referrer-policy': 'no-referrer',
  });
}
