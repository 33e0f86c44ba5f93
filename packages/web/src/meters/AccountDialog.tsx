import {
  loadClasses,
  NewPrepaidAccount,
  PrepaidAccountChange,
  type PrepaidRow,
  prepaidModes,
} from '@watchpost/contract';
import { DatePicker, Form, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutPrepaid } from './callsAboutPrepaid.ts';
import { prepaidText } from './text.ts';

/** Points of the project, those that can be written apart. */
function usePointOptions() {
  const { ProjectId } = useProject();
  const points = useCall('getPointPage', { body: { ProjectId, PageSize: 500 } as never });
  return points.data?.Data.map((point) => ({ value: point.PointId, label: point.PointName }));
}

export function AccountDialog({ present, onClose }: { present: PrepaidRow | null; onClose: () => void }) {
  const t = useText(prepaidText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const save = useSave(callsAboutPrepaid, onClose);
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } });
  const points = usePointOptions();
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
      present &&
      ((body) =>
        save(
          'editPrepaidAccount',
          { body: PrepaidAccountChange.parse({ ...body, AccountId: present.AccountId }) as never },
          t.saved,
        )),
  });
  const mode = Form.useWatch<string | undefined>('Mode', form.antd);
  const search = { showSearch: { optionFilterProp: 'label' }, allowClear: true, options: points ?? [] } as const;
  const words = (table: Readonly<Record<string, { zh: string; en: string }>>) =>
    Object.entries(table).map(([value, label]) => ({ value, label: inWords(label) }));
  return (
    <FormDialog form={form} title={present ? t.editTitle : t.openTitle} width={600} onClose={onClose}>
      {present ? null : (
        <form.Field name="MeterId" label={t.meter}>
          <Select
            options={meters.data?.Data.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
          />
        </form.Field>
      )}
      <form.Field name="Consumer" label={t.consumer}>
        <Input maxLength={50} />
      </form.Field>
      <form.Field name="Phone" label={t.phone}>
        <Input maxLength={30} inputMode="tel" />
      </form.Field>
      <form.Field name="LoadClass" label={t.load} extra={t.loadHint}>
        <Select options={words(loadClasses)} />
      </form.Field>
      <form.Field name="LowDays" label={t.lowDays}>
        <InputNumber min={1} max={60} precision={0} />
      </form.Field>
      <form.Field name="Overdraft" label={t.overdraft}>
        <InputNumber min={0} precision={2} />
      </form.Field>
      <form.Field name="HoardLimit" label={t.hoardLimit}>
        <InputNumber min={0} precision={2} />
      </form.Field>
      <form.Field name="SwitchPointId" label={t.switchPoint}>
        <Select {...search} />
      </form.Field>
      {present ? null : (
        <>
          <form.Field name="Mode" label={t.mode}>
            <Select options={words(prepaidModes)} />
          </form.Field>
          {mode === 'meterHeld' ? (
            <>
              <form.Field name="AmountPointId" label={t.amountPoint}>
                <Select {...search} />
              </form.Field>
              <form.Field name="CountPointId" label={t.countPoint}>
                <Select {...search} />
              </form.Field>
            </>
          ) : null}
          <form.Field name="ChargeFrom" label={t.chargeFrom}>
            <DayPicker />
          </form.Field>
          <form.Field name="Opening" label={t.opening}>
            <InputNumber precision={2} />
          </form.Field>
        </>
      )}
    </FormDialog>
  );
}

function DayPicker({
  value,
  onChange,
  ...field
}: {
  id?: string;
  value?: string;
  onChange?: (day: string | undefined) => void;
}) {
  return (
    <DatePicker
      {...field}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : undefined)}
    />
  );
}
