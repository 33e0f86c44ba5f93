import { useEffect } from 'react';

/** What stands over the page: dialogs, drawers, menus and lists that open from a field. */
const overlays =
  '[role=dialog], .ant-dropdown, .ant-select-dropdown, .ant-popover, .ant-picker-dropdown, .ant-notification';

/**
 * Gives the focus back to where it was on the page when what stood over it is gone. A dialog that is there only while it is open
 * takes the focus with it, and the keyboard would start again at the top of the page.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(overlays)) last = target;
    };
    // What opens over the page hangs on the body itself.
    const observer = new MutationObserver((changes) => {
      const isGone = changes.some(({ removedNodes }) => removedNodes.length > 0);
      if (!isGone || document.activeElement !== document.body || !last?.isConnected) return;
      if (document.querySelector('[role=dialog]')) return;
      last.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}
