// Why a round's points are what they are, as facts to be told in words. The result itself comes from the server.

import type { RoundResult, RuleSet, Seat, View } from '../net/protocol.ts';
import { membersOf, type Side, sideOf, sidesFrom } from './seats.ts';
import { weightOf } from './tile.ts';

export type Fact =
  /** Out: what the others hold counts, and with partners a partner's hand does not. */
  | { is: 'left'; pips: number }
  | { is: 'left_opponents' }
  | { is: 'target' }
  | { is: 'nobody_can' }
  /** Blocked: what was compared. */
  | { is: 'sides'; us: number; them: number }
  | { is: 'lowest'; seat: Seat; pips: number }
  | { is: 'even'; pips: number; us: number; them: number }
  /** Blocked: what it is worth. */
  | { is: 'others'; pips: number }
  | { is: 'difference'; pips: number }
  | { is: 'rounded'; raw: number; points: number }
  /** Blocked and level. */
  | { is: 'tie_nobody'; pips: number }
  | { is: 'tie_last_placer'; pips: number; seat: Seat };

/** Why the round gave what it gave, in the order it is told; empty where nothing explains it. */
export function explain(settings: RuleSet, view: View, result: RoundResult): Fact[] {
  if (result.ended === 'target') return [{ is: 'target' }];
  const hands = view.round.hands ?? [];
  const count = new Count(hands, settings.partners);
  if (result.ended === 'blocked') return blocked(settings, view, result, count);
  if (result.winner === null) return [];
  const raw = count.others(result.winner);
  const left: Fact = settings.partners ? { is: 'left_opponents' } : { is: 'left', pips: raw };
  return [left, ...rounded(settings, raw, result.points)];
}

/** Pips of the hands that were shown. */
class Count {
  readonly hands: string[][];
  readonly partners: boolean;

  constructor(hands: string[][], partners: boolean) {
    this.hands = hands;
    this.partners = partners;
  }

  hand(seat: Seat): number {
    return weightOf(this.hands[seat] ?? []);
  }

  members(side: Side): Seat[] {
    return membersOf(side, this.hands.length, this.partners);
  }

  side(side: Side): number {
    return weightOf(this.members(side).flatMap((seat) => this.hands[seat] ?? []));
  }

  sides(me: Seat): Side[] {
    return sidesFrom(me, this.hands.length, this.partners);
  }

  others(side: Side): number {
    const rest = this.sides(0).filter((other) => other !== side);
    return rest.map((other) => this.side(other)).reduce((sum, pips) => sum + pips, 0);
  }

  lightest(side: Side): { seat: Seat; pips: number } {
    const hands = this.members(side).map((seat) => ({ seat, pips: this.hand(seat) }));
    return hands.reduce((a, b) => (b.pips < a.pips ? b : a));
  }
}

function blocked(settings: RuleSet, view: View, result: RoundResult, count: Count): Fact[] {
  const { winner, tie, points } = result;
  if (tie === 'last_placer') {
    const pips = count.side(sideOf(view.seat, settings.partners));
    return [{ is: 'tie_last_placer', pips, seat: view.round.line.at(-1)?.seat ?? result.leader }];
  }
  if (winner === null) {
    return [
      { is: 'tie_nobody', pips: Math.min(...count.sides(0).map((side) => count.side(side))) },
    ];
  }
  const others = count.others(winner);
  const difference = settings.blocked_points === 'difference';
  const raw = difference ? Math.max(0, others - count.side(winner)) : others;
  return [
    { is: 'nobody_can' },
    compared(settings, view, winner, count),
    { is: difference ? 'difference' : 'others', pips: raw },
    ...rounded(settings, raw, points),
  ];
}

/** How the winner of a block was found. */
function compared(settings: RuleSet, view: View, winner: Side, count: Count): Fact {
  const [ours, theirs] = count.sides(view.seat) as [Side, Side];
  const sides = { us: count.side(ours), them: count.side(theirs) };
  if (settings.partners && settings.blocked_winner === 'side_total')
    return { is: 'sides', ...sides };
  const lightest = count.lightest(winner);
  const even = count
    .sides(view.seat)
    .some((side) => side !== winner && count.lightest(side).pips === lightest.pips);
  return even ? { is: 'even', pips: lightest.pips, ...sides } : { is: 'lowest', ...lightest };
}

function rounded(settings: RuleSet, raw: number, points: number): Fact[] {
  return settings.rounding === 'five' && raw !== points ? [{ is: 'rounded', raw, points }] : [];
}

/** What a round was worth to a side: its end, and what was scored at once before it. */
export function worth(result: RoundResult, side: Side): { points: number; atOnce: number } {
  const atOnce = result.scored[side] ?? 0;
  return { points: atOnce + (result.winner === side ? result.points : 0), atOnce };
}
