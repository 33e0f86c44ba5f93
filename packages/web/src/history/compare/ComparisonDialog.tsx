import { PlusOutlined } from '@ant-design/icons';
import type { Curve } from '@watchpost/contract';
import { Button, Segmented } from 'antd';
import { useCallback, useId, useMemo, useState } from 'react';
import { formatDateTime, useNow, zoneInWords } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { comma } from '../../lib/punctuation.ts';
import { useSession } from '../../lib/session.ts';
import { useTheme } from '../../lib/theme.ts';
import { useCompanyAnswers } from '../../lib/useCall.ts';
import { ErrorState, Skeleton } from '../../ui/index.ts';
import { CurveChart } from '../CurveChart.tsx';
import { CurveModal } from '../CurveModal.tsx';
import { CurveMargins } from '../curveMargins.ts';
import { saveCurvePicture } from '../curvePicture.ts';
import { intervalsFor, onTheWire, type TimeSpan } from '../curveRange.ts';
import { PeriodField } from '../PeriodField.tsx';
import { PointDialog } from '../PointDialog.tsx';
import { byUnits, shapeCurves } from '../shapeCurves.ts';
import { text as historyText } from '../text.ts';
import { useChartHandles } from '../useChartHandles.ts';
import { ComparedTable } from './ComparedTable.tsx';
import './ComparisonDialog.css';
import { ComparisonFiles } from './ComparisonFiles.tsx';
import {
  type Compared,
  differenceOf,
  edgeOf,
  laidOut,
  laidOver,
  maxCompared,
  rangesByUnit,
  spanOfCompared,
} from './comparison.ts';
import { PeriodChart, periodHeading } from './PeriodChart.tsx';
import { text } from './text.ts';

/** CSS pixels. */
const overlaidHeight = 250;
const minPartHeight = 170;
const differenceHeight = 120;

/**
 * Points and periods against each other (spec §2): the first line is the reference, every other one a point, here or in
 * another project, over a period of the same length. Laid over each other or side by side, with the difference below.
 */
export function ComparisonDialog({
  open,
  onClose,
  points,
  projectId,
  span,
}: {
  open: boolean;
  onClose: () => void;
  /** The first is the reference. */
  points: readonly number[];
  projectId: number;
  span: TimeSpan;
}) {
  const t = useText(text);
  return (
    <CurveModal open={open} onClose={onClose} title={t.title}>
      <Content points={points} projectId={projectId} firstSpan={span} />
    </CurveModal>
  );
}

/** Of a line as the charts call it: unlike all others, also where one point is there twice. */
const idOf = ({ key }: Compared): number => key + 1;

