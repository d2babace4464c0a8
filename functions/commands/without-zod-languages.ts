import { registerHooks } from 'node:module';

/**
 * Makes zod load without its messages in 60 languages, which would be a quarter of all modules that a command loads. If
 * a release of zod moves the files with these messages, they are loaded again.
 */
export function skipZodLanguages(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '../locales/index.js' && context.parentURL?.includes('/zod/')
        ? { url: 'data:text/javascript,', format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
}
