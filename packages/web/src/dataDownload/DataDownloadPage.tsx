import { useQueryClient } from '@tanstack/react-query';
import {
  type DataFormat,
  dataFormats,
  dataFormatWords,
  downloadIntervalMinutes,
  downloadPointLimit,
  maxValuesAtOnce,
  maxValuesOfPdf,
  type PickedSubsystem,
  permissionsOfFormat,
  sizeOfDownload,
} from '@watchpost/contract';
import { Button, Checkbox, Radio, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatBytes, saveFile } from '../downloads/index.ts';
import { RangeInput } from '../history/index.ts';
import { callApi } from '../lib/client.ts';
import { serverNow, useNow, zoneInWords } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton, PageTitle, useNotify } from '../ui/index.ts';
import './dataDownload.css';
import {
  type DownloadWish,
  intervalOf,
  intervalsOf,
  isInFuture,
  rangeNames,
  rangeOf,
  readWish,
  usualWish,
  writeWish,
} from './downloadWish.ts';
import { KeptSelections } from './KeptSelections.tsx';
import { PointTree } from './PointTree.tsx';
import { text } from './text.ts';

/** History of many points as files. Route /dataDownload. */
export function DataDownloadPage() {
  const t = useText(text);
  const project = useProject();
  const navigate = useNavigate();
  const points = useCall('getDownloadPoints', { query: { ProjectId: project.ProjectId } });
  return (
    <div className="page">
      <PageTitle
        subtitle={t.subtitle(project.ProjectName)}
        actions={<Button onClick={() => navigate('/download/Index')}>{t.toCentre}</Button>}
      />
      {points.isPending ? <ListSkeleton /> : null}
      {points.isError ? <ErrorState error={points.error} onRetry={() => void points.refetch()} /> : null}
      {points.data ? <DownloadForm key={project.ProjectId} subsystems={points.data} /> : null}
    </div>
  );
}

function DownloadForm({ subsystems }: { subsystems: readonly PickedSubsystem[] }) {
  const t = useText(text);
  const notify = useNotify();
  const formats = useFormats();
  const { ProjectId } = useProject();
  const [wish, setWish] = useState<DownloadWish>({ ...usualWish, format: formats[0] ?? 'excel' });
  const set = (change: Partial<DownloadWish>) => setWish((before) => ({ ...before, ...change }));
  const known = useMemo(
    () =>
      new Map(
        subsystems.flatMap(({ Devices }) =>
          Devices.flatMap(({ Points }) => Points.map((point) => [point.PointId, point])),
        ),
      ),
    [subsystems],
  );
  const open = (kept: string) => {
    const read = readWish(kept);
    const pointIds = read.pointIds.filter((id) => known.has(id));
    const gone = read.pointIds.length - pointIds.length;
    if (gone > 0) notify.info(t.missing(gone));
    setWish({ ...read, pointIds, format: formats.includes(read.format) ? read.format : (formats[0] ?? 'excel') });
  };
  return (
    <div className="data-download">
      <PointTree subsystems={subsystems} value={wish.pointIds} onChange={(pointIds) => set({ pointIds })} />
      <div className="data-download-side">
        <Options wish={wish} set={set} formats={formats} known={known} />
        <KeptSelections
          projectId={ProjectId}
          present={writeWish(wish)}
          isEmpty={wish.pointIds.length === 0}
          onOpen={open}
        />
      </div>
    </div>
  );
}

/** The formats that the user may take away. Spec §6. */
function useFormats(): readonly DataFormat[] {
  const may = {
    excel: useMay(...permissionsOfFormat.excel),
    csv: useMay(...permissionsOfFormat.csv),
    pdf: useMay(...permissionsOfFormat.pdf),
  };
  return dataFormats.filter((format) => may[format]);
}

type KnownPoint = PickedSubsystem['Devices'][number]['Points'][number];

