// A match, told aloud as it goes: every action once, one's own turn at once, and how things stand after a while away.

import { isMyTurn, momentOf } from '../core/moves.ts';
import { type News, newsOf, type Told, toldWith } from '../core/news.ts';
import { isPlayedFor } from '../core/people.ts';
import { t, tileName } from '../i18n/index.svelte.ts';
import type { Seat, Table, View } from '../net/protocol.ts';
import type { State } from '../net/state.ts';
import { nameOf, namesOf } from '../ui/names.ts';
import { outcome } from '../ui/outcome.ts';
import { duty, lineInWords, turn } from '../ui/situation.ts';
import { sentence } from '../ui/story.ts';
import { alert, announce } from './announce.svelte.ts';
import { hurrying } from './hurry.svelte.ts';
import { play, type Sound } from './sound.ts';

export type Seen = { state: State; table: Table; view: View };

/** Tell what `seen` gives for as long as the component that asks for it is there. */
export function telling(seen: () => Seen): { readonly cancelled: boolean } {
  let told: Told | null = null;
  /** Where one was last told what to do. */
  let dueAt = '';
  /** The view that was current when the connection was lost. */
  let lostAt: View | null = null;
  let cancelledAt = $state('');

  $effect(() => {
    const { state, table, view } = seen();
    if (state.connection.is !== 'open') {
      lostAt ??= view;
      return;
    }
    if (view === lostAt) return;
    const news = newsOf(told, { view, table }, lostAt !== null);
    told = toldWith({ view, table });
    lostAt = null;
    if (news.cancelled) cancelledAt = momentOf(view);
    const said = inWords(news, view, table);
    const due = isMyTurn(view) ? momentOf(view) : '';
    const isDue = due !== '' && (due !== dueAt || news.standing);
    play(...soundsOf(news, isDue));
    // What leads to one's own turn is told in one breath with it: what is urgent cuts off the rest.
    if (isDue) alert(...said, duty(view));
    else announce(...said);
    dueAt = due;
  });

  hurrying(seen);

  return {
    /** A move has just cancelled the new round that was asked for. */
    get cancelled() {
      const { view } = seen();
      return cancelledAt === momentOf(view) && !view.asked.length;
    },
  };
}

/** Only what was done last is heard; who comes to the table does not hear what was done before. */
function soundsOf({ actions, standing, ended }: News, due: boolean): Sound[] {
  const last = standing ? undefined : actions.at(-1);
  const heard: Sound[] = last ? [SOUND_OF[last.type]] : [];
  if (ended && !standing) heard.push('end');
  if (due) heard.push('turn');
  return heard;
}

const SOUND_OF = { place: 'tile', draw: 'drawn', pass: 'pass' } as const;

function inWords(news: News, view: View, table: Table): string[] {
  const said = news.began ? [t('table.round', { n: view.round.number })] : [];
  said.push(...news.actions.map((action) => sentence(action, view.seat, table)));
  said.push(...news.drawn.map(tileName));
  if (news.cancelled) said.push(t('consent.cancelled'));
  if (news.standing && !news.ended) {
    said.push(lineInWords(view));
    if (!isMyTurn(view)) said.push(turn(view, table));
  } else if (news.stopped) {
    said.push(turn(view, table));
  }
  if (news.ended) said.push(...outcome(view, table));
  if (news.askers.length) {
    said.push(t('consent.asked', { names: namesOf(table, news.askers) }));
  }
  return [...said, ...comingAndGoing(news, view, table)];
}

/** Who went and who is here again; where play stops for it, that says it. */
function comingAndGoing({ gone, back, stopped }: News, view: View, table: Table): string[] {
  const others = (seat: Seat) => seat !== view.seat;
  const went = stopped ? [] : gone.filter(others);
  return [
    ...went.map((seat) => {
      const key = isPlayedFor(table.seats[seat]) ? 'computer.for' : 'table.gone';
      return t(key, { name: nameOf(table, seat) });
    }),
    ...back.filter(others).map((seat) => t('table.here', { name: nameOf(table, seat) })),
  ];
}
