import { type EnergyMeterRow, ReplaceEnergyMeter } from '@watchpost/contract';

import { useText } from '../lib/defineText.ts';
import { LocalTimeField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { RegisterFields, RegisterPoint, StartReading } from './RegisterFields.tsx';
import { setUpText } from './text.ts';

/** Another register takes the place of the present one. */
export function ReplaceDialog({
  meter,
  found,
  onClose,
}: {
  meter: EnergyMeterRow;
  /** When the readings say that it happened, and what both registers showed then. */
  found?: { Time: string; EndReading: number; StartReading: number };
  onClose: () => void;
}) {
  const t = useText(setUpText);
  const save = useSave(callsAboutEnergy, onClose);
  const form = useSchemaForm(ReplaceEnergyMeter, {
    initial: {
      MeterId: meter.MeterId,
      PointId: meter.InstallationList[0]?.PointId ?? undefined,
      Multiplier: meter.InstallationList[0]?.Multiplier ?? 1,
      SerialNumber: '',
      IsManual: meter.InstallationList[0]?.IsManual ?? false,
      ...found,
    },
    save: (body) => save('replaceEnergyMeter', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.replaceTitle(meter.MeterName)} onClose={onClose}>
      <form.Field name="Time" label={t.replaceTime}>
        <LocalTimeField />
      </form.Field>
      <form.Field name="EndReading" label={t.endReading}>
        <NumberField min={0} />
      </form.Field>
      <RegisterPoint />
      <StartReading />
      <RegisterFields />
    </FormDialog>
  );
}
