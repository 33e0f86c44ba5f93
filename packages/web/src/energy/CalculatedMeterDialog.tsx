import { CalculatedMeterTerms, type EnergyMeterRow, NewCalculatedMeter } from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { setUpText } from './text.ts';

interface Term {
  MeterId?: number;
  Factor?: number | null;
}

/** A meter that is the sum of others: a new one with its place, or what a present one is made of. */
export function CalculatedMeterDialog({ present, onClose }: { present: EnergyMeterRow | null; onClose: () => void }) {
  return present ? <TermsDialog present={present} onClose={onClose} /> : <NewDialog onClose={onClose} />;
}

function NewDialog({ onClose }: { onClose: () => void }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const save = useSave(callsAboutEnergy, onClose);
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } }).data?.Data;
  const devices = useCall('getModelPage', { body: { ProjectId, PageSize: 1 } }).data?.ModelTreeDropdown;
  const form = useSchemaForm(NewCalculatedMeter, {
    initial: {
      ProjectId,
      MeterName: '',
      MeterNameEn: null,
      ModelTreeId: null,
      ParentId: null,
      TermList: [{ Factor: 1 }, { Factor: -1 }] as never,
    },
    save: (body) => save('addCalculatedMeter', { body }, t.added),
  });
  const search = { showSearch: { optionFilterProp: 'label' }, allowClear: true } as const;
  return (
    <FormDialog form={form} title={t.addCalculated} width={600} onClose={onClose}>
      <p className="energy-muted energy-intro">{t.calculatedHint}</p>
      <form.Field name="MeterName" label={t.name}>
        <Input maxLength={25} />
      </form.Field>
      <form.Field name="MeterNameEn" label={t.nameEn}>
        <Input maxLength={25} />
      </form.Field>
      <form.Field name="TermList" label={t.madeOf}>
        <TermsField />
      </form.Field>
      <form.Field name="ModelTreeId" label={t.device} extra={t.deviceHint}>
        <Select
          options={devices?.map(({ Key, Value }) => ({ value: Key, label: Value })) ?? []}
          loading={!devices}
          {...search}
        />
      </form.Field>
      <form.Field name="ParentId" label={t.parent} extra={t.calculatedParentHint}>
        <Select
          options={meters?.map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName })) ?? []}
          loading={!meters}
          {...search}
        />
      </form.Field>
    </FormDialog>
  );
}

function TermsDialog({ present, onClose }: { present: EnergyMeterRow; onClose: () => void }) {
  const t = useText(setUpText);
  const save = useSave(callsAboutEnergy, onClose);
  const form = useSchemaForm(CalculatedMeterTerms, {
    initial: {
      MeterId: present.MeterId,
      TermList: present.TermList.map(({ MeterId, Factor }) => ({ MeterId, Factor })),
    },
    save: (body) => save('setMeterTerms', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.madeOfTitle(present.MeterName)} width={600} onClose={onClose}>
      <p className="energy-muted">{t.correctHint}</p>
      <form.Field name="TermList" label={t.madeOf}>
        <TermsField />
      </form.Field>
    </FormDialog>
  );
}

/** Meters that have a register, each with its factor. */
function TermsField({ value = [], onChange }: { value?: readonly Term[]; onChange?: (terms: Term[]) => void }) {
  const t = useText(setUpText);
  const { ProjectId } = useProject();
  const meters = useCall('getEnergyMeterPage', { body: { ProjectId, PageSize: 500 } }).data?.Data;
  const options = meters
    ?.filter(({ TermList }) => TermList.length === 0)
    .map(({ MeterId, MeterName }) => ({ value: MeterId, label: MeterName }));
  const change = (place: number, part: Term) =>
    onChange?.(value.map((term, i) => (i === place ? { ...term, ...part } : term)));
  return (
    <>
      {value.map((term, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name of their own
        <div key={place} className="energy-term">
          <NumberField
            aria-label={`${t.factorOf} ${place + 1}`}
            style={{ width: 96 }}
            value={term.Factor ?? null}
            min={-1000}
            max={1000}
            onChange={(Factor) => change(place, { Factor })}
          />
          {'×'}
          <Select
            aria-label={`${t.meterOf} ${place + 1}`}
            style={{ flex: 1 }}
            showSearch={{ optionFilterProp: 'label' }}
            value={term.MeterId ?? null}
            options={options ?? []}
            loading={!options}
            onChange={(MeterId) => change(place, { MeterId: MeterId! })}
          />
          {value.length > 1 ? (
            <Button type="link" onClick={() => onChange?.(value.filter((_, i) => i !== place))}>
              {t.remove}
            </Button>
          ) : null}
        </div>
      ))}
      <Button type="link" onClick={() => onChange?.([...value, { Factor: -1 }])}>
        {t.addTerm}
      </Button>
    </>
  );
}
