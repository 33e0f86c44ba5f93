import { BootUnitChange, type BootUnitRow, NewBootUnit } from '@watchpost/contract';
import { Form, Input, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { useProjectOptions } from '../lib/useProjectOptions.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { bootText } from './text.ts';

/** Adds a unit, or edits one. */
export function UnitDialog({ present, onClose }: { present: BootUnitRow | null; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot, onClose);
  const projectOptions = useProjectOptions();
  const initial = useMemo(
    () => ({
      UnitName: present?.UnitName ?? '',
      UnitNumber: present?.UnitNumber ?? '',
      Model: present?.Model ?? '',
      ContractNumber: present?.ContractNumber ?? '',
      ProjectId: present?.ProjectId ?? null,
      Position: present?.Position ?? '',
      ModelTreeId: present?.ModelTreeId ?? null,
      LockPointId: present?.LockPointId ?? null,
      InstallerId: present?.InstallerId ?? null,
      UnlockValue: present?.UnlockValue ?? 1,
      HasNoClock: present?.HasNoClock ?? false,
    }),
    [present],
  );
  const form = useSchemaForm(NewBootUnit, {
    initial,
    add: (body) => save('addBootUnit', { body }, t.added),
    edit:
      present &&
      ((body) =>
        save('editBootUnit', { body: BootUnitChange.parse({ ...body, UnitId: present.UnitId }) as never }, t.saved)),
  });
  const projectId = (Form.useWatch('ProjectId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const deviceId = (Form.useWatch('ModelTreeId', { form: form.antd, preserve: true }) ?? null) as number | null;
  const devices = useCall('getBootDevices', projectId === null ? null : { query: { projectId } }, {
    scope: 'company',
    staleTime: 60_000,
  }).data;
  const installers = useCall('getBootInstallers', { query: {} }, { scope: 'company', staleTime: 60_000 }).data;
  const installerOptions = installers?.map(({ UserId, Name }) => ({ value: UserId, label: Name })) ?? [];
  // Not yet loaded, or without the permission by now.
  if (
    present?.InstallerId != null &&
    present.InstallerName !== null &&
    !installerOptions.some(({ value }) => value === present.InstallerId)
  )
    installerOptions.push({ value: present.InstallerId, label: present.InstallerName });
  const points = devices?.find(({ ModelTreeId }) => ModelTreeId === deviceId)?.PointList ?? [];
  return (
    <FormDialog form={form} title={present ? t.editUnit : t.addUnit} width={600} onClose={onClose}>
      <div className="form-columns">
        <form.Field name="UnitName" label={t.unitName}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="UnitNumber" label={t.unitNumber} extra={t.unitNumberHint}>
          <Input maxLength={64} />
        </form.Field>
        <form.Field name="Model" label={t.model}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ContractNumber" label={t.contract}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field name="ProjectId" label={t.project}>
          <Select
            allowClear
            options={projectOptions}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldsValue({ ModelTreeId: null, LockPointId: null })}
          />
        </form.Field>
        <form.Field name="Position" label={t.position}>
          <Input maxLength={100} />
        </form.Field>
        <form.Field name="ModelTreeId" label={t.device} extra={t.deviceHint}>
          <Select
            allowClear
            disabled={projectId === null}
            options={
              devices?.map(({ ModelTreeId, ModelTreeName }) => ({ value: ModelTreeId, label: ModelTreeName })) ?? []
            }
            showSearch={{ optionFilterProp: 'label' }}
            onChange={() => form.antd.setFieldValue('LockPointId', null)}
          />
        </form.Field>
        <form.Field name="LockPointId" label={t.lockPoint} extra={t.lockPointHint}>
          <Select
            allowClear
            disabled={points.length === 0}
            options={points.map(({ PointId, PointName }) => ({ value: PointId, label: PointName }))}
          />
        </form.Field>
        <form.Field name="InstallerId" label={t.installer} extra={t.installerHint}>
          <Select allowClear options={installerOptions} showSearch={{ optionFilterProp: 'label' }} />
        </form.Field>
        <form.Field name="UnlockValue" label={t.unlockValue}>
          <NumberField />
        </form.Field>
        <form.Field name="HasNoClock" label={t.hasNoClock} extra={t.hasNoClockHint} valuePropName="checked">
          <Switch />
        </form.Field>
      </div>
    </FormDialog>
  );
}
