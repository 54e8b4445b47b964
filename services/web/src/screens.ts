// Which parts a place needs, so that they come side by side and not one after another.

import type { Route } from './core/route.ts';
import { tables } from './net/tables.ts';

export const home = () => import('./screens/Home.svelte');
export const setup = () => import('./screens/Setup.svelte');
export const visit = () => import('./screens/Visit.svelte');
export const replay = () => import('./screens/Replay.svelte');
export const join = () => import('./screens/Join.svelte');
export const lobby = () => import('./screens/Lobby.svelte');
export const match = () => import('./screens/Match.svelte');
export const customRules = () => import('./ui/CustomRules.svelte');
export const rulesDialog = () => import('./ui/RulesDialog.svelte');
export const qrDialog = () => import('./ui/QrDialog.svelte');
export const matchMenu = () => import('./ui/MatchMenu.svelte');
export const settingsDialog = () => import('./ui/SettingsDialog.svelte');
export const keysDialog = () => import('./ui/KeysDialog.svelte');
export const roundEnd = () => import('./ui/RoundEnd.svelte');
export const matchEnd = () => import('./ui/MatchEnd.svelte');
export const dealProof = () => import('./core/deal.ts');

/** All that is likely to be shown first at `route`. */
export function partsOf(route: Route): (() => Promise<object>)[] {
  switch (route.at) {
    case 'home':
      return [home];
    case 'setup':
      return [setup];
    case 'table':
      return tables.has(route.code) ? [visit, match] : [visit, join];
    case 'replay':
      return [replay];
  }
}
