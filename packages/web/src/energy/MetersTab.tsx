import {
  accuracyClasses,
  EnergyInstallationChange,
  EnergyMeterChange,
  type EnergyMeterRow,
  NewEnergyMeter,
} from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { comma } from '../lib/punctuation.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { LocalTimeField } from '../ui/days/index.ts';
import { DeleteDialog, FormDialog, NumberField, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import {
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  type RowAction,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { CalculatedMeterDialog } from './CalculatedMeterDialog.tsx';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { ReadingsDialog } from './ReadingsDialog.tsx';
import { RegisterFields, RegisterPoint, StartReading } from './RegisterFields.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { setUpText } from './text.ts';

const meterList = defineList({
  name: 'energyMeters',
  filters: { text: textFilter({ label: setUpText.search }) },
  sorts: ['name', 'settled'],
  usualSort: { by: 'name', ascending: true },
});

/** The meters of a project and the registers in them. */
export function MetersTab() {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const mayEdit = useMay('energyEdit');
  const list = useList(meterList);
  const dialog = useDialog();
  const page = useCall(
    'getEnergyMeterPage',
    {
      body: {
        ProjectId,
        Text: list.query.filters.text,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, refetchInterval: 60_000 },
  );
  const columns = useMeterColumns();
  const edit = (present: EnergyMeterRow | null) =>
    dialog.open(<MeterDialog present={present} onClose={dialog.close} />);
  const remove = (rows: readonly EnergyMeterRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteOf(rows.length)}
        names={rows.map(({ MeterName }) => MeterName)}
        call="deleteEnergyMeter"
        input={{ body: { MeterIdList: rows.map(({ MeterId }) => MeterId) } }}
        said={t.deleted}
        asks={callsAboutEnergy}
        onDone={clear}
        onClose={dialog.close}
      >
        <p>{t.deleteHint}</p>
      </DeleteDialog>,
    );
  const readingsOf = (row: EnergyMeterRow): RowAction[] =>
    row.InstallationList[0]?.IsManual
      ? [
          {
            key: 'readings',
            label: t.readings,
            inline: true,
            run: () => dialog.open(<ReadingsDialog meter={row} onClose={dialog.close} />),
          },
        ]
      : [];
  const add = mayEdit ? (
    <>
      <Button onClick={() => dialog.open(<CalculatedMeterDialog present={null} onClose={dialog.close} />)}>
        {t.addCalculated}
      </Button>
      <Button type="primary" onClick={() => edit(null)}>
        {t.add}
      </Button>
    </>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.meters}
        keyOf={({ MeterId }) => MeterId}
        nameOf={({ MeterName }) => MeterName}
        actions={add}
        empty={{ title: t.none, action: add }}
        rowActions={(row) =>
          mayEdit
            ? [
                ...readingsOf(row),
                { key: 'edit', label: t.edit, inline: true, run: () => edit(row) },
                row.TermList.length > 0
                  ? {
                      key: 'terms',
                      label: t.madeOf,
                      run: () => dialog.open(<CalculatedMeterDialog present={row} onClose={dialog.close} />),
                    }
                  : {
                      key: 'replace',
                      label: t.replace,
                      run: () => dialog.open(<ReplaceDialog meter={row} onClose={dialog.close} />),
                    },
                ...(row.InstallationList.length > 0
                  ? [
                      {
                        key: 'correct',
                        label: t.correct,
                        run: () => dialog.open(<CorrectDialog meter={row} onClose={dialog.close} />),
                      },
                    ]
                  : []),
                { key: 'delete', label: t.delete, danger: true, run: () => remove([row]) },
              ]
            : readingsOf(row)
        }
        {...(mayEdit
          ? {
              onOpen: edit,
              batch: (rows: readonly EnergyMeterRow[], clear: () => void) => (
                <Button danger onClick={() => remove(rows, clear)}>
                  {t.delete}
                </Button>
              ),
            }
          : {})}
      />
      {dialog.shown}
    </>
  );
}

function useMeterColumns(): readonly ListColumn<EnergyMeterRow>[] {
  const t = useText(setUpText);
  const dates = useDates();
  return useMemo(
    (): ListColumn<EnergyMeterRow>[] => [
      {
        key: 'name',
        title: t.name,
        width: 160,
        sort: 'name',
        always: true,
        onCard: 'heading',
        render: ({ MeterName }) => MeterName,
      },
      { key: 'parent', title: t.parent, width: 130, render: ({ ParentName }) => ParentName ?? '–' },
      { key: 'device', title: t.device, width: 140, render: ({ ModelTreeName }) => ModelTreeName ?? '–' },
      {
        key: 'register',
        title: t.register,
        width: 140,
        render: ({ InstallationList: [present], TermList }) =>
          TermList.length > 0 ? (
            <span className="energy-muted">
              {TermList.map(
                ({ MeterName, Factor }) => `${formatNumber(Factor, Number.isInteger(Factor) ? 0 : 2)} × ${MeterName}`,
              ).join(comma())}
            </span>
          ) : present ? (
            (present.PointName ?? <span className="energy-muted">{present.IsManual ? t.manual : t.pointGone}</span>)
          ) : (
            '–'
          ),
      },
      {
        key: 'serial',
        title: t.serial,
        width: 130,
        render: ({ InstallationList: [present] }) => present?.SerialNumber || '–',
      },
      {
        key: 'multiplier',
        title: t.multiplier,
        width: 100,
        align: 'right',
        render: ({ InstallationList: [present] }) => (present ? `× ${present.Multiplier}` : '–'),
      },
      {
        key: 'maxPower',
        title: t.maxPower,
        width: 110,
        align: 'right',
        render: ({ MaxPower }) => formatNumber(MaxPower, 0),
      },
      {
        key: 'settled',
        title: t.settled,
        width: 140,
        sort: 'settled',
        render: ({ SettledEpoch }) => (SettledEpoch === null ? t.never : <time>{dates.dateTime(SettledEpoch)}</time>),
      },
    ],
    [t, dates],
  );
}

function useOtherMeters(except: number | null) {
  const { ProjectId } = useProject();
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  return meters.data?.Data.filter(({ MeterId }) => MeterId !== except).map(({ MeterId, MeterName }) => ({
    value: MeterId,
    label: MeterName,
  }));
}

function useDeviceOptions() {
  const { ProjectId } = useProject();
  return useCall('getModelPage', { body: { ProjectId, PageSize: 1 } }).data?.ModelTreeDropdown.map(
    ({ Key, Value }) => ({
      value: Key,
      label: Value,
    }),
  );
}

function MeterDialog({ present, onClose }: { present: EnergyMeterRow | null; onClose: () => void }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const save = useSave(callsAboutEnergy, onClose);
  const devices = useDeviceOptions();
  const parents = useOtherMeters(present?.MeterId ?? null);
  const initial = useMemo(
    () => ({
      ProjectId,
      MeterName: present?.Name ?? '',
      MeterNameEn: present?.MeterNameEn ?? null,
      ModelTreeId: present?.ModelTreeId ?? null,
      ParentId: present?.ParentId ?? null,
      MaxPower: present?.MaxPower,
      AccuracyClass: present?.AccuracyClass ?? null,
      Multiplier: 1,
      SerialNumber: '',
      IsManual: false,
    }),
    [present, ProjectId],
  );
  const form = useSchemaForm(NewEnergyMeter, {
    initial,
    add: (body) => save('addEnergyMeter', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save(
          'editEnergyMeter',
          { body: EnergyMeterChange.parse({ ...body, MeterId: present.MeterId }) as never },
          t.saved,
        )),
  });
  const search = { showSearch: { optionFilterProp: 'label' }, allowClear: true } as const;
  return (
    <FormDialog form={form} title={present ? t.editTitle : t.add} width={600} onClose={onClose}>
      <form.Field name="MeterName" label={t.name}>
        <Input maxLength={25} />
      </form.Field>
      <form.Field name="MeterNameEn" label={t.nameEn}>
        <Input maxLength={25} />
      </form.Field>
      {present ? null : <RegisterPoint />}
      <form.Field name="ModelTreeId" label={t.device} extra={t.deviceHint}>
        <Select options={devices ?? []} loading={!devices} {...search} />
      </form.Field>
      <form.Field name="ParentId" label={t.parent} extra={t.parentHint}>
        <Select options={parents ?? []} loading={!parents} {...search} />
      </form.Field>
      <form.Field name="MaxPower" label={t.maxPower} extra={t.maxPowerHint}>
        <NumberField min={0} />
      </form.Field>
      <form.Field name="AccuracyClass" label={t.accuracyClass} extra={t.accuracyHint}>
        <Select allowClear options={accuracyClasses.map((value) => ({ value, label: String(value) }))} />
      </form.Field>
      {present ? null : (
        <>
          <RegisterFields />
          <form.Field name="InstalledTime" label={t.installed}>
            <LocalTimeField />
          </form.Field>
          <StartReading />
        </>
      )}
    </FormDialog>
  );
}

function CorrectDialog({ meter, onClose }: { meter: EnergyMeterRow; onClose: () => void }) {
  const t = useText(setUpText);
  const dates = useDates();
  const save = useSave(callsAboutEnergy, onClose);
  const [present, ...before] = meter.InstallationList;
  const form = useSchemaForm(EnergyInstallationChange, {
    initial: {
      InstallationId: present!.InstallationId,
      SerialNumber: present!.SerialNumber,
      Multiplier: present!.Multiplier,
      Capacity: present!.Capacity,
      StartReading: present!.StartReading,
    },
    edits: ['InstallationId'],
    save: (body) => save('editEnergyInstallation', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.correctTitle(meter.MeterName)} onClose={onClose}>
      <p className="energy-muted">{t.correctHint}</p>
      <RegisterFields />
      <StartReading />
      {before.length > 0 ? (
        <>
          <h3>{t.history}</h3>
          <ul>
            {before.map((each) => (
              <li key={each.InstallationId}>
                {each.SerialNumber || '–'} ×{each.Multiplier},{' '}
                {t.fromTo(
                  dates.dateTime(each.InstalledEpoch),
                  dates.dateTime(each.RemovedEpoch ?? each.InstalledEpoch),
                )}
                , {each.StartReading ?? '–'} → {each.EndReading ?? '–'} {each.Unit}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </FormDialog>
  );
}
