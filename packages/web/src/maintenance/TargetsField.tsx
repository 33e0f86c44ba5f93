import type { ServiceTarget } from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { NumberField } from '../ui/form/index.ts';
import { SeverityMark } from '../ui/index.ts';
import './maintenance.css';
import { maintenanceText } from './text.ts';

const parts = ['ResponseMinutes', 'ArrivalMinutes', 'ResolutionMinutes'] as const;
/** What a level begins with when it is added, in minutes. */
const first = { ResponseMinutes: 15, ArrivalMinutes: 120, ResolutionMinutes: 480 };

/** Targets of repairs by severity; a level without has the usual ones. */
export function TargetsField({
  value = [],
  onChange,
}: {
  value?: readonly ServiceTarget[];
  onChange?: (value: ServiceTarget[]) => void;
}) {
  const t = useText(maintenanceText);
  const calendars = useCall('getServiceCalendars', { query: {} }, { scope: 'company' });
  const names = { ResponseMinutes: t.response, ArrivalMinutes: t.arrival, ResolutionMinutes: t.resolution };
  /** Those of the company, and the one that was agreed on where it is gone by now. */
  const calendarOptions = ({ CalendarId: id, CalendarName: name }: ServiceTarget) => {
    const known = (calendars.data ?? []).map((each) => ({ value: each.CalendarId, label: each.CalendarName }));
    const isGone = id !== undefined && known.every(({ value: each }) => each !== id);
    return [{ value: 0, label: t.usualCalendar }, ...known, ...(isGone ? [{ value: id, label: name ?? '' }] : [])];
  };
  const set = (level: number, target: ServiceTarget | null) =>
    onChange?.(
      [...value.filter(({ Level }) => Level !== level), ...(target ? [target] : [])].sort((a, b) => a.Level - b.Level),
    );
  return (
    <div className="mt-targets">
      {[1, 2, 3].map((level) => {
        const target = value.find(({ Level }) => Level === level);
        return (
          <div key={level}>
            <SeverityMark level={level} variant="word" />
            {target ? (
              <>
                {parts.map((part) => (
                  <NumberField
                    key={part}
                    aria-label={`${names[part]} ${level}`}
                    prefix={names[part]}
                    min={1}
                    precision={0}
                    value={target[part]}
                    // An empty one is refused by the form, as any that is no number.
                    onChange={(minutes) => set(level, { ...target, [part]: minutes })}
                  />
                ))}
                <Select
                  aria-label={`${t.serviceCalendar} ${level}`}
                  className="mt-target-calendar"
                  value={target.CalendarId ?? 0}
                  onChange={(id: number) => {
                    const { CalendarId: _, CalendarName: __, CalendarHours: ___, ...rest } = target;
                    set(level, id === 0 ? rest : { ...rest, CalendarId: id });
                  }}
                  options={calendarOptions(target)}
                />
                <Button type="link" onClick={() => set(level, null)}>
                  {t.usualTargets}
                </Button>
              </>
            ) : (
              <Button type="link" onClick={() => set(level, { Level: level, ...first })}>
                {t.agreeTargets}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}
