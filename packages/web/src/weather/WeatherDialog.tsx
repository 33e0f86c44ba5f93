import type { WeatherDay } from '@watchpost/contract';
import { weatherDaysAhead } from '@watchpost/contract';
import { Modal, Tabs } from 'antd';
import { formatDateTime, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { PastWeather } from './PastWeather.tsx';
import { text } from './text.ts';
import './weather.css';
import { WeatherSign } from './WeatherSign.tsx';
import { weatherName, weatherText } from './weatherWords.ts';

/** The weather at a project: the seven days ahead (spec §2 and §7.8), and what is kept of those that are over. */
export function WeatherDialog({ open, onClose, projectId }: { open: boolean; onClose: () => void; projectId: number }) {
  const t = useText(text);
  const { projects } = useSession();
  const project = projects.find(({ ProjectId }) => ProjectId === projectId);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      width={860}
      title={t.title(project?.ProjectName ?? '')}
      destroyOnHidden
    >
      <Tabs
        items={[
          {
            key: 'ahead',
            label: t.ahead,
            children: <DaysAhead projectId={projectId} timeZone={project?.TimeZone ?? 'UTC'} />,
          },
          { key: 'past', label: t.past, children: <PastWeather projectName={project?.ProjectName ?? ''} /> },
        ]}
      />
    </Modal>
  );
}

function DaysAhead({ projectId, timeZone }: { projectId: number; timeZone: string }) {
  const t = useText(text);
  const days = useCall(
    'getWeatherOfDays',
    { query: { projectId, days: weatherDaysAhead } },
    { scope: 'company', staleTime: 600_000 },
  );
  const today = formatDateTime(useNow(60_000), timeZone).slice(0, 10);
  if (days.isError) return <ErrorState error={days.error} onRetry={() => void days.refetch()} />;
  if (!days.data) return <Skeleton height={170} />;
  const lowest = Math.min(...days.data.map(({ MinTemperature }) => MinTemperature));
  const highest = Math.max(...days.data.map(({ MaxTemperature }) => MaxTemperature));
  return (
    <ol className="weather-days" aria-label={t.ahead}>
      {days.data.map((day) => (
        <Day key={day.Date} day={day} isToday={day.Date === today} of={{ lowest, highest }} />
      ))}
    </ol>
  );
}

function Day({
  day,
  isToday,
  of: { lowest, highest },
}: {
  day: WeatherDay;
  isToday: boolean;
  of: { lowest: number; highest: number };
}) {
  const t = useText(text);
  const words = useText(weatherText);
  const language = useLanguage();
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(day.Date));
  const [mild, rough] = [weatherName(day.MinCode), weatherName(day.MaxCode)];
  const span = Math.max(1, highest - lowest);
  return (
    <li className={isToday ? 'weather-day weather-day-today' : 'weather-day'}>
      <div className="weather-date">
        <strong>{isToday ? t.today : weekday}</strong> <span className="tabular">{day.Date.slice(5)}</span>
      </div>
      <WeatherSign name={rough} />
      <div className="weather-words">
        {mild === rough ? words[rough] : `${words[mild]} ${t.to} ${words[rough].toLowerCase()}`}
      </div>
      <div className="weather-bar" aria-hidden="true">
        <span
          style={{
            left: `${(100 * (day.MinTemperature - lowest)) / span}%`,
            right: `${(100 * (highest - day.MaxTemperature)) / span}%`,
          }}
        />
      </div>
      <div className="tabular">
        {formatNumber(day.MinTemperature, 0)} … <strong>{formatWithUnit(day.MaxTemperature, '°C', 0)}</strong>
      </div>
      <div className="weather-wind tabular">{t.wind(formatNumber(day.Wind, 0))}</div>
    </li>
  );
}
