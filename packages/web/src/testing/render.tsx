import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler';
import { callProblems } from './callProblems.ts';

// Taken before a test turns the clock by hand.
const later = setTimeout;

/**
 * Does something, and lets React and what it began come to rest. Like React's own `act`, which only its development build has:
 * tests show the build that people get, at a third of the time.
 */
export async function act<T>(work: () => T | Promise<T>): Promise<T> {
  const result = await work();
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise((resolve) => later(resolve));
    // React's own queue does this after all that waits in it.
    await new Promise((resolve) => unstable_scheduleCallback(unstable_IdlePriority, resolve));
  }
  return result;
}

const shown = new Set<() => Promise<void>>();

/** Takes away what a test file still shows: it would go on asking in the next one's name. */
export async function unmountAll(): Promise<void> {
  for (const unmount of [...shown]) await unmount();
}

/** Shows something in the test's document. Call `unmount` at the end. */
export async function render(node: ReactNode): Promise<{
  container: HTMLElement;
  /** With other properties; what people did on it stays. */
  again(node: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}> {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const unmount = async () => {
    shown.delete(unmount);
    await act(async () => root.unmount());
    container.remove();
  };
  shown.add(unmount);
  await act(async () => root.render(node));
  return { container, again: (next) => act(async () => root.render(next)), unmount };
}

/** The element of this role whose name (label, text or `aria-label`) is the given one. @throws when there is none */
export function byRole(container: ParentNode, role: string, name: string): HTMLElement {
  const selectors: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    textbox: 'input:not([type=checkbox]), textarea',
    heading: 'h1, h2, h3',
    alert: '[role=alert]',
  };
  const candidates = [...container.querySelectorAll<HTMLElement>(selectors[role] ?? `[role=${role}]`)];
  const found = candidates.find((element) => accessibleName(element) === name);
  if (!found) throw new Error(`no ${role} "${name}" among: ${candidates.map(accessibleName).join(' | ') || 'none'}`);
  return found;
}

const accessibleName = (element: HTMLElement): string =>
  (
    element.getAttribute('aria-label') ??
    (element.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : null) ??
    element.textContent ??
    ''
  ).trim();

export const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

/** Types into a controlled input as a person would. */
export const type = (element: HTMLElement, value: string): Promise<void> =>
  act(async () => {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
    setter?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** What a person reads on the page, one part beside the other. */
function visibleText(): string {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement && !parentElement.closest('style, script') && textContent?.trim()) parts.push(textContent.trim());
  }
  return parts.join(' | ') || 'nothing';
}

/**
 * Waits until the check holds, looking again after each change of the document; gives up with the check's own words, the page's
 * text and what went wrong with its calls.
 */
export async function until<T>(check: () => T | null | undefined | false): Promise<T> {
  let last: unknown;
  for (let round = 0; round < 200; round += 1) {
    try {
      const value = check();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }
  const words = last instanceof Error ? last.message : `never became true: ${check}`;
  const problems = [...new Set(callProblems)].map((problem) => `\n- ${problem}`).join('');
  throw new Error(`${words}\n\nThe page says: ${visibleText()}${problems && `\n\nIts calls:${problems}`}`, {
    cause: last,
  });
}
