// The first script of the page: small, so that it is there at once. It knows where one comes to and in which language,
// and has all that is needed there fetched side by side. `main.ts` goes on with it, and mends what cannot be had.

import './fonts/fonts.css';
import './app.css';
import { routeOf } from './core/route.ts';
import font from './fonts/vazirmatn.woff2?url';
import { LANGUAGES, load, preferred } from './i18n/catalogs.ts';
import { comeAhead } from './net/ahead.ts';
import { memory } from './net/memory.ts';
import { tables } from './net/tables.ts';
import { partsOf } from './screens.ts';

const here = routeOf(location);
const language = preferred(memory.language(), navigator.languages);

if (here.at === 'table') comeAhead(here.code, tables.has(here.code));
void import('./main.ts');
for (const part of [() => load(language), ...partsOf(here)]) part().catch(() => undefined);
if (LANGUAGES[language]?.script === 'Arab') fetchFont();
if (here.at === 'table') setTimeout(learnLanguages);

/** Else a browser asks for it only once there are words to be shown. What shows them goes before it. */
function fetchFont(): void {
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'font',
    fetchPriority: 'low',
    type: 'font/woff2',
    crossOrigin: '',
    href: font,
  });
  document.head.append(link);
}

/** What a browser knows of languages it loads when that is first asked for: while there is nothing to do but wait. */
function learnLanguages(): void {
  new Intl.NumberFormat(language).format(0);
  new Intl.ListFormat(language).format([]);
}
