import type { ShownDocument } from '@watchpost/contract';
import { useMemo } from 'react';
import { sparklineHeight, sparklineOf, sparklineWidth } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { useDevicesThen } from '../replay/index.ts';
import type { Live } from './Drawing.tsx';
import type { TrendPath } from './NodeView.tsx';
import { scaledPath } from './symbols/drawings.ts';
import { diagramText } from './text.ts';

const trendHours = 6;
const hourMs = 3_600_000;

/** The devices of the project as a diagram of it shows them, live or at the moment of a replay. */
export function useLiveDiagram(projectId: number, document: Pick<ShownDocument, 'nodes'>, enabled = true) {
  const t = useText(diagramText);
  const { devices, now, never, leftOut, replay } = useDevicesThen(projectId, undefined, enabled);
  const ids = useMemo(
    () => [
      ...new Set(
        document.nodes.flatMap(({ symbol, device }) => (symbol === 'sparkline' && device !== null ? [device] : [])),
      ),
    ],
    [document.nodes],
  );
  const trends = useCall(
    'getCard',
    ids.length > 0 && replay.moment === null
      ? { body: { ProjectId: projectId, ModelTreeIdList: ids, Hours: trendHours } }
      : null,
    { refetchInterval: 5 * 60_000 },
  );
  const deviceOf = useMemo(() => new Map(devices.data?.Data.map((device) => [device.Mtid, device])), [devices.data]);
  const pointOf = useMemo(
    () => new Map(devices.data?.Data.flatMap(({ Points }) => Points.map((point) => [point.PointId, point] as const))),
    [devices.data],
  );
  const minute = Math.floor(now / 60_000) * 60_000;
  const trendOf = useMemo(
    () =>
      new Map(
        trends.data?.flatMap(({ PointId, Series }): [number, TrendPath][] => {
          const point = pointOf.get(PointId);
          const none = { upper: null, lower: null };
          const shape = sparklineOf(Series, null, none, minute - trendHours * hourMs, minute, null);
          if (!shape || !point) return [];
          const inUnits = (value: number) => formatWithUnit(value, point.Unit, point.Decimals);
          const d = shape.paths.map((path) => scaledPath(path, 1 / sparklineWidth, 1 / sparklineHeight)).join('');
          return [[PointId, { d, words: t.trend(inUnits(shape.min), inUnits(shape.max)) }]];
        }),
      ),
    [trends.data, pointOf, minute, t],
  );
  const isPast = replay.moment !== null;
  const neverPoints = useMemo(
    () =>
      isPast ? new Set([...never].flatMap((id) => deviceOf.get(id)?.Points.map(({ PointId }) => PointId) ?? [])) : null,
    [isPast, never, deviceOf],
  );
  const live: Live = { deviceOf, pointOf, trendOf, now, isPast, neverPoints };
  return { live, never, devices, leftOut, replay };
}
