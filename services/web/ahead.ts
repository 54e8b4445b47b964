// What a browser is told before it would find out, so that it loads and compiles while it waits for other parts.

import type { Plugin } from 'vite';

/** Asked for by the document itself: first and base are on their way before anything else is wanted. */
const UNDER_WAY = /\/(?:first|base)-/;
/** Run as soon as they are there: their functions are compiled beside the page, and not each when it is called. */
const runsAtOnce = ({ name, facadeModuleId }: { name: string; facadeModuleId: string | null }) =>
  /^(?:first|base|play|main)$/.test(name) || facadeModuleId?.includes('/src/screens/');
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';

export function ahead(): Plugin {
  return {
    name: 'ahead',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (part, needed) =>
            needed.filter((file) => file !== part && !UNDER_WAY.test(file)),
        },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'base')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !runsAtOnce(file)) continue;
          file.code = COMPILE_ALL + file.code;
        }
      },
    },
  };
}