function Content({
  points,
  projectId,
  firstSpan,
}: {
  points: readonly number[];
  projectId: number;
  firstSpan: TimeSpan;
}) {
  const t = useText(text);
  const history = useText(historyText);
  const { projects } = useSession();
  const theme = useTheme();
  const minute = useNow(60_000);
  const together = useId();
  const margins = useMemo(() => new CurveMargins(), []);
  const [reference, setReference] = useState(firstSpan);
  const [chosen, setLines] = useState<readonly Compared[]>(() => [
    ...points.slice(0, maxCompared - 1).map((pointId, key) => ({ key, projectId, pointId, days: 0, earlierMs: 0 })),
    // What one mostly wants to know first: was it like this a week ago?
    ...points.slice(0, 1).map((pointId) => ({ key: maxCompared, projectId, pointId, days: 7, earlierMs: 0 })),
  ]);
  const [beside, setBeside] = useState(false);
  const [picking, setPicking] = useState(false);
  const zoneOf = useCallback(
    (id: number) => projects.find(({ ProjectId }) => ProjectId === id)?.TimeZone ?? 'UTC',
    [projects],
  );
  const timeZone = zoneOf(projectId);
  const spanMs = reference.to - reference.from;
  const minutes = Math.max(
    2,
    ...intervalsFor(spanMs)
      .filter((each) => each > 0)
      .slice(0, 1),
  );
  const lines = useMemo(() => laidOut(chosen, reference, minutes, zoneOf), [chosen, reference, minutes, zoneOf]);

  const answers = useCompanyAnswers(
    'getPointData',
    lines.map((line) => ({
      query: {
        ...onTheWire(spanOfCompared(reference, line), zoneOf(line.projectId)),
        pointIdList: [line.pointId],
        tmes: minutes,
        EdgeEpoch: edgeOf(reference, line, timeZone),
        ProjectId: line.projectId,
        WithTemperature: false,
      },
    })),
    { staleTime: 60_000 },
  );
  const curves = useMemo(
    () =>
      lines.map((line, index): Curve | null => {
        const curve = answers[index]?.data?.[0];
        if (!curve) return null;
        const place = projects.find(({ ProjectId }) => ProjectId === line.projectId);
        const isElsewhere = line.projectId !== projectId;
        const name = [isElsewhere ? place?.ProjectName : null, curve.DeviceName, curve.PointName];
        return { ...curve, PointId: idOf(line), PointName: name.filter(Boolean).join(' · '), DeviceName: null };
      }),
    [lines, answers, projects, projectId],
  );
  const known = curves.filter((curve) => curve !== null);
  const { overlaid, parts } = useMemo(() => {
    const laid = curves.flatMap((curve, index) =>
      curve ? [laidOver(periodNamed(curve, lines[index]!, reference, timeZone), lines[index]!.earlierMs)] : [],
    );
    const whole = shapeCurves(laid, reference, minutes);
    return { overlaid: whole, parts: byUnits(whole, laid, minutes) };
  }, [curves, lines, reference, minutes, timeZone]);
  const differences = useMemo(() => {
    const first = curves[0];
    if (!first || first.PointType === 1) return [];
    const base = laidOver(first, lines[0]!.earlierMs);
    return curves.flatMap((curve, index) =>
      index === 0 || !curve || curve.Unit !== first.Unit || curve.PointType === 1
        ? []
        : [
            {
              line: lines[index]!,
              curve: {
                ...withoutLimits(periodNamed(curve, lines[index]!, reference, timeZone)),
                DataList: differenceOf(base, laidOver(curve, lines[index]!.earlierMs)),
              },
            },
          ],
    );
  }, [curves, lines, reference, timeZone]);
  const difference = useMemo(
    () =>
      shapeCurves(
        // The reference keeps its colour by being there, without values.
        [...known.slice(0, 1).map((curve) => ({ ...curve, DataList: [] })), ...differences.map(({ curve }) => curve)],
        reference,
        minutes,
      ),
    [known, differences, reference, minutes],
  );
  const ranges = useMemo(() => rangesByUnit(known), [known]);
  const failed = answers.find(({ error }) => error);

  const add = (line: Omit<Compared, 'key'>) =>
    setLines((before) => [...before, { ...line, key: Math.max(-1, ...before.map(({ key }) => key)) + 1 }]);
  const first = lines[0];
  const isFull = lines.length >= maxCompared;

  const charts = useChartHandles();
  const savePicture = () =>
    void saveCurvePicture({
      charts: [
        ...(beside
          ? lines.map((line, index) => ({
              canvas: charts.canvas(`line ${line.key}`),
              heading: periodHeading(
                curves[index]?.PointName ?? '',
                spanOfCompared(reference, line),
                zoneOf(line.projectId),
              ),
            }))
          : parts.map((_, index) => ({ canvas: charts.canvas(`part ${index}`) }))),
        ...(differences.length > 0
          ? [{ canvas: charts.canvas('difference'), heading: t.differenceTo(known[0]?.PointName ?? '') }]
          : []),
      ],
      title: t.title,
      span: reference,
      timeZone,
      legend: [...overlaid.analogs, ...overlaid.states].map(({ curve, colour }) => ({
        name: curve.Unit ? `${curve.PointName} (${curve.Unit})` : curve.PointName,
        colour,
      })),
      theme,
    });

  return (
    <div className="comparison">
      <div className="comparison-tools">
        <PeriodField label={t.reference} span={reference} now={minute} timeZone={timeZone} onChange={setReference} />
        <Segmented<boolean>
          aria-label={t.layout}
          value={beside}
          onChange={setBeside}
          options={[
            { value: false, label: t.overlaid },
            { value: true, label: t.beside },
          ]}
        />
        <span className="comparison-add">
          <Button
            icon={<PlusOutlined />}
            disabled={isFull || !first}
            onClick={() => first && add({ ...first, days: 1 })}
          >
            {t.addPeriod}
          </Button>
          <Button icon={<PlusOutlined />} disabled={isFull} onClick={() => setPicking(true)}>
            {t.addPoints}
          </Button>
          <ComparisonFiles
            lines={lines}
            curves={curves}
            differences={differences}
            reference={reference}
            zoneOf={zoneOf}
            onPicture={savePicture}
          />
        </span>
      </div>
      {failed?.error ? <ErrorState error={failed.error} onRetry={failed.retry} /> : null}
      {known.length === 0 ? (
        failed ? null : (
          <Skeleton height={overlaidHeight} />
        )
      ) : beside ? (
        <div className="comparison-beside">
          {curves.map((curve, index) =>
            curve ? (
              <PeriodChart
                key={lines[index]!.key}
                ref={charts.hold(`line ${lines[index]!.key}`)}
                curve={curve}
                span={spanOfCompared(reference, lines[index]!)}
                minutes={minutes}
                timeZone={zoneOf(lines[index]!.projectId)}
                together={together}
                margins={margins}
                range={ranges.get(curve.Unit)}
                colour={
                  [...overlaid.analogs, ...overlaid.states].find((each) => each.curve.PointId === curve.PointId)?.colour
                }
              />
            ) : null,
          )}
        </div>
      ) : (
        parts.map((part, index) => (
          <CurveChart
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
            key={index}
            ref={charts.hold(`part ${index}`)}
            shape={part}
            timeZone={timeZone}
            height={parts.length === 1 ? overlaidHeight : Math.max(minPartHeight, overlaidHeight / parts.length)}
            showLimits={false}
            together={together}
            margins={margins}
            label={history.chartLabel(
              [...part.analogs, ...part.states].map(({ curve }) => curve.PointName).join(comma()),
              formatDateTime(reference.from, timeZone),
              formatDateTime(reference.to, timeZone),
            )}
            onZoom={(next) => {
              if (next.to - next.from >= 30 * 60_000) setReference(next);
            }}
            onResetZoom={() => setReference(firstSpan)}
          />
        ))
      )}
      {differences.length > 0 ? (
        <section aria-label={t.difference}>
          <h3 className="comparison-heading">{t.differenceTo(known[0]?.PointName ?? '')}</h3>
          {differences.every(({ curve }) => curve.DataList.every(({ Value }) => Value === null)) ? (
            <p className="comparison-note">{t.nothingMeets}</p>
          ) : null}
          <CurveChart
            ref={charts.hold('difference')}
            shape={difference}
            timeZone={timeZone}
            height={differenceHeight}
            showLimits={false}
            together={together}
            margins={margins}
            togetherBy={beside ? 'place' : 'time'}
            range={aroundZero}
            label={history.chartLabel(
              t.difference,
              formatDateTime(reference.from, timeZone),
              formatDateTime(reference.to, timeZone),
            )}
          />
        </section>
      ) : known.length > 1 ? (
        <p className="comparison-note">{t.unitsDiffer}</p>
      ) : null}
      <p className="comparison-note tabular">{history.zone(zoneInWords(timeZone, reference.to))}</p>
      <ComparedTable
        lines={lines}
        curves={curves}
        differences={differences}
        reference={reference}
        now={minute}
        minutes={minutes}
        zoneOf={zoneOf}
        colourOf={(line) =>
          [...overlaid.analogs, ...overlaid.states].find(({ curve }) => curve.PointId === idOf(line))?.colour ?? 0
        }
        onChange={(changed) => setLines((before) => before.map((line) => (line.key === changed.key ? changed : line)))}
        onRemove={(key) => setLines((before) => before.filter((line) => line.key !== key))}
      />
      {picking ? (
        <PointDialog
          open
          anyProject
          title={t.addPoints}
          projectId={projectId}
          chosen={[]}
          most={maxCompared - lines.length}
          onClose={() => setPicking(false)}
          onPick={(_, picked) => {
            for (const { PointId, ProjectId } of picked)
              add({ projectId: ProjectId, pointId: PointId, days: 0, earlierMs: 0 });
            setPicking(false);
          }}
        />
      ) : null}
    </div>
  );
}

/** A difference stands around nothing. */
const aroundZero = { low: -0.5, high: 0.5 };

const withoutLimits = (curve: Curve): Curve => ({
  ...curve,
  UpperLimit: null,
  LowerLimit: null,
  SuperUpperLimit: null,
  SuperLowerLimit: null,
});

/** A line of another period is called by when that begins. */
const periodNamed = (curve: Curve, line: Compared, reference: TimeSpan, timeZone: string): Curve =>
  line.earlierMs === 0
    ? curve
    : {
        ...curve,
        PointName: `${curve.PointName} · ${formatDateTime(reference.from - line.earlierMs, timeZone).slice(5)}`,
      };
