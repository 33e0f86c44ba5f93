import { kindWords, type PointListRow } from '@watchpost/contract';
import { Tag } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { Value } from '../ui/index.ts';
import type { ListColumn } from '../ui/list/index.ts';
import { text } from './text.ts';

/** How a point of set-up lists shows its value. */
export function PointNow({ row }: { row: PointListRow }) {
  return <Value value={{ ...row, SamplingSeconds: row.Cycle }} />;
}

export function usePointColumns(): readonly ListColumn<PointListRow>[] {
  const t = useText(text);
  const inWords = useBilingual();
  return useMemo(
    (): ListColumn<PointListRow>[] => [
      {
        key: 'name',
        title: t.name,
        sort: 'name',
        width: 170,
        always: true,
        onCard: 'heading',
        render: (row) => <b>{row.PointName}</b>,
      },
      { key: 'value', title: t.value, width: 120, align: 'right', render: (row) => <PointNow row={row} /> },
      {
        key: 'devices',
        title: t.devices,
        width: 140,
        ellipsis: true,
        render: (row) =>
          row.DeviceList.length === 0 ? (
            <span className="point-faint">{t.notLinked}</span>
          ) : (
            row.DeviceList.map(({ ModelTreeName }) => ModelTreeName).join(' · ')
          ),
      },
      {
        key: 'areas',
        title: t.areas,
        width: 130,
        ellipsis: true,
        usuallyHidden: true,
        render: (row) => row.LocationList.map(({ LocationName }) => LocationName).join(' · '),
      },
      { key: 'kind', title: t.kind, width: 80, render: (row) => <Tag>{inWords(kindWords[row.Kind])}</Tag> },
      {
        key: 'type',
        title: t.type,
        width: 116,
        sort: 'type',
        ellipsis: true,
        render: (row) => (row.Unit ? `${row.PointTypeName} ${row.Unit}` : row.PointTypeName),
      },
      {
        key: 'gateway',
        title: t.gateway,
        width: 130,
        sort: 'gateway',
        ellipsis: true,
        render: (row) =>
          row.IsLineHidden ? (
            <span className="point-faint">{t.lineHidden}</span>
          ) : (
            [row.GatewayName, row.SlaveName].filter(Boolean).join(' / ')
          ),
      },
      {
        key: 'source',
        title: t.from,
        width: 170,
        ellipsis: true,
        render: (row) => <span className="tabular">{row.Source}</span>,
      },
      {
        key: 'level',
        title: t.level,
        width: 84,
        sort: 'level',
        usuallyHidden: true,
        render: (row) => t.levelOf(row.Level),
      },
      {
        key: 'cycle',
        title: t.cycle,
        width: 96,
        sort: 'cycle',
        align: 'right',
        usuallyHidden: true,
        render: (row) => t.seconds(row.Cycle),
      },
      {
        key: 'write',
        title: t.writable,
        width: 84,
        usuallyHidden: true,
        render: (row) => (row.IsWrite ? t.writable : t.readOnly),
      },
      {
        key: 'alarm',
        title: t.alarm,
        width: 96,
        usuallyHidden: true,
        render: (row) => (row.IsSetAlarm ? t.hasAlarm : t.noAlarm),
      },
    ],
    [t, inWords],
  );
}
