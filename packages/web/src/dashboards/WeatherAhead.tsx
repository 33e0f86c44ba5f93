import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { WeatherSign, weatherName, weatherText } from '../weather/index.ts';
import { dashboardText } from './text.ts';

const days = 4;

/** The weather at the project, today and the days after it: what condensers and doors will have to do with. */
export function WeatherAhead({ projectId }: { projectId: number }) {
  const t = useText(dashboardText);
  const words = useText(weatherText);
  const language = useLanguage();
  const today = useDates().dateTime(useNow(60_000)).slice(0, 10);
  const ahead = useCall('getWeatherOfDays', { query: { projectId, days } }, { scope: 'company', staleTime: 600_000 });
  if (ahead.error && !ahead.data) return <ErrorState error={ahead.error} onRetry={() => void ahead.refetch()} />;
  if (!ahead.data) return <ListSkeleton rows={days} />;
  if (ahead.data.length === 0) return <p className="dashboard-faint">{t.noWeather}</p>;
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { weekday: 'short', timeZone: 'UTC' });
  return (
    <ul className="dashboard-rows dashboard-weather-rows">
      {ahead.data.map(({ Date: day, MaxCode, MinTemperature, MaxTemperature }) => (
        <li key={day}>
          <strong>{day === today ? t.today : weekday.format(Date.parse(day))}</strong>
          <WeatherSign name={weatherName(MaxCode)} />
          <span className="dashboard-name">{words[weatherName(MaxCode)]}</span>
          <span className="tabular">
            {formatNumber(MinTemperature, 0)} … {formatWithUnit(MaxTemperature, '°C', 0)}
          </span>
        </li>
      ))}
    </ul>
  );
}