function Options({
  wish,
  set,
  formats,
  known,
}: {
  wish: DownloadWish;
  set: (change: Partial<DownloadWish>) => void;
  formats: readonly DataFormat[];
  known: ReadonlyMap<number, KnownPoint>;
}) {
  const t = useText(text);
  const words = useText(dataFormatWords);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { ProjectId, TimeZone } = useProject();
  const minute = useNow(60_000);
  const [busy, setBusy] = useState<'now' | 'background' | null>(null);
  const range = rangeOf(wish, minute, TimeZone);
  const shortest = range && downloadIntervalMinutes(range.ms);
  const interval = intervalOf(wish, range?.ms ?? 0);
  const size =
    range &&
    sizeOfDownload({
      fileType: wish.format,
      points: wish.pointIds.length,
      rangeMs: range.ms,
      intervalMinutes: interval,
      isMerge: wish.isMerge,
      isZip: wish.isZip,
      files: wish.pointIds.length,
    });
  const hasStates = wish.pointIds.some((id) => known.get(id)?.PointType === 1);
  const types = new Map(
    wish.pointIds.flatMap((id) => known.get(id) ?? []).map((p) => [p.PointTypeId, p.PointTypeName]),
  );
  const wrong = {
    points: wish.pointIds.length > downloadPointLimit ? t.tooMany(downloadPointLimit) : null,
    range: !range
      ? t.chooseRange
      : range.ms <= 0
        ? t.reversed
        : isInFuture(range, minute)
          ? t.inFuture
          : shortest === null
            ? t.tooLong
            : null,
    format:
      wish.format === 'pdf' && size && size.values > maxValuesOfPdf ? t.tooMuchPdf(formatNumber(maxValuesOfPdf)) : null,
    alarms: wish.marksAlarms && types.size > 1 ? t.mixed([...types.values()]) : null,
  };
  const isWrong = Object.values(wrong).some((why) => why !== null);
  const missing = wish.pointIds.length === 0 ? t.choosePoints : isWrong ? (wrong.points ?? t.mendFirst) : null;
  const isTooMuchNow = size !== null && size.values > maxValuesAtOnce;

  const start = async (how: 'now' | 'background') => {
    // The last 24 hours end when the button is pressed.
    const asked = rangeOf(wish, serverNow(), TimeZone);
    if (!asked) return;
    const body = {
      start: asked.start,
      end: asked.end,
      pointIdList: wish.pointIds,
      tmes: interval,
      fileType: wish.format,
      isZip: wish.isZip,
      isMerge: wish.isMerge,
      isAlarmLacy: wish.marksAlarms,
      ProjectId,
    };
    setBusy(how);
    try {
      if (how === 'now') saveFile(await callApi('downHistoryDataToExcelOrPdf', { body }));
      else {
        await callApi('downHistoryDataToExcelOrPdfBack', { body });
        notify.info(t.begun);
        await queryClient.invalidateQueries({ queryKey: ['getDownloadPage'] });
      }
    } catch (error) {
      notify.failure(error);
    } finally {
      setBusy(null);
    }
  };

  return (
    <section className="data-download-options">
      <Field label={t.range}>
        <Segmented
          aria-label={t.range}
          value={wish.range}
          onChange={(name) =>
            set({ range: name, ...(name === 'custom' && range ? { from: range.start, to: range.end } : {}) })
          }
          options={rangeNames.map((value) => ({ value, label: t[value] }))}
        />
        {wish.range === 'custom' ? (
          <RangeInput
            aria-label={t.range}
            status={wrong.range ? 'error' : ''}
            now={minute}
            timeZone={TimeZone}
            value={wish.from && wish.to ? [dayjs(wish.from), dayjs(wish.to)] : null}
            onPick={([from, to]) =>
              set({ from: from.format('YYYY-MM-DD HH:mm:00'), to: to.format('YYYY-MM-DD HH:mm:00') })
            }
          />
        ) : range ? (
          <p className="data-download-hint tabular">
            {range.start.slice(0, 16)} – {range.end.slice(0, 16)}
          </p>
        ) : null}
        <Wrong why={wrong.range} />
        <p className="data-download-hint">{t.zone(zoneInWords(TimeZone, minute))}</p>
      </Field>
      <Field label={t.interval}>
        <Select
          aria-label={t.interval}
          value={interval}
          onChange={(minutes) => set({ interval: minutes })}
          options={intervalsOf(range?.ms ?? 0).map((value) => ({
            value,
            label: value < 60 ? t.minutes(value) : value < 1440 ? t.hours(value / 60) : t.day,
          }))}
        />
        {shortest ? <p className="data-download-hint">{t.intervalHint(shortest)}</p> : null}
      </Field>
      <Field label={t.format}>
        <Segmented
          aria-label={t.format}
          value={wish.format}
          onChange={(format) => set({ format })}
          options={formats.map((value) => ({ value, label: words[value] }))}
        />
        <Wrong why={wrong.format} />
      </Field>
      <Field label={t.layout}>
        <Radio.Group
          className="data-download-layout"
          value={wish.isMerge}
          onChange={(event) => set({ isMerge: event.target.value as boolean })}
        >
          <Radio value={false}>
            {t.listed}
            <span className="data-download-hint">{t.listedHint}</span>
          </Radio>
          <Radio value={true}>
            {t.merged}
            <span className="data-download-hint">{t.mergedHint}</span>
          </Radio>
        </Radio.Group>
      </Field>
      <Field label={t.more}>
        <Checkbox checked={wish.isZip} onChange={(event) => set({ isZip: event.target.checked })}>
          {t.zip}
        </Checkbox>
        <Checkbox checked={wish.marksAlarms} onChange={(event) => set({ marksAlarms: event.target.checked })}>
          {t.alarms}
          <span className="data-download-hint">{t.alarmsHint}</span>
        </Checkbox>
        <Wrong why={wrong.alarms} />
      </Field>
      <footer>
        <p
          className={isWrong ? 'data-download-wrong' : 'data-download-size tabular'}
          role={missing ? 'status' : undefined}
        >
          {missing ?? `${t.size} ${t.sizeOf(formatNumber(size!.values), formatBytes(size!.bytes))}`}
          {!missing && hasStates && !wish.isMerge ? <span className="data-download-hint">{t.statesVary}</span> : null}
          {!missing && isTooMuchNow ? <span className="data-download-hint">{t.tooMuchNow}</span> : null}
        </p>
        <Button
          type="primary"
          loading={busy === 'now'}
          disabled={missing !== null || isTooMuchNow || busy !== null}
          onClick={() => void start('now')}
        >
          {t.now}
        </Button>
        <Button
          loading={busy === 'background'}
          disabled={missing !== null || busy !== null}
          onClick={() => void start('background')}
        >
          {t.background}
        </Button>
      </footer>
    </section>
  );
}

function Field({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <fieldset className="data-download-field">
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}

/** What is wrong with a field, and what to do, where it stands. */
const Wrong = ({ why }: { why: string | null }) =>
  why === null ? null : (
    <p role="alert" className="data-download-hint data-download-wrong">
      {why}
    </p>
  );
