import { mount } from 'svelte';
import App from './App.svelte';
import { late } from './app/late.ts';
import { mend, mended } from './app/mend.ts';
import { pageStands } from './app/page.ts';
import { takeOver, watchReleases } from './app/update.ts';
import { keepFiles } from './app/worker.ts';
import { preferred } from './i18n/catalogs.ts';
import { speak } from './i18n/index.svelte.ts';
import { headingsTakeFocus } from './input/focus.ts';
import { hearAfterPress } from './input/sound.ts';
import { memory } from './net/memory.ts';
import { show } from './prefs.svelte.ts';
import { onLeaving, route } from './router.svelte.ts';
import { partsOf } from './screens.ts';

document.documentElement.dataset.begun = '';
show();
hearAfterPress();
await Promise.all([
  pageStands(),
  speak(preferred(memory.language(), navigator.languages)).catch(mend),
  ...partsOf(route()).map((part) => late(part)),
]);
mended();
const target = document.getElementById('app') as HTMLElement;
target.replaceChildren();
mount(App, { target });
headingsTakeFocus(target);
keepFiles();
onLeaving(takeOver);
watchReleases();
