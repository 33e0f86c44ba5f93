import {
  dayKinds,
  dayKindWords,
  quarterMinutes,
  type TariffRow,
  TariffVersionForm,
  type TariffVersionRow,
  timeClasses,
  timeClassWords,
} from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { comma } from '../lib/punctuation.ts';
import { OptionalDayField } from '../ui/days/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutEnergy } from './callsAboutEnergy.ts';
import { DayPainter } from './DayPainter.tsx';
import { TariffTrial } from './TariffTrial.tsx';
import { energyText, setUpText } from './text.ts';

type Season = TariffVersionRow['SeasonList'][number];
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const edges = Array.from({ length: 1440 / quarterMinutes + 1 }, (_, i) => ({
  value: i * quarterMinutes,
  label: clock(i * quarterMinutes),
}));
const months = Array.from({ length: 12 }, (_, i) => i + 1);
const everyDay: Season = {
  MonthList: months,
  DayKindList: [...dayKinds],
  PeriodList: [
    { From: 0, To: 480, Class: 1 },
    { From: 480, To: 1440, Class: 3 },
  ],
};

/** `1–6, 9–12`: numbers in a row are told by their ends. */
function inRuns(numbers: readonly number[], word: (each: number) => string): string {
  const runs: [number, number][] = [];
  for (const each of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && each === last[1] + 1) last[1] = each;
    else runs.push([each, each]);
  }
  return runs.map(([from, to]) => (from === to ? word(from) : `${word(from)}–${word(to)}`)).join(comma());
}

/** On which days the bar below counts. */
export function SeasonWords({ season }: { season: Season }) {
  const t = useText(setUpText);
  const e = useText(energyText);
  const inWords = useBilingual();
  return (
    <span className="energy-span">
      <span>{inRuns(season.MonthList, e.month)}</span>
      <span>
        {season.DayKindList.length === dayKinds.length
          ? t.everyDay
          : inRuns(season.DayKindList, (kind) => inWords(dayKindWords[kind as keyof typeof dayKindWords]))}
      </span>
    </span>
  );
}

/** The classes of a day as a bar of 24 hours. */
export function DayBar({ season }: { season: Season }) {
  return (
    <div className="energy-day" aria-hidden="true">
      {season.PeriodList.toSorted((a, b) => a.From - b.From).map(({ From, To, Class }) => (
        <i key={`${From}-${To}`} className={`energy-class-${Class}`} style={{ flexGrow: Math.max(0, To - From) }} />
      ))}
    </div>
  );
}

/** A version of a tariff: from when on, its prices, and which class each quarter of which days has. */
export function TariffVersionDialog({
  tariff,
  present,
  asNew,
  onClose,
}: {
  tariff: TariffRow;
  /** What it begins with. */
  present: TariffVersionRow | null;
  /** A further version; else the present one is changed. */
  asNew: boolean;
  onClose: () => void;
}) {
  const t = useText(setUpText);
  const inWords = useBilingual();
  const save = useSave(callsAboutEnergy, onClose);
  const initial = {
    TariffId: tariff.TariffId,
    VersionId: asNew ? undefined : present?.VersionId,
    ValidFrom: present?.ValidFrom,
    PriceList: present?.PriceList ?? [null, null, null, null, null],
    SeasonList: present?.SeasonList ?? [everyDay],
  };
  const form = useSchemaForm(TariffVersionForm, {
    initial,
    save: (body) => save('saveTariffVersion', { body }, t.saved),
  });
  return (
    <FormDialog form={form} title={t.versionOf(tariff.TariffName)} width={720} onClose={onClose}>
      <form.Field name="ValidFrom" label={t.validFrom}>
        <OptionalDayField />
      </form.Field>
      <fieldset>
        <legend>{t.price}</legend>
        <div className="energy-tools">
          {timeClasses.map((each) => (
            <form.Field key={each} name={['PriceList', each - 1]} label={inWords(timeClassWords[each])}>
              <NumberField step={0.01} min={-10} max={100} />
            </form.Field>
          ))}
        </div>
      </fieldset>
      <form.Field name="SeasonList" label={t.periods}>
        <SeasonsField />
      </form.Field>
      <TariffTrial tariff={() => ({ ...initial, ...form.antd.getFieldsValue(['PriceList', 'SeasonList']) })} />
    </FormDialog>
  );
}

