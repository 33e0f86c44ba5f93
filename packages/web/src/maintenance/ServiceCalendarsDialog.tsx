import { ServiceCalendarForm, type ServiceCalendarRow, type ServiceWindow } from '@watchpost/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, FormDialog, useDialog, useSchemaForm } from '../ui/form/index.ts';
import { EmptyState, ErrorState, Skeleton, useSave } from '../ui/index.ts';
import { callsAboutMaintenance } from './callsAboutMaintenance.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

const holiday = 8;
const weekdays = [1, 2, 3, 4, 5, 6, 7, holiday];
/** A Monday. */
const anyMonday = Date.UTC(2024, 0, 1);

function useDayName(): (weekday: number) => string {
  const t = useText(maintenanceText);
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' });
  return (weekday) => (weekday === holiday ? t.holiday : format.format(anyMonday + (weekday - 1) * 86_400_000));
}

const inWords = (windows: readonly ServiceWindow[]): string =>
  windows.map(({ From, To }) => (To === '' ? From : `${From}-${To}`)).join(' ');

/** What somebody typed as hours of a day; what is no time goes on as it is, and the form refuses it. */
export const windowsOf = (weekday: number, typed: string): ServiceWindow[] =>
  typed
    // As a Chinese keyboard writes it, and with blanks around the dash.
    .normalize('NFKC')
    .replace(/\s*[-–—~至]\s*/g, '-')
    .split(/[\s,，、;；]+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [from, to = ''] = part.split('-');
      return { Weekday: weekday, From: padded(from!), To: padded(to) };
    });
const padded = (time: string): string => (/^\d:\d\d$/.test(time) ? `0${time}` : time);

/** The calendars of service that contracts choose from. */
export function ServiceCalendarsDialog({ onClose }: { onClose: () => void }) {
  const t = useText(maintenanceText);
  const dayName = useDayName();
  const dialog = useDialog();
  const calendars = useCall('getServiceCalendars', { query: {} }, { scope: 'company' });
  const edit = (present: ServiceCalendarRow | null) =>
    dialog.open(<CalendarDialog present={present} onClose={dialog.close} />);
  const remove = ({ CalendarId, CalendarName }: ServiceCalendarRow) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteCalendar(CalendarName)}
        call="deleteServiceCalendar"
        input={{ body: { CalendarId } }}
        said={t.deleted}
        asks={callsAboutMaintenance}
        onClose={dialog.close}
      >
        {t.deleteCalendarHint}
      </DeleteDialog>,
    );
  return (
    <Modal open width={640} title={t.serviceCalendars} footer={null} onCancel={onClose}>
      <p>{t.serviceCalendarsHint}</p>
      {calendars.error && !calendars.data ? (
        <ErrorState error={calendars.error} onRetry={() => void calendars.refetch()} />
      ) : null}
      {calendars.isPending ? <Skeleton height={80} /> : null}
      {calendars.data?.length === 0 ? <EmptyState title={t.noCalendars} /> : null}
      <ul className="mt-calendars">
        {calendars.data?.map((row) => (
          <li key={row.CalendarId}>
            <div>
              <b>{row.CalendarName}</b>
              <small>
                {weekdays
                  .flatMap((weekday) => {
                    const hours = row.WindowList.filter(({ Weekday }) => Weekday === weekday);
                    return hours.length === 0 ? [] : `${dayName(weekday)} ${inWords(hours)}`;
                  })
                  .join(' · ')}
              </small>
              {row.HolidayList.length > 0 ? <small>{`${t.ownHolidays} ${row.HolidayList.join(' ')}`}</small> : null}
            </div>
            <Button type="link" onClick={() => edit(row)}>
              {t.edit}
            </Button>
            <Button type="link" danger onClick={() => remove(row)}>
              {t.delete}
            </Button>
          </li>
        ))}
      </ul>
      <Button type="primary" onClick={() => edit(null)}>
        {t.addCalendar}
      </Button>
      {dialog.shown}
    </Modal>
  );
}

function CalendarDialog({ present, onClose }: { present: ServiceCalendarRow | null; onClose: () => void }) {
  const t = useText(maintenanceText);
  const save = useSave(callsAboutMaintenance, onClose);
  const form = useSchemaForm(ServiceCalendarForm, {
    initial: {
      ...(present && { CalendarId: present.CalendarId }),
      CalendarName: present?.CalendarName ?? '',
      WindowList: present?.WindowList ?? [1, 2, 3, 4, 5].map((Weekday) => ({ Weekday, From: '08:00', To: '18:00' })),
      HolidayList: present?.HolidayList ?? [],
    },
    save: (body) => save('saveServiceCalendar', { body }, present ? t.saved : t.added),
  });
  return (
    <FormDialog form={form} title={present ? t.editCalendar : t.addCalendar} width={520} onClose={onClose}>
      <form.Field name="CalendarName" label={t.calendarName}>
        <Input maxLength={20} />
      </form.Field>
      <form.Field name="WindowList" label={t.serviceHours} extra={t.hoursHint}>
        <HoursField />
      </form.Field>
      <form.Field name="HolidayList" label={t.ownHolidays} extra={t.ownHolidaysHint}>
        <Select mode="tags" open={false} tokenSeparators={[' ', ',', '，']} suffixIcon={null} />
      </form.Field>
    </FormDialog>
  );
}

/** Hours of each day of the week, as text. */
function HoursField({
  value = [],
  onChange,
}: {
  value?: readonly ServiceWindow[];
  onChange?: (value: ServiceWindow[]) => void;
}) {
  const dayName = useDayName();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  return (
    <div className="mt-hours">
      {weekdays.map((weekday) => (
        <Input
          key={weekday}
          aria-label={dayName(weekday)}
          prefix={dayName(weekday)}
          maxLength={100}
          value={typed[weekday] ?? inWords(value.filter(({ Weekday }) => Weekday === weekday))}
          onChange={({ target }) => {
            setTyped({ ...typed, [weekday]: target.value });
            onChange?.([...value.filter(({ Weekday }) => Weekday !== weekday), ...windowsOf(weekday, target.value)]);
          }}
        />
      ))}
    </div>
  );
}
