import type { DeviceListRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useText } from '../../lib/defineText.ts';
import type { ListColumn } from '../../ui/list/index.ts';
import { DeviceStand } from './DeviceStand.tsx';
import { Labels } from './Labels.tsx';
import { fieldText } from './text.ts';

/** @param ofCompany with the project each device is in */
export function useDeviceColumns(ofCompany: boolean): readonly ListColumn<DeviceListRow>[] {
  const f = useText(fieldText);
  return useMemo(() => {
    const plain = (
      key: string,
      title: string,
      value: (row: DeviceListRow) => string | null,
      more: Partial<ListColumn<DeviceListRow>> = {},
    ): ListColumn<DeviceListRow> => ({ key, title, width: 130, ellipsis: true, render: value, ...more });
    return [
      {
        key: 'name',
        title: f.name,
        width: 180,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: (row) => <span className="device-name-cell">{row.ModelTreeName}</span>,
      },
      ...(ofCompany ? [plain('project', f.project, (row) => row.ProjectName, { sort: 'project', width: 160 })] : []),
      { key: 'status', title: f.status, width: 120, render: (row) => <DeviceStand device={row} /> },
      plain('subsystem', f.subsystem, (row) => row.BigTypeName, { usuallyHidden: true }),
      plain('class', f.deviceClass, (row) => row.SmallTypeName, { sort: 'class', width: 116 }),
      plain('area', f.area, (row) => row.LocationName, { width: 116, ...(ofCompany ? {} : { sort: 'area' }) }),
      { key: 'points', title: f.points, width: 70, align: 'right', render: (row) => row.PointCount },
      {
        key: 'level',
        title: f.level,
        width: 100,
        usuallyHidden: true,
        render: (row) => (row.PointLevel === null ? null : f.levelOf(row.PointLevel)),
      },
      {
        key: 'alarms',
        title: f.alarmConfig,
        width: 104,
        render: (row) => (row.IsSetAlarm ? f.configured : <span className="device-faint">{f.notConfigured}</span>),
      },
      {
        key: 'readWrite',
        title: f.readWrite,
        width: 120,
        usuallyHidden: true,
        render: (row) => (row.ReadWrite === 'readWrite' ? f.writable : f.read),
      },
      plain('brand', f.brand, (row) => row.Brand, { width: 96, usuallyHidden: ofCompany }),
      plain('model', f.model, (row) => row.Model, { width: 108 }),
      plain('sn', f.sn, (row) => row.SN, { usuallyHidden: true }),
      plain('specification', f.specification, (row) => row.Specification, { usuallyHidden: true }),
      plain('produced', f.productionDate, (row) => row.ProductionDate, {
        usuallyHidden: true,
        sort: 'productionDate',
        width: 120,
      }),
      {
        key: 'labels',
        title: f.labels,
        width: 124,
        usuallyHidden: ofCompany,
        render: (row) => <Labels labels={row.TagList} />,
      },
      {
        key: 'created',
        title: f.created,
        width: 160,
        sort: 'createTime',
        usuallyHidden: true,
        render: (row) => <span className="tabular">{row.CreateTime}</span>,
      },
    ];
  }, [f, ofCompany]);
}
