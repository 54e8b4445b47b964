import { mount } from 'svelte';
import App from './App.svelte';
import './fonts.css';
import './app.css';
import { LANGUAGES, type Language, preferred, speak } from './i18n/index.svelte.ts';
import { memory } from './net/memory.ts';
import { show } from './prefs.svelte.ts';

const kept = memory.language();
const language = kept && kept in LANGUAGES ? (kept as Language) : preferred(navigator.languages);

show();
await speak(language);
mount(App, { target: document.getElementById('app') as HTMLElement });
