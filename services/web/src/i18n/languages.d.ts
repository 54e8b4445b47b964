declare module 'virtual:languages' {
  /** By the name of its catalog, what each language says of itself, and its script; made by `languages.ts` beside `vite.config.ts`. */
  export const LANGUAGES: Readonly<
    Record<string, import('./catalogs.ts').About & { script: string }>
  >;
}
