import { calls, channels } from '@watchpost/contract';
import { Checkbox, Select, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, ListSkeleton, useNotify } from '../ui/index.ts';
import './notifications.css';
import { text, weekdayText } from './text.ts';

type Setting = Parameters<typeof calls.updateContactSetting.body.parse>[0] & {
  Language: 'zh' | 'en';
  QuietFrom: string;
  QuietUntil: string;
  QuietWeekdayList: number[];
  QuietLevelList: number[];
};

/** How the user is told of alarms outside the screens: language and quiet hours. Part of the personal settings. */
export function QuietHours() {
  const t = useText(text);
  const inWords = useBilingual();
  const asked = useCall('getContactSetting', {}, { scope: 'user' });
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <ListSkeleton rows={3} />;
  const { Mobile, Email, NotAvailable, ...setting } = asked.data;
  return (
    <>
      <p className="reach-note">{t.myMessagesHint}</p>
      {Mobile === null ? <p className="reach-note">{t.noPhone}</p> : null}
      {Email === null ? <p className="reach-note">{t.noEmail}</p> : null}
      {NotAvailable.length > 0 ? (
        <p className="reach-note">{t.notAvailable(NotAvailable.map((way) => inWords(channels[way])).join(t.comma))}</p>
      ) : null}
      <SettingForm key={JSON.stringify(setting)} setting={setting as Setting} onSaved={() => void asked.refetch()} />
    </>
  );
}

function SettingForm({ setting, onSaved }: { setting: Setting; onSaved: () => void }) {
  const t = useText(text);
  const days = useText(weekdayText);
  const notify = useNotify();
  const update = useCallMutation('updateContactSetting');
  const form = useSchemaForm(calls.updateContactSetting.body, {
    initial: setting,
    save: async (body) => {
      await update.mutateAsync({ body });
      notify.success(t.saved);
      onSaved();
    },
  });
  return (
    <SchemaForm form={form} submitText={t.save}>
      <div className="quiet-form">
        <form.Field name="Language" label={t.language}>
          <Select
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
          />
        </form.Field>
        <form.Field name="QuietFrom" label={t.quietFrom} required={false}>
          <Clock />
        </form.Field>
        <form.Field name="QuietUntil" label={t.quietUntil} required={false}>
          <Clock />
        </form.Field>
        <form.Field name="QuietWeekdayList" label={t.quietDays} required={false} className="quiet-wide">
          <Checkbox.Group options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({ value: day, label: days[day] }))} />
        </form.Field>
        <form.Field name="QuietLevelList" label={t.quietLevels} required={false} className="quiet-wide">
          <Checkbox.Group
            options={[
              { value: 2, label: t.important },
              { value: 3, label: t.general },
            ]}
          />
        </form.Field>
      </div>
    </SchemaForm>
  );
}

/** `HH:mm`; empty: none. */
function Clock({ value, onChange, id }: { value?: string; onChange?: (value: string) => void; id?: string }) {
  return (
    <TimePicker
      {...(id === undefined ? {} : { id })}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={value ? dayjs(`2026-01-01 ${value}`) : null}
      onChange={(time) => onChange?.(time ? time.format('HH:mm') : '')}
    />
  );
}
