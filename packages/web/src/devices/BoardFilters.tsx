import { Button, Input, type InputRef, Segmented, Select } from 'antd';
import { useRef } from 'react';
import { useText } from '../lib/defineText.ts';
import { useHotkeys } from '../ui/index.ts';
import { type BoardQuery, isBoardFiltered } from './boardQuery.ts';
import { type Status, type StatusCounts, statuses, statusText } from './deviceState.ts';
import { text } from './text.ts';

/** They only take room where no device is so. */
const rare: ReadonlySet<Status> = new Set(['notShown', 'noLimits']);

/** What to see of the board. */
export function BoardFilters({
  query,
  onChange,
  classes,
  counts,
}: {
  query: BoardQuery;
  onChange: (change: Partial<BoardQuery>) => void;
  classes: readonly { id: number; name: string }[];
  counts: StatusCounts;
}) {
  const t = useText(text);
  const words = useText(statusText);
  const search = useRef<InputRef>(null);
  useHotkeys([{ keys: '/', what: { zh: '搜索设备', en: 'Search devices' }, run: () => search.current?.focus() }]);
  return (
    <search className="board-filters">
      <Input
        ref={search}
        className="board-search"
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        allowClear
        maxLength={100}
        value={query.text}
        suffix={<kbd>/</kbd>}
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <Segmented<Status | 'all'>
        aria-label={t.status}
        value={query.status ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? null : status })}
        options={[
          { value: 'all', label: t.statusAll },
          ...statuses
            .filter((status) => !rare.has(status) || counts[status] > 0 || query.status === status)
            .map((status) => ({ value: status, label: `${words[status]} ${counts[status]}` })),
        ]}
      />
      {classes.length > 1 ? (
        <Select<number>
          className="board-class"
          aria-label={t.deviceClass}
          placeholder={t.allClasses}
          allowClear
          value={query.classId}
          onChange={(classId) => onChange({ classId: classId ?? null })}
          options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      {isBoardFiltered(query) ? (
        <Button type="text" onClick={() => onChange({ text: '', status: null, classId: null })}>
          {t.clearFilters}
        </Button>
      ) : null}
    </search>
  );
}
