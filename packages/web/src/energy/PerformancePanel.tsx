import type { EnergyPerformance } from '@watchpost/contract';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { baselineText } from './baselineText.ts';
import { Figure, kwh } from './EnergyPieces.tsx';

/** Energy of a period against the baselines in use. Days as `YYYY-MM-DD`. */
export function PerformancePanel({ from, to }: { from: string; to: string }) {
  const t = useText(baselineText);
  const { ProjectId } = useProject();
  const maySetUp = useMay('energyEdit');
  const performances = useCall('getEnergyPerformance', { body: { ProjectId, Start: from, End: to } }, whileWaiting);
  return (
    <section className="energy-panel">
      <h2>{t.performance}</h2>
      {performances.error && !performances.data ? (
        <ErrorState error={performances.error} onRetry={() => void performances.refetch()} />
      ) : !performances.data ? (
        <ListSkeleton rows={3} />
      ) : performances.data.length === 0 ? (
        <p className="energy-muted">
          {t.none} {maySetUp ? <Link to="/energyManage/dataConfig?tab=baselines">{t.setUp}</Link> : null}
        </p>
      ) : (
        performances.data.map((each) => <Performance key={each.BaselineId} performance={each} />)
      )}
    </section>
  );
}

/** Energy over expected with its uncertainty, `103.2 % ± 1.4 %`. */
export const enpiWords = ({ Enpi, EnpiBand }: Pick<EnergyPerformance, 'Enpi' | 'EnpiBand'>): string =>
  Enpi === null ? '–' : `${formatNumber(Enpi, 1)} % ± ${formatNumber(EnpiBand ?? 0, 1)} %`;

function Performance({ performance }: { performance: EnergyPerformance }) {
  const t = useText(baselineText);
  const { DayList, SavedWh, SavedBandWh, ChangeDay, Wh, ExpectedWh } = performance;
  return (
    <section aria-label={performance.MeterName ?? t.wholeProject}>
      <b>{performance.MeterName ?? t.wholeProject}</b>
      {DayList.length === 0 ? (
        <p className="energy-muted">
          {performance.IsTemperatureMissing ? t.temperatureMissing : t.noDays(performance.LeftOutDays)}
        </p>
      ) : (
        <>
          <ul className="energy-figures" aria-label={t.performance}>
            <Figure
              name={t.enpi}
              value={performance.Enpi === null ? '–' : formatNumber(performance.Enpi, 1)}
              unit={performance.EnpiBand === null ? '%' : `% ± ${formatNumber(performance.EnpiBand, 1)} %`}
            >
              {t.days(performance.DayCount, performance.LeftOutDays)}
            </Figure>
            <Figure name={t.expected} value={kwh(ExpectedWh)} unit="kWh">
              {t.actual} {kwh(Wh)} kWh
            </Figure>
            {SavedWh === null ? null : (
              <Figure name={SavedWh < 0 ? t.spent : t.saved} value={kwh(Math.abs(SavedWh))} unit="kWh">
                {t.band(`${kwh(SavedBandWh)} kWh`)}
              </Figure>
            )}
          </ul>
          <div className="energy-chips">
            {performance.IsFit ? null : <span className="energy-chip">{t.notFit}</span>}
            {ChangeDay === null ? (
              <span className="energy-muted">{t.noChange}</span>
            ) : (
              <span className="energy-chip">{t.change(ChangeDay)}</span>
            )}
          </div>
          <Cusum days={DayList} />
        </>
      )}
    </section>
  );
}

const height = 100;

/** The deviations of the days, summed up. */
function Cusum({ days }: { days: EnergyPerformance['DayList'] }) {
  const t = useText(baselineText);
  const values = days.map(({ CusumWh }) => CusumWh);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = Math.max(1, high - low);
  const width = Math.max(1, days.length - 1);
  const yOf = (wh: number) => height - ((wh - low) / span) * height;
  const line = values.map((wh, i) => `${i === 0 ? 'M' : 'L'}${i} ${yOf(wh).toFixed(1)}`).join('');
  const words = t.cusumOf(kwh(values.at(-1)!));
  return (
    <figure className="energy-cusum">
      <svg
        className="energy-load"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t.cusum}: ${words}`}
      >
        <path className="energy-zero" d={`M0 ${yOf(0).toFixed(1)}H${width}`} />
        <path d={line} />
      </svg>
      <p className="energy-axis">
        <span>{days[0]!.Day}</span>
        <span>{days.at(-1)!.Day}</span>
      </p>
      <figcaption className="energy-muted">
        {t.cusum}: {words}
      </figcaption>
    </figure>
  );
}
