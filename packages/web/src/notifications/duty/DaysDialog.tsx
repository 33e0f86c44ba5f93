import { type CalendarDay, CalendarDaysForm, type DutyPlan } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCallMutation } from '../../lib/useCall.ts';
import { DayField } from '../../ui/days/index.ts';
import { FormDialog, useSchemaForm } from '../../ui/form/index.ts';
import { useNotify } from '../../ui/index.ts';
import { weekdayText } from '../text.ts';
import { text } from './text.ts';

/** Says what some days count as, here or in the whole company. */
export function DaysDialog({
  projectId,
  plan,
  day,
  onClose,
  onSaved,
}: {
  projectId: number;
  plan: DutyPlan;
  /** What it begins with; null: nothing. */
  day: CalendarDay | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useText(text);
  const weekdays = useText(weekdayText);
  const notify = useNotify();
  const send = useCallMutation('saveCalendarDays');
  const form = useSchemaForm(CalendarDaysForm, {
    initial: {
      ProjectId: projectId,
      OfCompany: day?.OfCompany ?? plan.MayEditCompany,
      FromDay: day?.Day,
      UntilDay: day?.Day,
      CountsAs: day?.CountsAs ?? 8,
      DayName: day?.DayName ?? '',
    },
    save: async (body) => {
      await send.mutateAsync({ body });
      notify.success(t.saved);
      onSaved();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t.setDays} onClose={onClose}>
      <p className="duty-note">{t.calendarHint}</p>
      <form.Field name="FromDay" label={t.fromDay}>
        <DayField />
      </form.Field>
      <form.Field name="UntilDay" label={t.untilDay}>
        <DayField />
      </form.Field>
      <form.Field name="CountsAs" label={t.countsAs}>
        <Select
          options={[
            { value: 8, label: t.holiday },
            ...([1, 2, 3, 4, 5, 6, 7] as const).map((each) => ({ value: each, label: t.like(weekdays[each]) })),
            { value: 0, label: t.asWeek },
          ]}
        />
      </form.Field>
      <form.Field name="DayName" label={t.dayName}>
        <Input maxLength={30} placeholder={t.dayNameHint} />
      </form.Field>
      <form.Field name="OfCompany" label={t.forWhom}>
        <Select
          options={[
            ...(plan.MayEditCompany ? [{ value: true, label: t.ofCompany }] : []),
            ...(plan.MayEdit ? [{ value: false, label: t.ofProject }] : []),
          ]}
        />
      </form.Field>
    </FormDialog>
  );
}
