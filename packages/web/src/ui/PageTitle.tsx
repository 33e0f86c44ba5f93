import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { observableValue, useObservable } from '../lib/ObservableValue.ts';

/** Where the shell's title bar takes a page's own words and buttons; null outside the shell. */
export const titleBarSlots = observableValue<{
  subtitle: HTMLElement | null;
  actions: HTMLElement | null;
  title: HTMLElement | null;
}>({ subtitle: null, actions: null, title: null });

/**
 * Fills the shell's title bar from inside a page: the title itself comes from the route; give `title` only when the page knows
 * better (a device's name). `subtitle` follows it in grey, `actions` stand at the right end.
 */
export function PageTitle({ title, subtitle, actions }: { title?: string; subtitle?: ReactNode; actions?: ReactNode }) {
  const slots = useObservable(titleBarSlots);
  useEffect(() => {
    if (!title) return;
    const before = document.title;
    document.title = `${title} · Watchpost`;
    return () => {
      document.title = before;
    };
  }, [title]);
  return (
    <>
      {title && slots.title ? createPortal(title, slots.title) : null}
      {subtitle && slots.subtitle ? createPortal(subtitle, slots.subtitle) : null}
      {actions && slots.actions ? createPortal(actions, slots.actions) : null}
    </>
  );
}
