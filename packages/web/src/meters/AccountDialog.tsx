import { loadClasses, NewPrepaidAccount, type PrepaidRow, prepaidModes } from '@watchpost/contract';
import { Form, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { PointSelect } from '../points/index.ts';
import { OptionalDayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { prepaidText } from './text.ts';

export function AccountDialog({ present, onClose }: { present: PrepaidRow | null; onClose: () => void }) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const save = useSave(callsAboutPrepaid, onClose);
  const initial = useMemo(
    () => ({
      MeterId: present?.MeterId ?? undefined,
      Consumer: present?.Consumer ?? '',
      Phone: present?.Phone ?? '',
      Mode: present?.Mode ?? ('platform' as const),
      LoadClass: present?.LoadClass ?? ('protected' as const),
      LowDays: present?.LowDays ?? 7,
      Overdraft: (present?.OverdraftFen ?? 0) / 100,
      HoardLimit: (present?.HoardLimitFen ?? 5_000_000) / 100,
      SwitchPointId: present?.SwitchPointId ?? null,
    }),
    [present],
  );
  const form = useSchemaForm(NewPrepaidAccount, {
    initial,
    add: (body) => save('addPrepaidAccount', { body }, t.saved),
    edit:
      present && ((body) => save('editPrepaidAccount', { body: { ...body, AccountId: present.AccountId } }, t.saved)),
  });
  const isFixed = present?.LoadClass === 'protected';
  const mode = Form.useWatch<string | undefined>('Mode', form.antd);
  const words = (table: Readonly<Record<string, { zh: string; en: string }>>) =>
    Object.entries(table).map(([value, label]) => ({ value, label: inWords(label) }));
  return (
    <FormDialog form={form} title={present ? t.editTitle : t.openTitle} width={600} onClose={onClose}>
      {present ? null : (
        <form.Field name="MeterId" label={t.meter}>
          <MeterSelect projectId={ProjectId} label={t.meter} />
        </form.Field>
      )}
      <form.Field name="Consumer" label={t.consumer}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="Phone" label={t.phone}>
        <Input maxLength={30} inputMode="tel" />
      </form.Field>
      <form.Field name="LoadClass" label={t.load} extra={isFixed ? t.loadFixed : t.loadHint}>
        <Select options={words(loadClasses)} disabled={isFixed} />
      </form.Field>
      <form.Field name="LowDays" label={t.lowDays}>
        <NumberField min={1} max={60} precision={0} />
      </form.Field>
      <form.Field name="Overdraft" label={t.overdraft}>
        <NumberField min={0} precision={2} />
      </form.Field>
      <form.Field name="HoardLimit" label={t.hoardLimit}>
        <NumberField min={0} precision={2} />
      </form.Field>
      <form.Field
        name="SwitchPointId"
        label={t.switchPoint}
        {...(isFixed && present.SwitchPointId !== null ? { extra: t.switchFixed } : {})}
      >
        <PointField
          projectId={ProjectId}
          label={t.switchPoint}
          known={present?.SwitchPointName ?? undefined}
          disabled={isFixed && present.SwitchPointId !== null}
        />
      </form.Field>
      {present ? null : (
        <>
          <form.Field name="Mode" label={t.mode}>
            <Select options={words(prepaidModes)} />
          </form.Field>
          {mode === 'meterHeld' ? (
            <>
              <form.Field name="AmountPointId" label={t.amountPoint}>
                <PointField projectId={ProjectId} label={t.amountPoint} />
              </form.Field>
              <form.Field name="CountPointId" label={t.countPoint}>
                <PointField projectId={ProjectId} label={t.countPoint} />
              </form.Field>
            </>
          ) : null}
          <form.Field name="ChargeFrom" label={t.chargeFrom}>
            <OptionalDayField />
          </form.Field>
          <form.Field name="Opening" label={t.opening}>
            <NumberField precision={2} />
          </form.Field>
        </>
      )}
    </FormDialog>
  );
}

/** A meter of the project, found by typing a part of its name. A form field. */
function MeterSelect({
  projectId,
  label,
  ...field
}: {
  projectId: number;
  label: string;
  id?: string;
  value?: number;
  onChange?: (meterId: number) => void;
}) {
  const [search, setSearch] = useState('');
  const body = { ProjectId: projectId, Text: search || undefined, PageSize: 50 };
  const page = useCall('getEnergyMeterPage', { body }, whileWaiting);
  return (
    <Select
      {...field}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={page.isFetching}
      options={page.data?.Data.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
    />
  );
}

/** A point that need not be chosen, as a form field. */
function PointField({
  value,
  onChange,
  ...rest
}: {
  projectId: number;
  label: string;
  known?: string | undefined;
  disabled?: boolean;
  id?: string;
  value?: number | null;
  onChange?: (pointId: number | null) => void;
}) {
  return (
    <PointSelect
      {...rest}
      value={value ?? undefined}
      onChange={(pointId) => onChange?.(pointId)}
      onClear={() => onChange?.(null)}
    />
  );
}
