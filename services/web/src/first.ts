// The first script of the page: small, so that it is there at once. It knows where one comes to and in which language,
// and has all that is needed there fetched side by side. `main.ts` goes on with it, and mends what cannot be had.

import './fonts/fonts.css';
import './app.css';
import { routeOf } from './core/route.ts';
import font from './fonts/vazirmatn.woff2?url';
import { load, preferred } from './i18n/catalogs.ts';
import { comeAhead } from './net/ahead.ts';
import { memory } from './net/memory.ts';
import { tables } from './net/tables.ts';
import { partsOf } from './screens.ts';

const here = routeOf(location);
const language = preferred(memory.language(), navigator.languages);

if (new Intl.Locale(language).maximize().script === 'Arab') fetchFont();
for (const part of [...partsOf(here), () => load(language)]) part().catch(() => undefined);
if (here.at === 'table') comeAhead(here.code, tables.has(here.code));
void import('./main.ts');

/** Else a browser asks for it only once there are words to be shown. */
function fetchFont(): void {
  const link = document.createElement('link');
  Object.assign(link, {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    crossOrigin: '',
    href: font,
  });
  document.head.append(link);
}
