import type { SendState } from '@watchpost/contract';
import './notifications.css';

/** Where a message stands: a mark by its shape and colour, and the word. */
export function SendStateTag({ state, name }: { state: SendState; name: string }) {
  return <span className={`send-state send-state-${state}`}>{name}</span>;
}
