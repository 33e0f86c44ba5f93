import { type DutyPerson, type OnHolidays, onHolidays, type RotaForm } from '@watchpost/contract';
import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { DayField } from '../../ui/days/index.ts';
import type { SchemaFormState } from '../../ui/form/index.ts';
import { weekdayText } from '../text.ts';
import { text } from './text.ts';

/** One shift as the form has it. */
export interface ShiftDraft {
  UserId?: number | undefined;
  WeekdayList: number[];
  From: string;
  Until: string;
  EveryWeeks: number;
  FirstWeek: string;
  OnHolidays: OnHolidays;
}

const usualHours = { From: '20:00', Until: '08:00' };
const wholeDay = { From: '', Until: '' };

/** Who, on which days, between which hours, in which weeks: the fields of one shift of `ShiftList`. */
export function ShiftFields({
  form,
  at,
  people,
  onRemove,
}: {
  form: SchemaFormState<typeof RotaForm>;
  /** Its place in the list. */
  at: number;
  people: readonly DutyPerson[];
  onRemove: () => void;
}) {
  const t = useText(text);
  const weekdays = useText(weekdayText);
  const inWords = useBilingual();
  const shift = Form.useWatch(['ShiftList', at], { form: form.antd, preserve: true }) as ShiftDraft | undefined;
  if (!shift) return null;
  const isWholeDay = shift.From === '' && shift.Until === '';
  const setHours = (hours: { From: string; Until: string }) => {
    form.antd.setFieldValue(['ShiftList', at], { ...shift, ...hours });
    form.noteChange();
  };
  return (
    <div className="duty-shift">
      <form.Field name={['ShiftList', at, 'UserId']} label={t.person} required>
        <Select
          placeholder={t.choosePerson}
          showSearch={{ optionFilterProp: 'label' }}
          options={people.map(({ UserId, UserName }) => ({ value: UserId, label: UserName }))}
        />
      </form.Field>
      <form.Field name={['ShiftList', at, 'OnHolidays']} label={t.onHolidays}>
        <Select options={Object.entries(onHolidays).map(([key, words]) => ({ value: key, label: inWords(words) }))} />
      </form.Field>
      <form.Field
        name={['ShiftList', at, 'WeekdayList']}
        label={t.weekdays}
        className="duty-wide"
        required
        normalize={(days: number[]) => [...days].sort((a, b) => a - b)}
      >
        <Checkbox.Group
          options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ value: day, label: weekdays[day] }))}
        />
      </form.Field>
      <div className="duty-wide duty-hours">
        <Checkbox checked={isWholeDay} onChange={({ target }) => setHours(target.checked ? wholeDay : usualHours)}>
          {t.wholeDay}
        </Checkbox>
        {isWholeDay ? null : (
          <>
            <form.Field name={['ShiftList', at, 'From']} label={t.from}>
              <Input type="time" />
            </form.Field>
            <form.Field
              name={['ShiftList', at, 'Until']}
              label={t.until}
              extra={shift.Until <= shift.From ? t.nextDay : ''}
              getValueProps={(until: string) => ({ value: until === '24:00' ? '00:00' : until })}
            >
              <Input type="time" />
            </form.Field>
          </>
        )}
      </div>
      <form.Field name={['ShiftList', at, 'EveryWeeks']} label={t.everyWeeks}>
        <Select options={[1, 2, 3, 4, 5, 6, 8, 10, 12].map((n) => ({ value: n, label: t.weeks(n) }))} />
      </form.Field>
      <form.Field
        name={['ShiftList', at, 'FirstWeek']}
        label={t.firstWeek}
        normalize={(day: string | null, before: string) => day ?? before}
      >
        <DayField />
      </form.Field>
      <div className="duty-wide">
        <Button size="small" type="text" danger onClick={onRemove}>
          {t.removeShift}
        </Button>
      </div>
    </div>
  );
}
