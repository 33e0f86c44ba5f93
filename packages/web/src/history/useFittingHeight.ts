import { type RefObject, useEffect, useState } from 'react';

/** CSS pixels. Below the least a chart says nothing; the page scrolls instead. */
const minHeight = 180;
const maxHeight = 440;

/**
 * The height, in CSS pixels, of a chart inside a dialog with which the whole dialog stays on the screen. Follows every other
 * change of size: the window, a tool bar that wraps, rows of a table.
 *
 * @param content around the chart, inside an element with the role `dialog`
 * @param topPx from the top of the window to the dialog
 */
export function useFittingHeight(content: RefObject<HTMLElement | null>, topPx: number): number {
  const [height, setHeight] = useState(maxHeight);
  useEffect(() => {
    const element = content.current;
    const dialog = element?.closest<HTMLElement>('[role=dialog]');
    if (!element || !dialog) return;
    // offsetHeight is blind to the zoom a dialog opens with.
    const fit = () =>
      setHeight((now) => {
        const { marginTop, marginBottom } = getComputedStyle(dialog);
        const margins = (Number.parseFloat(marginTop) || 0) + (Number.parseFloat(marginBottom) || 0);
        const spare = window.innerHeight - topPx - margins - dialog.offsetHeight;
        return Math.round(Math.min(maxHeight, Math.max(minHeight, now + spare)));
      });
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    window.addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [content, topPx]);
  return height;
}
