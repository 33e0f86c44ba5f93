import { Segmented } from 'antd';
import { useText } from '../lib/defineText.ts';
import { text } from './text.ts';

export type Grouping = 'class' | 'area';
export type View = 'cards' | 'table';

/** How to see the board: in the title bar, so that the filters below have their row to themselves. */
export function BoardLook({
  grouping,
  onGroup,
  view,
  onView,
}: {
  grouping: Grouping;
  onGroup: (grouping: Grouping) => void;
  view: View;
  onView: (view: View) => void;
}) {
  const t = useText(text);
  return (
    <span className="board-look">
      {view === 'cards' ? (
        <Segmented<Grouping>
          aria-label={t.groupBy}
          value={grouping}
          onChange={onGroup}
          options={[
            { value: 'class', label: t.groupByClass },
            { value: 'area', label: t.groupByArea },
          ]}
        />
      ) : null}
      <Segmented<View>
        aria-label={t.view}
        value={view}
        onChange={onView}
        options={[
          { value: 'cards', label: t.cards },
          { value: 'table', label: t.table },
        ]}
      />
    </span>
  );
}
