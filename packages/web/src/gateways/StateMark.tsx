import { useText } from '../lib/defineText.ts';
import type { Tone } from './states.ts';
import './gateways.css';
import { stateText } from './text.ts';

/** A state in a word, with a dot whose shape says how it is meant: never by colour alone. */
export function StateMark({ state, note }: { state: { word: keyof typeof stateText; tone: Tone }; note?: string }) {
  const words = useText(stateText);
  return (
    <span className={`gateway-state gateway-state-${state.tone}`}>
      <i aria-hidden />
      {words[state.word]}
      {note ? <small>{note}</small> : null}
    </span>
  );
}
