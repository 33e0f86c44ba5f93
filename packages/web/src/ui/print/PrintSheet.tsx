import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { serverNow, useDates } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { useAccount, useProject } from '../../lib/session.ts';
import './PrintSheet.css';
import { printText } from './text.ts';

/** Of the sheet between its margins, CSS pixels: A4 across, 10 mm on each side. */
const paper = { width: 1047, height: 718 };
/** What head and legend leave of it. */
const drawn = { width: paper.width, height: 590 };

/** How large a drawing is on its sheet, CSS pixels, and how many of its units such a pixel is. */
export function sizeOnPaper({ width, height }: { width: number; height: number }) {
  const pixel = Math.max(width / drawn.width, height / drawn.height);
  return { width: width / pixel, height: height / pixel, pixel };
}

/**
 * A sheet of paper with what a screen shows: its title, the time of its values, who printed it when. It is not on the screen, and
 * while it is there nothing else is printed. The browser's own dialog opens once `isReady`.
 *
 * @param moment of a replay, epoch ms; null: the values are those of now
 */
export function PrintSheet({
  title,
  place,
  moment,
  isReady,
  onDone,
  children,
}: {
  title: string;
  /** Where it is, beside the project. */
  place?: string | undefined;
  moment: number | null;
  isReady: boolean;
  /** The dialog was closed. */
  onDone: () => void;
  children: ReactNode;
}) {
  const t = useText(printText);
  const dates = useDates();
  const { user } = useAccount();
  const { ProjectName } = useProject();
  const now = dates.dateTime(serverNow());
  useEffect(() => {
    if (!isReady) return;
    const before = document.title;
    // Browsers propose it as the name of the file.
    document.title = title;
    const done = () => {
      document.title = before;
      onDone();
    };
    window.addEventListener('afterprint', done, { once: true });
    // What was drawn just now has to be there first.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', done);
      document.title = before;
    };
  }, [isReady, title, onDone]);
  return createPortal(
    <div className="print-sheet">
      <header className="print-head">
        <h1>{title}</h1>
        <ul>
          <li>{[...new Set([ProjectName, place])].filter((each) => each && each !== title).join(' · ')}</li>
          <li>{moment === null ? t.valuesOf(now) : t.replayOf(dates.dateTime(moment))}</li>
          <li>{t.printedBy(now, user.Nickname || user.Account)}</li>
        </ul>
      </header>
      {children}
    </div>,
    document.body,
  );
}
