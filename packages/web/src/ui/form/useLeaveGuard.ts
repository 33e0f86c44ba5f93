import { App } from 'antd';
import { useCallback, useContext, useEffect, useRef } from 'react';
import { type To, UNSAFE_NavigationContext } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { guardHistory } from '../../lib/leaveGate.ts';
import { text } from './text.ts';

/** Asks whether what was changed may be lost. */
export function useAskToLeave(): () => Promise<boolean> {
  const t = useText(text);
  const { modal } = App.useApp();
  return useCallback(
    async () =>
      (await modal.confirm({
        title: t.leaveTitle,
        content: t.leaveHint,
        okText: t.leave,
        cancelText: t.stay,
        // Enter must not throw anything away.
        autoFocusButton: 'cancel',
        okButtonProps: { danger: true },
      })) === true,
    [modal, t],
  );
}

const pathnameOf = (to: To): string =>
  new URL(typeof to === 'string' ? to : (to.pathname ?? ''), window.location.href).pathname;

/** How far the present entry is from the first one of this tab; the router writes it there. */
const indexNow = (): number | null => (window.history.state as { idx?: number } | null)?.idx ?? null;

/**
 * While there are changes, leaving the page asks first: by a link, by "back", and, in the browser's own words, by closing or
 * reloading the tab. Another search on the same page is not leaving.
 *
 * The router asks nobody outside its data routers, so this stands between its history and the window.
 */
export function useLeaveGuard(changes: boolean): void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const ask = useAskToLeave();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });

  useEffect(() => {
    if (!changes) return;
    const { push, replace } = navigator;
    const guarded =
      (go: typeof push): typeof push =>
      (to, ...rest) => {
        if (pathnameOf(to) === window.location.pathname) return go.call(navigator, to, ...rest);
        void latest.current().then((leave) => {
          if (leave) go.call(navigator, to, ...rest);
        });
      };
    navigator.push = guarded(push);
    navigator.replace = guarded(replace);

    const { pathname } = window.location;
    const index = indexNow();
    let returning = false;
    let leaving = false;
    const onPop = (event: PopStateEvent) => {
      if (returning) {
        returning = false;
        event.stopImmediatePropagation();
        return;
      }
      const to = indexNow();
      if (leaving || index === null || to === null || window.location.pathname === pathname) return;
      // Too late to stop it: go back to where we were, unseen by the router, and ask there.
      event.stopImmediatePropagation();
      returning = true;
      window.history.go(index - to);
      void latest.current().then((leave) => {
        if (!leave) return;
        leaving = true;
        window.history.go(to - index);
      });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const letGo = guardHistory(onPop);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      navigator.push = push;
      navigator.replace = replace;
      letGo();
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [changes, navigator]);
}

/**
 * Closing a dialog that is no `FormDialog`: with changes it asks first, and so does leaving the page.
 *
 * @returns closes, or asks
 */
export function useGuardedClose(changes: boolean, onClose: () => void): () => void {
  const ask = useAskToLeave();
  useLeaveGuard(changes);
  return useCallback(() => {
    if (!changes) onClose();
    else
      void ask().then((leave) => {
        if (leave) onClose();
      });
  }, [changes, onClose, ask]);
}
