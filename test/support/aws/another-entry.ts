type Entries = {
  readonly report: typeof import('../../../functions/report.ts');
  readonly reconcile: typeof import('../../../functions/reconcile.ts');
  readonly import: typeof import('../../../functions/import.ts');
  readonly dispatch: typeof import('../../../functions/dispatch.ts');
  readonly download: typeof import('../../../functions/download.ts');
  readonly events: typeof import('../../../functions/events.ts');
  readonly 'dead-letter': typeof import('../../../functions/dead-letter.ts');
  readonly 'read-api': typeof import('../../../functions/read-api.ts');
};

let loaded = 0;

/** An entry of `functions/` that has read none of its environment yet, over the modules that are loaded already. */
export async function anotherEntry<Name extends keyof Entries>(name: Name): Promise<Entries[Name]> {
  loaded += 1;
  return import(/* @vite-ignore */ `../../../functions/${name}.ts?${loaded}`);
}
