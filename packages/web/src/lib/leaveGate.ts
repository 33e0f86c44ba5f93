/**
 * Who may stop "back" and "forward". Imported by the shell before the router mounts: listeners of the window are called in the
 * order in which they came, and only one that stands before the router's can keep it from following.
 */
type Guard = (event: PopStateEvent) => void;
let guard: Guard | null = null;

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => guard?.(event));

/** Hears of every step through the history before the router does, until it is let go. The last one to ask is the one heard. */
export function guardHistory(next: Guard): () => void {
  const before = guard;
  guard = next;
  return () => {
    if (guard === next) guard = before;
  };
}
