import { FilterOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import './filters.css';
import { text } from './text.ts';

/** One filter that is out of sight until it is asked for. */
export interface FoldedFilter {
  readonly name: string;
  /** Where it is chosen. */
  readonly field: ReactNode;
  /** What it narrows to now, as its chip says it; null: it narrows nothing. */
  readonly words: ReactNode;
  onClear(): void;
}

/**
 * Filters behind one button. What is shown comes first: a filter is one press away, and stands as a chip while it narrows.
 *
 * @returns a search landmark
 */
export function FoldedFilters({
  className = '',
  first,
  folded,
  onClearAll,
  open = false,
  children,
}: {
  className?: string;
  /** What always stands there: the search, the days. */
  first?: ReactNode;
  folded: readonly FoldedFilter[];
  /** Takes off everything, what always stands there, too; null: nothing is narrowed. */
  onClearAll?: (() => void) | null;
  /** Whether the fields are in sight without a press, too: one of them holds something wrong. */
  open?: boolean;
  /** What stands at the end of the bar. */
  children?: ReactNode;
}) {
  const t = useText(text);
  const [pressed, unfold] = useState(false);
  const active = folded.filter(({ words }) => words !== null);
  const unfolded = pressed || open;
  return (
    <search className={`filters ${className}`.trim()}>
      {first}
      {onClearAll ? (
        <Button type="text" onClick={onClearAll}>
          {t.clearFilters}
        </Button>
      ) : null}
      <span className="filters-end">
        {folded.length > 0 ? (
          <Button icon={<FilterOutlined aria-hidden />} aria-expanded={unfolded} onClick={() => unfold(!unfolded)}>
            {t.filters(active.length)}
          </Button>
        ) : null}
        {children}
      </span>
      {active.length > 0 && !unfolded ? (
        <div className="filters-more">
          {active.map(({ name, words, onClear }) => (
            <Tag key={name} closable={{ 'aria-label': t.takeOff }} onClose={onClear} onClick={() => unfold(true)}>
              {words}
            </Tag>
          ))}
        </div>
      ) : null}
      {/* In rows of their own: what stands at the end of the bar stays there. */}
      {unfolded && folded.length > 0 ? <div className="filters-more">{folded.map(({ field }) => field)}</div> : null}
    </search>
  );
}
