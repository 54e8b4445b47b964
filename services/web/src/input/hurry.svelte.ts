// One's own time, told when little of it is left: each moment once, and not once something was sent.

import { countdown } from '../core/clock.ts';
import { isMyTurn, momentOf } from '../core/moves.ts';
import { t } from '../i18n/index.svelte.ts';
import { sentPlay } from '../net/state.ts';
import { alert } from './announce.svelte.ts';
import { play } from './sound.ts';
import type { Seen } from './telling.svelte.ts';

/** In seconds. */
const TOLD_AT = [10, 5];
const SOUND_AT = 10;

/** Tell it for as long as the component that asks for it is there. */
export function hurrying(seen: () => Seen): void {
  const moment = $derived(momentOf(seen().view));
  const ends = $derived.by(() => {
    const { view, state } = seen();
    const { clock } = view.round;
    return isMyTurn(view) && clock ? countdown(clock, state.heardAt).ends : null;
  });
  const told = new Set<string>();

  function tell(seconds: number): void {
    const once = `${moment}/${seconds}`;
    if (told.has(once) || sentPlay(seen().state)) return;
    told.add(once);
    alert(t('table.left', { n: seconds }));
    if (seconds === SOUND_AT) play('hurry');
  }

  $effect(() => {
    if (ends === null) return;
    const waits = TOLD_AT.map((seconds) => ({ seconds, wait: ends - seconds * 1000 - Date.now() }));
    const timers = waits
      .filter(({ wait }) => wait >= 0)
      .map(({ seconds, wait }) => setTimeout(() => tell(seconds), wait));
    return () => timers.forEach(clearTimeout);
  });
}
