import { Button, Input, type InputRef, Segmented, Select } from 'antd';
import { useRef } from 'react';
import { useText } from '../lib/defineText.ts';
import { useHotkeys } from '../ui/index.ts';
import { type BoardQuery, isBoardFiltered } from './boardQuery.ts';
import type { StatusFilter } from './deviceState.ts';
import { text } from './text.ts';

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
  counts: Readonly<Record<StatusFilter, number>>;
}) {
  const t = useText(text);
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
      <Segmented<StatusFilter | 'all'>
        aria-label={t.status}
        value={query.status ?? 'all'}
        onChange={(status) => onChange({ status: status === 'all' ? null : status })}
        options={[
          { value: 'all', label: t.statusAll },
          { value: 'alarm', label: `${t.statusAlarm} ${counts.alarm}` },
          { value: 'beyond', label: `${t.statusBeyond} ${counts.beyond}` },
          { value: 'offline', label: `${t.statusOffline} ${counts.offline}` },
          { value: 'noData', label: `${t.statusNoData} ${counts.noData}` },
          { value: 'normal', label: `${t.statusNormal} ${counts.normal}` },
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
