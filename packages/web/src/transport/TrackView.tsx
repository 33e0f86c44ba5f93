import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import type { CarTrack } from '@watchpost/contract';
import { Button, Slider } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { useMapTiles } from '../projects/index.ts';
import { EmptyState } from '../ui/index.ts';
import { TrackMap, type TrackPiece } from '../ui/map/index.ts';
import { fencesOnMap } from './fencesOnMap.ts';
import { carText } from './text.ts';
import { hereAt, piecesOf } from './trackPieces.ts';
import './transport.css';

/** The whole range passes in so many steps, a step in so many ms. */
const playSteps = 240;
const playMs = 100;

/** A track on the map, with one moment of it, its stops and what was known. */
export function TrackView({
  track,
  at,
  onAt,
}: {
  track: CarTrack;
  /** The moment that is looked at, epoch ms. */
  at: number;
  onAt: (at: number) => void;
}) {
  const t = useText(carText);
  const dates = useDates();
  const tiles = useMapTiles();
  const [isPlaying, play] = useState(false);
  const { FromEpoch: from, ToEpoch: to, StopList } = track;
  const pieces = useMemo(() => piecesOf(track), [track]);
  const fences = useMemo(() => fencesOnMap(track.FenceList), [track.FenceList]);
  const here = useMemo(() => hereAt(track.Path, at), [track.Path, at]);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => {
      const next = at + (to - from) / playSteps;
      if (next >= to) play(false);
      onAt(Math.min(to, next));
    }, playMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, from, to, onAt]);

  if (track.Path.length === 0) return <EmptyState title={t.noFix} hint={t.noFixHint} />;
  const chosen = StopList.findIndex((stop) => at >= stop.FromEpoch && at <= stop.ToEpoch);
  const stops = StopList.map((stop, key) => ({
    key,
    latitude: stop.Latitude,
    longitude: stop.Longitude,
    chosen: key === chosen,
    words: t.stopWords(key + 1, dates.dateTime(stop.FromEpoch), dates.duration((stop.ToEpoch - stop.FromEpoch) / 1000)),
  }));
  const kinds = ['within', 'near', 'beyond', 'unknown', 'gap'] as const;
  const present = kinds.filter((kind) => pieces.some((piece) => piece.kind === kind));
  return (
    <div className="transport-stack">
      <div className="transport-map">
        <TrackMap
          label={t.map(track.CarName)}
          tiles={tiles}
          pieces={pieces}
          fences={fences}
          stops={stops}
          here={here && { latitude: here.Latitude, longitude: here.Longitude }}
          hereWords={`${track.CarName} ${dates.dateTime(at)}`}
          onStop={(key) => onAt(StopList[key]!.FromEpoch)}
        />
      </div>
      <div>
        <div className="transport-cursor">
          <Button
            aria-label={isPlaying ? t.pause : t.play}
            title={isPlaying ? t.pause : t.play}
            icon={isPlaying ? <PauseOutlined /> : <PlayCircleOutlined />}
            onClick={() => {
              if (!isPlaying && at >= to) onAt(from);
              play(!isPlaying);
            }}
          />
          <Slider
            min={from}
            max={to}
            step={60_000}
            value={at}
            onChange={onAt}
            ariaLabelForHandle={t.cursor}
            tooltip={{ formatter: (value) => dates.dateTime(value ?? from) }}
          />
        </div>
        <dl className="transport-facts" aria-live="polite">
          <Fact name={t.at} value={dates.dateTime(at)} />
          <Fact name={t.speed} value={here?.Speed == null ? dash : formatWithUnit(here.Speed, 'km/h')} />
          <Fact
            name={track.TemperaturePoint?.PointName ?? ''}
            value={here?.Temperature == null ? dash : formatWithUnit(here.Temperature, '°C', 1)}
          />
          <Fact
            name={t.place}
            value={here ? `${formatNumber(here.Latitude, 4)}, ${formatNumber(here.Longitude, 4)}` : dash}
          />
        </dl>
        <ul className="transport-legend" aria-label={t.legend}>
          {present.map((kind) => (
            <li key={kind}>
              <LegendLine kind={kind} />
              {t[kind]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

export function Fact({ name, value, wrong = false }: { name: string; value: React.ReactNode; wrong?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={wrong ? 'transport-beyond' : undefined}>{value}</dd>
    </div>
  );
}

const dashes: Readonly<Record<TrackPiece['kind'], [width: number, dash: string]>> = {
  within: [4, ''],
  near: [5, '14 5'],
  beyond: [7, ''],
  unknown: [3, '8 6'],
  gap: [2, '2 7'],
};

function LegendLine({ kind }: { kind: TrackPiece['kind'] }) {
  const [width, dashArray] = dashes[kind];
  return (
    <svg width="30" height="10" aria-hidden="true">
      <line
        x1="0"
        x2="30"
        y1="5"
        y2="5"
        className={`track-line track-line-${kind}`}
        strokeWidth={width}
        strokeDasharray={dashArray || undefined}
      />
    </svg>
  );
}
