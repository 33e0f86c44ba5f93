import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import type { AllCalls, CallData } from '@watchpost/contract';
import { useState } from 'react';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { askedAt, useCall } from '../lib/useCall.ts';
import { HeardLive, keepNewer } from '../points/index.ts';
import { type PointNews, usePointNews } from './usePointNews.ts';

export type DeviceDetail = CallData<AllCalls['getModelTreeBaseInfo']>;

function newerOf(
  before: DeviceDetail | undefined,
  polled: DeviceDetail,
  /** The news that came while the answer was under way. */
  toldMeanwhile: PointNews,
): DeviceDetail {
  const told = toldMeanwhile(polled.Points);
  if (!before || before.Mtid !== polled.Mtid) return told === polled.Points ? polled : { ...polled, Points: told };
  const known = new Map(before.Points.map((point) => [point.PointId, point]));
  const Points = told.map((point) => keepNewer(known.get(point.PointId), point));
  return replaceEqualDeep(before, { ...polled, Points });
}

/** One device with its points and gateways, live; polled while the channel is down. @param deviceId null: nothing is asked */
export function useLiveDevice(projectId: number, deviceId: number | null) {
  const queryClient = useQueryClient();
  const [heard] = useState(() => new HeardLive());
  const device = useCall(
    'getModelTreeBaseInfo',
    deviceId === null ? null : { query: { modelTreeId: deviceId, ProjectId: projectId } },
    {
      // Spec §9: 10 s without the channel; with it, for what has no topic (gateways).
      refetchInterval: () => pollWhenNotLive(10_000)() || 30_000,
      structuralSharing: (before, polled) =>
        newerOf(before as DeviceDetail | undefined, polled as DeviceDetail, (points) =>
          heard.since(askedAt(polled as DeviceDetail), points),
        ),
    },
  );
  usePointNews(projectId, deviceId, heard, (news) =>
    queryClient.setQueriesData<DeviceDetail>({ queryKey: ['getModelTreeBaseInfo'] }, (before) => {
      if (!before || before.Mtid !== deviceId) return before;
      const Points = news(before.Points);
      return Points === before.Points ? before : { ...before, Points };
    }),
  );
  return device;
}
