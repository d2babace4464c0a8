import { registerHooks } from 'node:module';

/**
 * Lets zod load without its words in 60 languages, of which only the English ones are used, and those from a module of
 * their own: they are a quarter of all modules that a command loads. Where a release of zod has them elsewhere, they are
 * loaded as before.
 */
export function loadZodWithoutLanguages(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '../locales/index.js' && context.parentURL?.includes('/zod/')
        ? { url: 'data:text/javascript,', format: 'module', shortCircuit: true }
        : next(specifier, context),
  });
}
