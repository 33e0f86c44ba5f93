import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { type AllCalls, type CallData, realtimeTopics } from '@watchpost/contract';
import { pollWhenNotLive, useTopic } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { keepNewer, newestOf, withLiveValues } from '../points/index.ts';

export type DeviceDetail = CallData<AllCalls['getModelTreeBaseInfo']>;

function newerOf(before: DeviceDetail | undefined, polled: DeviceDetail): DeviceDetail {
  if (!before || before.Mtid !== polled.Mtid) return polled;
  const known = new Map(before.Points.map((point) => [point.PointId, point]));
  const Points = polled.Points.map((point) => keepNewer(known.get(point.PointId), point));
  return replaceEqualDeep(before, { ...polled, Points });
}

/** One device with its points and gateways, live; polled while the channel is down. @param deviceId null: nothing is asked */
export function useLiveDevice(projectId: number, deviceId: number | null) {
  const queryClient = useQueryClient();
  const device = useCall(
    'getModelTreeBaseInfo',
    deviceId === null ? null : { query: { modelTreeId: deviceId, ProjectId: projectId } },
    {
      // Spec §9: 10 s without the channel; with it, for what has no topic (gateways, alarms of points).
      refetchInterval: () => pollWhenNotLive(10_000)() || 30_000,
      structuralSharing: (before, polled) => newerOf(before as DeviceDetail | undefined, polled as DeviceDetail),
    },
  );
  useTopic(
    'deviceValues',
    deviceId === null ? null : realtimeTopics.deviceValues.topic(projectId, deviceId),
    (messages) => {
      const live = newestOf(messages);
      queryClient.setQueriesData<DeviceDetail>({ queryKey: ['getModelTreeBaseInfo'] }, (before) => {
        if (!before || before.Mtid !== deviceId) return before;
        const Points = withLiveValues(before.Points, live);
        return Points === before.Points ? before : { ...before, Points };
      });
    },
  );
  return device;
}
