/** What was drawn before and after, with where one is. */
export interface History<Content> {
  readonly past: readonly Content[];
  readonly present: Content;
  readonly future: readonly Content[];
  /** Of the last change, so that the letters of one word are one step. */
  readonly key: string | null;
}

const mostSteps = 200;

export const beginHistory = <Content>(present: Content): History<Content> => ({
  past: [],
  present,
  future: [],
  key: null,
});

/** @param key a change with the key of the one before joins it; null: a step of its own */
export function changed<Content>(
  history: History<Content>,
  next: Content,
  key: string | null = null,
): History<Content> {
  if (next === history.present) return history;
  const joins = key !== null && key === history.key && history.past.length > 0;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-mostSteps),
    present: next,
    future: [],
    key,
  };
}

export function undone<Content>(history: History<Content>): History<Content> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future], key: null };
}

export function redone<Content>(history: History<Content>): History<Content> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, key: null };
}
