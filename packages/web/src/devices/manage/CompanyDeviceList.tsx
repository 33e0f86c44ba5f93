import type { DeviceListRow } from '@watchpost/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useListExport } from '../../downloads/index.ts';
import { useText } from '../../lib/defineText.ts';
import { links } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { ListPage, pagingOf, type RowAction, useList, whileWaiting } from '../../ui/list/index.ts';
import { companyDeviceList, deviceQuestion } from './deviceList.ts';
import { manageText } from './text.ts';
import { useClasses, useClassOptions } from './useChoices.ts';
import { useDeviceColumns } from './useDeviceColumns.tsx';
import { usePlaceOptions } from './usePlaceOptions.ts';

/** The devices of all projects that are open to the user. */
export function CompanyDeviceList() {
  const t = useText(manageText);
  const { company } = useSession();
  const navigate = useNavigate();
  const exportList = useListExport();
  const list = useList(companyDeviceList);
  const question = deviceQuestion({ CompanyId: company.CompanyId }, list.query);
  const page = useCall(
    'getModelTreePage',
    { body: { ...question, ...pagingOf(list.query) } },
    { scope: 'company', ...whileWaiting },
  );
  const columns = useDeviceColumns(true);
  const classes = useClasses();
  const classOptions = useClassOptions();
  const places = usePlaceOptions();
  const options = useMemo(
    () => ({
      subsystem: classes?.map(({ BigTypeId, BigTypeName }) => ({ value: BigTypeId, label: BigTypeName })) ?? null,
      classes: classOptions.flatMap((group) => group.options),
      places,
    }),
    [classes, classOptions, places],
  );
  const open = ({ ModelTreeId }: DeviceListRow) => navigate(links.deviceRecord(ModelTreeId));
  const actionsOf = (device: DeviceListRow): RowAction[] => [
    { key: 'detail', label: t.detail, inline: true, run: () => open(device) },
    {
      key: 'monitor',
      label: t.monitor,
      run: () => navigate(links.device(device.ModelTreeId, device.ProjectId)),
    },
  ];
  return (
    <ListPage
      list={list}
      page={page}
      columns={columns}
      label={t.tabs}
      keyOf={({ ModelTreeId }) => ModelTreeId}
      nameOf={({ ModelTreeName }) => ModelTreeName}
      options={options}
      onOpen={open}
      rowActions={actionsOf}
      onExport={() => exportList('devices', { body: question })}
      empty={{ title: t.emptyCompany, hint: t.emptyCompanyHint }}
    />
  );
}
