import type { AlarmRow, DeviceRow } from '@watchpost/contract';
import { Table } from 'antd';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { levelShown, limitText } from '../points/index.ts';
import { Age, Value } from '../ui/index.ts';
import { Trendline, useReason } from './DeviceCard.tsx';
import { DeviceTag } from './DeviceTag.tsx';
import { type CardValue, cardValueOf, mainPointOf } from './deviceState.ts';
import { limitsInWords } from './limitsInWords.ts';
import type { Scale, Trend } from './sparkline.ts';
import { text } from './text.ts';

/** The board as rows: for many devices, and for people who compare numbers. */
export function DeviceTable({
  devices,
  alarmOf,
  trendOf,
  scaleOf,
  now,
  minute,
  onOpenAlarm,
}: {
  devices: readonly DeviceRow[];
  alarmOf: ReadonlyMap<number, AlarmRow>;
  trendOf: ReadonlyMap<number, Trend>;
  scaleOf: ReadonlyMap<number, Scale>;
  now: number;
  minute: number;
  onOpenAlarm: (alarmId: number) => void;
}) {
  const t = useText(text);
  const names = useText(limitText);
  const navigate = useNavigate();
  return (
    <Table<DeviceRow>
      className="device-table"
      size="small"
      rowKey="Mtid"
      dataSource={[...devices]}
      tableLayout="fixed"
      pagination={{
        defaultPageSize: 50,
        pageSizeOptions: [10, 20, 50, 100],
        showSizeChanger: true,
        hideOnSinglePage: true,
      }}
      onRow={(device) => ({
        tabIndex: 0,
        className: `device-row device-row-level-${device.AlarmLevel ?? 0}`,
        onClick: () => navigate(links.device(device.Mtid)),
        onKeyDown: (event) => {
          if (event.key === 'Enter' && event.target === event.currentTarget) navigate(links.device(device.Mtid));
        },
      })}
      columns={[
        {
          key: 'name',
          title: t.device,
          width: 190,
          render: (_, device) => (
            <Link
              className="device-table-name"
              to={links.device(device.Mtid)}
              onClick={(event) => event.stopPropagation()}
            >
              {device.MName}
              <small>{[device.SmallTypeName, device.LocationName].filter(Boolean).join(' · ')}</small>
            </Link>
          ),
        },
        {
          key: 'status',
          title: t.status,
          width: 190,
          render: (_, device) => (
            // The row opens the device, the tag its alarm.
            // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the tag's own click from the row
            // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the tag's own click from the row
            <span onClick={(event) => alarmOf.has(device.Mtid) && event.stopPropagation()}>
              <DeviceTag device={device} alarm={alarmOf.get(device.Mtid)} onOpenAlarm={onOpenAlarm} />
            </span>
          ),
        },
        {
          key: 'value',
          title: t.value,
          width: 150,
          align: 'right',
          render: (_, device) => <MainValue device={device} state={cardValueOf(device, now)} />,
        },
        {
          key: 'limits',
          title: t.limits,
          width: 140,
          align: 'right',
          render: (_, device) => {
            const point = mainPointOf(device);
            return (
              <span className="device-table-limits">{(point && limitsInWords(point, t, names, false)) ?? '–'}</span>
            );
          },
        },
        {
          key: 'trend',
          title: t.last6h,
          width: 140,
          render: (_, device) => (
            <Trendline
              device={device}
              trend={trendOf.get(device.Mtid)}
              minute={minute}
              scale={scaleOf.get(device.SmallTypeId) ?? null}
              state={cardValueOf(device, now)}
            />
          ),
        },
        {
          key: 'updated',
          title: t.updated,
          width: 90,
          align: 'right',
          render: (_, device) => <Age at={mainPointOf(device)?.Time ?? null} className="tabular" />,
        },
      ]}
    />
  );
}

function MainValue({ device, state }: { device: DeviceRow; state: CardValue }) {
  const point = mainPointOf(device);
  const reason = useReason(device, state);
  return (
    <span className="device-table-value">
      {point ? <Value value={point} level={levelShown(point)} /> : '–'}
      {reason ? <small>{reason}</small> : null}
    </span>
  );
}
