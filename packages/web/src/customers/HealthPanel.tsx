import { type CustomerHealth, type HealthPart, healthParts, lowHealth } from '@watchpost/contract';
import { formatDuration } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual, useLanguage } from '../lib/language.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { WordTag } from '../ui/index.ts';
import './customers.css';
import { customerText } from './text.ts';

/** A score in its colour; below the limit it is bad. */
export const HealthTag = ({ score }: { score: number | null }) =>
  score === null ? dash : <WordTag good={score < lowHealth ? false : null} words={String(score)} />;

/** How well the service of a customer goes, never without its parts. */
export function HealthPanel({ score, of: health }: { score: number | null; of: CustomerHealth | null }) {
  const t = useText(customerText);
  const inWords = useBilingual();
  const partInWords = usePartInWords();
  if (health === null)
    return (
      <section className="customer-panel" aria-label={t.health}>
        <h2>{t.health}</h2>
        <p>{t.noHealth}</p>
      </section>
    );
  const known = health.PartList.filter(({ Score }) => Score !== null);
  const weight = known.reduce((sum, { Weight }) => sum + Weight, 0);
  return (
    <section className="customer-panel" aria-label={t.health}>
      <h2 className="customer-health">
        {t.health} <HealthTag score={score} />
        <small>
          {t.healthOn(health.Day)} · {t.knownParts(known.length, health.PartList.length, weight)}
          {health.Usage.UrgentCount === null ? ` · ${t.withoutAlarms}` : ''}
        </small>
        <Trend of={health.TrendList} />
      </h2>
      <dl className="customer-facts">
        {health.PartList.map(({ HealthPart, Weight, Score, Found, Against }) => (
          <div key={HealthPart}>
            <dt>{`${inWords(healthParts[HealthPart])} · ${Weight}%`}</dt>
            <dd className="tabular">
              {Score === null
                ? t.unknownPart
                : `${formatNumber(Score, 0)} · ${partInWords(HealthPart, Found ?? 0, Against ?? 0)}`}
            </dd>
          </div>
        ))}
      </dl>
      <Used of={health.Usage} />
    </section>
  );
}

function usePartInWords(): (part: HealthPart, found: number, against: number) => string {
  const t = useText(customerText);
  return (part, found, against) =>
    part === 'alarms'
      ? t.found_alarms(formatNumber(found, 1), formatNumber(against, 1))
      : part === 'users'
        ? t.found_users(found, against)
        : t[`found_${part}`](`${formatNumber(found * 100, part === 'connected' ? 1 : 0)} %`, against);
}

function Used({ of: usage }: { of: CustomerHealth['Usage'] }) {
  const t = useText(customerText);
  const language = useLanguage();
  const said = [
    ...(usage.UrgentCount === null
      ? []
      : [
          usage.UrgentSeconds === null
            ? t.usedNoUrgent
            : t.usedUrgent(usage.UrgentCount, formatDuration(usage.UrgentSeconds, language)),
        ]),
    t.usedWarnings(usage.WarningCount),
    t.usedRepairs(usage.RepairCount),
  ];
  return (
    <p className="customer-used">
      {t.used}
      {language === 'zh' ? '：' : ': '}
      {said.join(language === 'zh' ? '，' : ', ')}
    </p>
  );
}

const width = 120;
const height = 24;

/** The scores of the days before, from 0 to 100; a single day is no trend. */
function Trend({ of: days }: { of: CustomerHealth['TrendList'] }) {
  const t = useText(customerText);
  const known = days.filter((each): each is { Day: string; Score: number } => each.Score !== null);
  const [first] = known;
  if (!first || known.length < 2) return null;
  const from = Date.parse(first.Day);
  const span = Date.parse(known.at(-1)!.Day) - from;
  const points = known.map(
    ({ Day, Score }) => `${((Date.parse(Day) - from) / span) * width},${height - (Score / 100) * height}`,
  );
  return (
    <svg
      className="customer-trend"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t.trendOf(first.Day, String(first.Score))}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
