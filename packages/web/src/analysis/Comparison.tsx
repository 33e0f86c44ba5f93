import type { DeviceFigures, DeviceGroup } from '@watchpost/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { DaysField } from '../ui/days/index.ts';
import { Refused, WordTag } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import { longestDays, percent } from './Frame.tsx';
import { analysisText } from './text.ts';

export type DeviceKind = 'class' | 'brand' | 'model';

interface Side {
  readonly from: string;
  readonly to: string;
  /** Of which class, make or model; null: of all. */
  readonly key: string | null;
}

const sides = ['A', 'B'] as const;

/** Two periods, or two groups of devices, side by side, and whether they differ by more than chance. */
export function Comparison({
  group,
  groups,
  body,
}: {
  group: DeviceKind;
  groups: readonly DeviceGroup[];
  body: { Start: string; End: string; ProjectIdList?: number[] };
}) {
  const t = useText(analysisText);
  const dates = useDates();
  // Until something else is chosen, both sides follow the page.
  const [chosen, choose] = useState<{ A: Partial<Side>; B: Partial<Side> }>({ A: {}, B: {} });
  const sideOf = (name: 'A' | 'B'): Side => {
    const { from = body.Start, to = body.End, key = null } = chosen[name];
    return { from, to, key: groups.some(({ Key }) => Key === key) ? key : null };
  };
  const asked = (name: 'A' | 'B') => {
    const { from, to, key } = sideOf(name);
    const of = { class: { SmallTypeId: Number(key) }, brand: { Brand: key ?? '' }, model: { Model: key ?? '' } };
    return { ...body, Start: from, End: to, ...(key === null ? {} : of[group]) };
  };
  const answer = useCall(
    'getAnalysisComparison',
    { body: { SideA: asked('A'), SideB: asked('B') } },
    { scope: 'company', ...whileWaiting },
  );
  const rows: readonly { name: string; of: (figures: DeviceFigures) => string }[] = [
    { name: t.devices, of: ({ Devices }) => formatNumber(Devices) },
    { name: t.alarms, of: ({ Alarms }) => formatNumber(Alarms) },
    { name: t.urgent, of: ({ Urgent }) => formatNumber(Urgent) },
    { name: t.perDeviceMonth, of: ({ PerDeviceMonth }) => formatNumber(PerDeviceMonth, 2) },
    { name: t.excursion, of: ({ ExcursionSeconds }) => dates.duration(ExcursionSeconds) },
    { name: t.degreeHours, of: ({ DegreeHours }) => formatNumber(DegreeHours, 1) },
    { name: t.deviceAvailability, of: ({ DeviceAvailability }) => percent(DeviceAvailability) },
    { name: t.medianOf(t.ack), of: ({ AckMedian }) => dates.duration(AckMedian) },
    { name: t.medianOf(t.back), of: ({ BackMedian }) => dates.duration(BackMedian) },
  ];
  const { data } = answer;
  return (
    <section className="analysis-panel" aria-label={t.comparison}>
      <h2>{t.comparison}</h2>
      <p>{t.comparisonHint}</p>
      <Refused error={answer.error} />
      <div className="analysis-wide">
        <table className="analysis-comparison">
          <thead>
            <tr>
              <th scope="col">{t.figure}</th>
              {sides.map((name) => {
                const { from, to, key } = sideOf(name);
                const change = (part: Partial<Side>) => choose({ ...chosen, [name]: { ...chosen[name], ...part } });
                return (
                  <th key={name} scope="col">
                    {t.side(name)}
                    <DaysField
                      label={`${t.side(name)} · ${t.period}`}
                      days={{ from, to }}
                      maxDays={longestDays}
                      onChange={(days) => change(days)}
                    />
                    <Select
                      aria-label={`${t.side(name)} · ${t.devices}`}
                      value={key ?? ''}
                      onChange={(value) => change({ key: value === '' ? null : value })}
                      options={[
                        { value: '', label: t.anyDevices },
                        ...groups.filter(({ Key }) => Key !== '').map(({ Key, Name }) => ({ value: Key, label: Name })),
                      ]}
                    />
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, of }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {sides.map((side) => (
                  <td key={side} className="tabular">
                    {data ? of(side === 'A' ? data.SideA : data.SideB) : dash}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data ? <Ratio of={data} /> : null}
    </section>
  );
}

function Ratio({
  of: { Ratio, RatioLow, RatioHigh },
}: {
  of: { Ratio: number | null; RatioLow: number | null; RatioHigh: number | null };
}) {
  const t = useText(analysisText);
  if (Ratio === null || RatioLow === null || RatioHigh === null) return <p>{t.tooFew}</p>;
  const differs = RatioLow > 1 || RatioHigh < 1;
  return (
    <p className="tabular">
      {t.ratio}: {t.ratioOf(formatNumber(Ratio, 2), formatNumber(RatioLow, 2), formatNumber(RatioHigh, 2))}{' '}
      <WordTag good={null} words={differs ? t.differs : t.maybeChance} />
    </p>
  );
}
