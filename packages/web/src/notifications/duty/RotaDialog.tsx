import {
  channels,
  type DutyPlan,
  type DutyRota,
  notifiedLevels,
  RotaForm,
  type RotaFormInput,
  rotaChannels,
} from '@watchpost/contract';
import { Button, Checkbox, Form, Input, Select, Switch } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { SeverityMark, useNotify } from '../../ui/index.ts';
import { type ShiftDraft, ShiftFields } from './ShiftFields.tsx';
import { text } from './text.ts';

/** Adds a rota or changes one. */
export function RotaDialog({
  projectId,
  plan,
  rota,
  onClose,
  onSaved,
}: {
  projectId: number;
  plan: DutyPlan;
  /** Null: a new one. */
  rota: DutyRota | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const notify = useNotify();
  const send = useCallMutation('saveDutyRota');
  const usualShift: ShiftDraft = {
    WeekdayList: [1, 2, 3, 4, 5, 6, 7],
    From: '20:00',
    Until: '08:00',
    EveryWeeks: 1,
    FirstWeek: plan.Monday,
    OnHolidays: 'alike',
  };
  const saved = () => {
    notify.success(t.saved);
    onSaved();
    onClose();
  };
  const form = useSchemaForm(
    RotaForm,
    rota
      ? {
          initial: { ProjectId: projectId, ...rota },
          edits: ['ProjectId', 'RotaId'],
          save: async (body: Partial<RotaFormInput> & Pick<RotaFormInput, 'ProjectId'>) => {
            await send.mutateAsync({ body });
            saved();
          },
        }
      : {
          initial: {
            ProjectId: projectId,
            RotaName: '',
            Enabled: true,
            LevelList: [1, 2],
            ChannelList: ['voice', 'sms'],
            Step: 0,
            ShiftList: [usualShift as never],
          },
          save: async (body: RotaFormInput) => {
            await send.mutateAsync({ body });
            saved();
          },
        },
  );
  const shifts = (Form.useWatch('ShiftList', { form: form.antd, preserve: true }) ?? []) as ShiftDraft[];
  const set = (next: ShiftDraft[]) => {
    form.antd.setFieldValue('ShiftList', next);
    form.noteChange();
  };
  return (
    <FormDialog form={form} title={rota ? t.editRota : t.addRota} onClose={onClose} width={620}>
      <form.Field name="RotaName" label={t.rotaName}>
        <Input maxLength={30} />
      </form.Field>
      <form.Field name="LevelList" label={t.levels}>
        <Checkbox.Group
          options={notifiedLevels.map((level) => ({
            value: level,
            label: <SeverityMark level={level} variant="word" />,
          }))}
        />
      </form.Field>
      <form.Field name="ChannelList" label={t.ways}>
        <Checkbox.Group options={rotaChannels.map((way) => ({ value: way, label: inWords(channels[way]) }))} />
      </form.Field>
      <form.Field name="Step" label={t.step}>
        <Select options={[0, 1, 2, 3].map((n) => ({ value: n, label: n === 0 ? t.atOnce : t.stepN(n) }))} />
      </form.Field>
      <fieldset className="duty-shifts">
        <legend>{t.shifts}</legend>
        {shifts.map((_, at) => (
          <ShiftFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays of a shift while its person changes
            key={at}
            {...{ form, at }}
            people={plan.PersonList}
            onRemove={() => set(shifts.filter((__, place) => place !== at))}
          />
        ))}
        <Button onClick={() => set([...shifts, usualShift])}>{t.addShift}</Button>
      </fieldset>
      <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
        <Switch />
      </form.Field>
    </FormDialog>
  );
}