function SeasonsField({ value = [], onChange }: { value?: readonly Season[]; onChange?: (seasons: Season[]) => void }) {
  const t = useText(setUpText);
  const e = useText(energyText);
  const inWords = useBilingual();
  const change = (place: number, part: Partial<Season>) =>
    onChange?.(value.map((season, i) => (i === place ? { ...season, ...part } : season)));
  return (
    <>
      {value.map((season, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <section key={place} className="energy-season" aria-label={t.season(place + 1)}>
          <div>
            <Select
              mode="multiple"
              aria-label={`${t.months} ${place + 1}`}
              style={{ flex: '1 1 240px' }}
              maxTagCount="responsive"
              value={season.MonthList}
              onChange={(MonthList) => change(place, { MonthList })}
              options={months.map((month) => ({ value: month, label: e.month(month) }))}
            />
            <Select
              mode="multiple"
              aria-label={`${t.dayKinds} ${place + 1}`}
              style={{ flex: '1 1 240px' }}
              maxTagCount="responsive"
              value={season.DayKindList}
              onChange={(DayKindList) => change(place, { DayKindList })}
              options={dayKinds.map((kind) => ({ value: kind as number, label: inWords(dayKindWords[kind]) }))}
            />
            {value.length > 1 ? (
              <Button type="link" danger onClick={() => onChange?.(value.filter((_, i) => i !== place))}>
                {t.remove}
              </Button>
            ) : null}
          </div>
          <DayPainter
            label={t.painter(place + 1)}
            periods={season.PeriodList}
            onChange={(PeriodList) => change(place, { PeriodList })}
          />
          {season.PeriodList.map((period, i) => {
            const set = (part: Partial<typeof period>) =>
              change(place, {
                PeriodList: season.PeriodList.map((each, at) => (at === i ? { ...each, ...part } : each)),
              });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: periods have no name of their own
              <div key={i}>
                <Select
                  aria-label={`${t.periods} ${i + 1}`}
                  style={{ width: 96 }}
                  showSearch
                  value={period.From}
                  options={edges}
                  onChange={(From) => set({ From })}
                />
                {t.until}
                <Select
                  aria-label={`${t.until} ${i + 1}`}
                  style={{ width: 96 }}
                  showSearch
                  value={period.To}
                  options={edges}
                  onChange={(To) => set({ To })}
                />
                <Select
                  aria-label={`${e.classes} ${i + 1}`}
                  style={{ width: 130 }}
                  value={period.Class}
                  options={timeClasses.map((each) => ({ value: each as number, label: inWords(timeClassWords[each]) }))}
                  onChange={(Class) => set({ Class })}
                />
                {season.PeriodList.length > 1 ? (
                  <Button
                    type="link"
                    onClick={() => change(place, { PeriodList: season.PeriodList.filter((_, at) => at !== i) })}
                  >
                    {t.remove}
                  </Button>
                ) : null}
              </div>
            );
          })}
          <Button
            type="link"
            onClick={() => {
              const From = Math.max(0, ...season.PeriodList.map(({ To }) => To)) % 1440;
              change(place, { PeriodList: [...season.PeriodList, { From, To: 1440, Class: 2 }] });
            }}
          >
            {t.addPeriod}
          </Button>
        </section>
      ))}
      <Button onClick={() => onChange?.([...value, { ...everyDay, MonthList: [], DayKindList: [...dayKinds] }])}>
        {t.addSeason}
      </Button>
    </>
  );
}
