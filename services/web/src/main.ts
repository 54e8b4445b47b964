import { mount } from 'svelte';
import App from './App.svelte';
import './fonts.css';
import './app.css';
import { preferred } from './i18n/catalogs.ts';
import { speak } from './i18n/index.svelte.ts';
import { headingsTakeFocus } from './input/focus.ts';
import { hearAfterPress } from './input/sound.ts';
import { mend, mended } from './mend.ts';
import { memory } from './net/memory.ts';
import { show } from './prefs.svelte.ts';
import { route } from './router.svelte.ts';
import { fetchFor } from './screens.ts';

show();
hearAfterPress();
await Promise.all([
  speak(preferred(memory.language(), navigator.languages)).catch(mend),
  fetchFor(route()),
]);
mended();
const target = document.getElementById('app') as HTMLElement;
target.replaceChildren();
mount(App, { target });
headingsTakeFocus(target);
