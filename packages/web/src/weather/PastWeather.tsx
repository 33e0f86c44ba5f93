import { SearchOutlined } from '@ant-design/icons';
import type { WeatherRow } from '@watchpost/contract';
import { Button, DatePicker, Input, Segmented, Table, type TableColumnsType } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { useMedia } from '../lib/useMedia.ts';
import { EmptyState, ErrorState } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { text } from './text.ts';
import { weatherName, weatherText } from './weatherWords.ts';

/** What is kept of the days that are over, of this project first; by day or month, to be exported. */
export function PastWeather({ projectName }: { projectName: string }) {
  const t = useText(text);
  const words = useText(weatherText);
  const startExport = useListExport();
  const [search, setSearch] = useState(projectName);
  const [byMonth, setByMonth] = useState(false);
  const [days, setDays] = useState<[Dayjs, Dayjs] | null>(null);
  const [paging, setPaging] = useState({ PageIndex: 1, PageSize: 10 });
  const filter = {
    Address: search.trim() || undefined,
    DateType: byMonth ? 1 : 0,
    TimeQuantum: days ? days.map((day) => day.format('YYYY-MM-DD')).join(',') : undefined,
  };
  const first = () => setPaging((before) => ({ ...before, PageIndex: 1 }));
  const page = useCall('getWeatherPage', { body: { ...filter, ...paging } }, { scope: 'company', ...whileWaiting });
  // All of a row fits on a phone when what belongs together stands together.
  const isNarrow = useMedia('(max-width: 640px)');
  const columns = useMemo((): TableColumnsType<WeatherRow> => {
    const skyOf = ({ MinCode, MaxCode }: WeatherRow) => {
      const [mild, rough] = [weatherName(MinCode), weatherName(MaxCode)];
      return mild === rough ? words[rough] : `${words[mild]} ${t.to} ${words[rough].toLowerCase()}`;
    };
    const date: TableColumnsType<WeatherRow>[number] = {
      key: 'date',
      title: t.date,
      width: isNarrow ? 110 : 120,
      render: (_, { Date: day, Days: known, ProjectName }) => {
        // The extremes of a few days are not those of a month.
        const all = byMonth ? dayjs(day).daysInMonth() : 1;
        return (
          <span className="tabular">
            {day}
            {known < all ? (
              <small className={isNarrow ? 'weather-below' : 'weather-known'}> {t.daysKnown(known, all)}</small>
            ) : null}
            {isNarrow ? <small className="weather-below">{ProjectName}</small> : null}
          </span>
        );
      },
    };
    if (isNarrow)
      return [
        date,
        {
          key: 'sky',
          title: t.sky,
          render: (_, row) => (
            <>
              {skyOf(row)}
              <small className="weather-below">{t.wind(formatNumber(row.Wind, 0))}</small>
            </>
          ),
        },
        {
          key: 'temperature',
          title: t.temperature,
          align: 'right',
          width: 110,
          render: (_, { MinTemperature, MaxTemperature }) =>
            `${formatNumber(MinTemperature, 1)} … ${formatWithUnit(MaxTemperature, '°C', 1)}`,
        },
      ];
    return [
      date,
      { key: 'project', title: t.project, dataIndex: 'ProjectName', ellipsis: true },
      {
        key: 'sky',
        title: t.sky,
        render: (_, row) => skyOf(row),
      },
      {
        key: 'lowest',
        title: t.lowest,
        align: 'right',
        render: (_, { MinTemperature }) => formatWithUnit(MinTemperature, '°C', 1),
      },
      {
        key: 'highest',
        title: t.highest,
        align: 'right',
        render: (_, { MaxTemperature }) => formatWithUnit(MaxTemperature, '°C', 1),
      },
      { key: 'wind', title: t.windColumn, align: 'right', render: (_, { Wind }) => formatWithUnit(Wind, 'km/h', 0) },
    ];
  }, [t, words, byMonth, isNarrow]);
  return (
    <div>
      <div className="weather-filter">
        <Input
          allowClear
          prefix={<SearchOutlined />}
          aria-label={t.search}
          placeholder={t.search}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            first();
          }}
        />
        <DatePicker.RangePicker
          aria-label={t.period}
          value={days}
          disabledDate={(day) => day.isAfter(dayjs(), 'day')}
          onChange={(picked) => {
            setDays(picked?.[0] && picked[1] ? [picked[0], picked[1]] : null);
            first();
          }}
        />
        <Segmented<boolean>
          aria-label={t.date}
          value={byMonth}
          onChange={(chosen) => {
            setByMonth(chosen);
            first();
          }}
          options={[
            { value: false, label: t.byDay },
            { value: true, label: t.byMonth },
          ]}
        />
        <Button
          disabled={!page.data || page.data.TotalCount === 0}
          onClick={() => void startExport('weather', { body: filter })}
        >
          {t.export}
        </Button>
      </div>
      {page.isError ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Table<WeatherRow>
          size="small"
          className="tabular"
          rowKey={({ ProjectId, Date: day }) => `${ProjectId}/${day}`}
          columns={columns}
          dataSource={page.data?.Data ?? []}
          loading={page.isPending}
          {...(!isNarrow && { scroll: { x: 'max-content' } })}
          locale={{ emptyText: <EmptyState title={t.none} /> }}
          pagination={{
            current: paging.PageIndex,
            pageSize: paging.PageSize,
            total: page.data?.TotalCount ?? 0,
            pageSizeOptions: [10, 20, 50, 100],
            showSizeChanger: true,
            size: 'small',
            showTotal: (total) => t.rows(formatNumber(total)),
            onChange: (PageIndex, PageSize) => setPaging({ PageIndex, PageSize }),
          }}
        />
      )}
    </div>
  );
}
