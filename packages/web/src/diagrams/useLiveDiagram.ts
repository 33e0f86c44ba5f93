import type { ShownDocument } from '@watchpost/contract';
import { hourMs } from '@watchpost/contract';
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

/**
 * The devices of the project as a diagram of it shows them, live or at the moment of a replay.
 *
 * @param options.wholeProject also those that are not on it: to choose from
 */
export function useLiveDiagram(
  projectId: number,
  document: Pick<ShownDocument, 'nodes'>,
  { enabled = true, wholeProject = false }: { enabled?: boolean; wholeProject?: boolean } = {},
) {
  const t = useText(diagramText);
  // Where each symbol says of which device it is, only those are asked for: a project may have more than one answer holds.
  const only = useMemo(() => {
    const bound = document.nodes.filter(({ bind, device }) => device !== null || Object.keys(bind).length > 0);
    const isSaid = bound.length > 0 && bound.every(({ device }) => device !== null);
    return isSaid ? [...new Set(bound.flatMap(({ device }) => device ?? []))].sort((a, b) => a - b) : undefined;
  }, [document.nodes]);
  const { devices, now, never, leftOut, replay } = useDevicesThen(projectId, wholeProject ? undefined : only, enabled);
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
