import { type DutyPerson, type OnHolidays, onHolidays } from '@watchpost/contract';
import { Button, Checkbox, Input, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { DayField } from '../../projects/index.ts';
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

/** Who, on which days, between which hours, in which weeks. A field: its value is one shift. */
export function ShiftFields({
  value,
  onChange,
  people,
  onRemove,
}: {
  value?: ShiftDraft;
  onChange?: (shift: ShiftDraft) => void;
  people: readonly DutyPerson[];
  onRemove: () => void;
}) {
  const t = useText(text);
  const weekdays = useText(weekdayText);
  const inWords = useBilingual();
  if (!value) return null;
  const change = (part: Partial<ShiftDraft>) => onChange?.({ ...value, ...part });
  const isWholeDay = value.From === '' && value.Until === '';
  return (
    <div className="duty-shift">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside */}
      <label>
        <span>{t.person}</span>
        <Select
          aria-label={t.person}
          placeholder={t.choosePerson}
          showSearch={{ optionFilterProp: 'label' }}
          value={value.UserId}
          onChange={(UserId: number) => change({ UserId })}
          options={people.map(({ UserId, UserName }) => ({ value: UserId, label: UserName }))}
        />
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside */}
      <label>
        <span>{t.onHolidays}</span>
        <Select
          aria-label={t.onHolidays}
          value={value.OnHolidays}
          onChange={(OnHolidays: OnHolidays) => change({ OnHolidays })}
          options={Object.entries(onHolidays).map(([key, words]) => ({ value: key, label: inWords(words) }))}
        />
      </label>
      <div className="duty-wide">
        <Checkbox.Group
          aria-label={t.weekdays}
          value={value.WeekdayList}
          onChange={(days) => change({ WeekdayList: (days as number[]).sort((a, b) => a - b) })}
          options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ value: day, label: weekdays[day] }))}
        />
      </div>
      <div className="duty-wide duty-head">
        <Checkbox
          checked={isWholeDay}
          onChange={({ target }) =>
            change(target.checked ? { From: '', Until: '' } : { From: '20:00', Until: '08:00' })
          }
        >
          {t.wholeDay}
        </Checkbox>
        {isWholeDay ? null : (
          <span className="duty-clock">
            <Input
              type="time"
              aria-label={t.from}
              value={value.From}
              onChange={({ target }) => change({ From: target.value })}
            />
            –
            <Input
              type="time"
              aria-label={t.until}
              value={value.Until === '24:00' ? '00:00' : value.Until}
              onChange={({ target }) => change({ Until: target.value })}
            />
            <small>{value.Until <= value.From ? t.nextDay : ''}</small>
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside */}
      <label>
        <span>{t.everyWeeks}</span>
        <Select
          aria-label={t.everyWeeks}
          value={value.EveryWeeks}
          onChange={(EveryWeeks: number) => change({ EveryWeeks })}
          options={[1, 2, 3, 4, 5, 6, 8, 10, 12].map((n) => ({ value: n, label: t.weeks(n) }))}
        />
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is inside */}
      <label>
        <span>{t.firstWeek}</span>
        <DayField
          aria-label={t.firstWeek}
          value={value.FirstWeek}
          onChange={(day) => change({ FirstWeek: day ?? value.FirstWeek })}
        />
      </label>
      <div className="duty-wide">
        <Button size="small" type="text" danger onClick={onRemove}>
          {t.removeShift}
        </Button>
      </div>
    </div>
  );
}
