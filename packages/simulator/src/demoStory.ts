import type { Release } from './FieldGateway.ts';
import type { ScenarioBoard } from './ScenarioBoard.ts';

/** With the door's on-delay of 45 s and a poll of 10 s, its alarm pops up within two minutes of the start. */
const opensAfterMs = 45_000;
/** Long enough for the room to be above −15 °C for ten minutes, so that the temperature alarm follows; then it recovers. */
const staysOpenMs = 18 * 60_000;

/** The scripted beginning of every demo: somebody leaves the door of Freezer 3 open. */
export function startDemoStory(board: ScenarioBoard): Release {
  const request = { device: 'freezer-3' };
  const timers = [
    setTimeout(() => board.start('doorLeftOpen', request), opensAfterMs),
    setTimeout(() => board.stop('doorLeftOpen', request), opensAfterMs + staysOpenMs),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}
