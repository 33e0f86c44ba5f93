import { alarmLevels } from '@watchpost/contract';
import { Button, DatePicker, Input, type InputRef, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { SeverityMark, useHotkeys } from '../ui/index.ts';
import { type AlarmQuery, type AlarmType, isFiltered, noFilters } from './alarmQuery.ts';
import { alarmTypeText, text } from './text.ts';

/** Spec §5.4. */
const longestRangeDays = 31;
/** While someone types, one question a pause is enough. */
const typingPauseMs = 300;

/** The filter bar of the alarm list; each change goes to the address at once, typing after a short pause. */
export function AlarmFilters({
  query,
  onChange,
  allProjects,
  end,
}: {
  query: AlarmQuery;
  onChange: (change: Partial<AlarmQuery>) => void;
  allProjects: boolean;
  /** What stands at the end of the bar. */
  end?: ReactNode;
}) {
  const t = useText(text);
  const kinds = useText(alarmTypeText);
  const { projects } = useSession();
  const search = useRef<InputRef>(null);
  const [typed, setTyped] = useState(query.text);
  const [known, setKnown] = useState(query.text);
  if (known !== query.text) {
    // The address changed by other means: back, or "clear filters".
    setKnown(query.text);
    setTyped(query.text);
  }
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (typed.trim() === query.text) return;
    const timer = setTimeout(() => change.current({ text: typed.trim() }), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, query.text]);
  useHotkeys([{ keys: '/', what: { zh: '搜索报警', en: 'Search alarms' }, run: () => search.current?.focus() }]);

  return (
    <search className="alarm-filters">
      <Input.Search
        ref={search}
        className="alarm-filter-text"
        aria-label={t.search}
        placeholder={t.search}
        allowClear
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={(value) => onChange({ text: value.trim() })}
        suffix={<kbd>/</kbd>}
      />
      {allProjects ? (
        <Select<number>
          className="alarm-filter-project"
          aria-label={t.project}
          placeholder={t.allProjects}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={query.projectId}
          onChange={(projectId) => onChange({ projectId: projectId ?? null })}
          options={projects.map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }))}
        />
      ) : null}
      <Select<number[]>
        className="alarm-filter-level"
        mode="multiple"
        aria-label={t.level}
        placeholder={t.allLevels}
        allowClear
        showSearch={false}
        maxTagCount="responsive"
        value={[...query.levels]}
        onChange={(levels) => onChange({ levels: levels.sort() })}
        options={alarmLevels.map((level) => ({ value: level, label: <SeverityMark level={level} variant="word" /> }))}
      />
      <Select<AlarmType[]>
        className="alarm-filter-level"
        mode="multiple"
        aria-label={t.kind}
        placeholder={t.allKinds}
        allowClear
        showSearch={false}
        maxTagCount="responsive"
        value={[...query.types]}
        onChange={(types) => onChange({ types })}
        options={(Object.keys(kinds) as AlarmType[]).map((kind) => ({ value: kind, label: kinds[kind] }))}
      />
      <DatePicker.RangePicker
        className="alarm-filter-range"
        aria-label={t.raisedBetween}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        placeholder={[t.raisedFrom, t.raisedTo]}
        value={query.between ? [dayjs(query.between[0]), dayjs(query.between[1])] : null}
        disabledDate={(day, { from }) =>
          day.isAfter(dayjs(), 'day') || (from !== undefined && Math.abs(day.diff(from, 'day')) >= longestRangeDays)
        }
        onChange={(picked) => {
          const [from, to] = picked ?? [];
          onChange({ between: from && to ? [from.format('YYYY-MM-DD HH:mm'), to.format('YYYY-MM-DD HH:mm')] : null });
        }}
      />
      {isFiltered(query) ? (
        <Button type="text" onClick={() => onChange(noFilters)}>
          {t.clearFilters}
        </Button>
      ) : null}
      {end ? <span className="alarm-filter-end">{end}</span> : null}
    </search>
  );
}
