import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';

/** Where the title bar of the shell takes a page's own words and buttons. */
export interface TitleBarSlots {
  readonly title: HTMLElement | null;
  readonly subtitle: HTMLElement | null;
  readonly actions: HTMLElement | null;
}

export const TitleBarContext = createContext<TitleBarSlots>({ title: null, subtitle: null, actions: null });

/** The list that the page belongs to, for what cannot be shown here at all; null: it stands in the menu itself. */
export const PageBackContext = createContext<string | null>(null);

/** The title in the browser's tab. */
export const documentTitle = (title: string): string => `${title} · Watchpost 哨站`;

/**
 * Fills the shell's title bar from inside a page. The title itself comes from the route; give `title` only when the page knows
 * better (a device's name), it then stands instead. `subtitle` follows in grey, `actions` stand at the right end.
 */
export function PageTitle({
  title,
  subtitle,
  actions,
}: {
  title?: string | undefined;
  subtitle?: ReactNode;
  actions?: ReactNode;
}) {
  const slots = useContext(TitleBarContext);
  useEffect(() => {
    if (title) document.title = documentTitle(title);
  }, [title]);
  return (
    <>
      {title && slots.title ? createPortal(title, slots.title) : null}
      {subtitle && slots.subtitle ? createPortal(subtitle, slots.subtitle) : null}
      {actions && slots.actions ? createPortal(actions, slots.actions) : null}
    </>
  );
}
