import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { type AllCalls, type CallData, type DeviceRow, type LiveValue, realtimeTopics } from '@watchpost/contract';
import { pollWhenNotLive, useTopic } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { keepNewer, newestOf, withLiveValues } from '../points/index.ts';

type Page = CallData<AllCalls['getTableListRead']>;

/** The largest page the call gives; a project beyond it is narrowed by search or class. */
export const devicesAtOnce = 500;
/** Spec §9: the refresh while the live channel is down. */
const pollMs = 10_000;
/** Statuses and silences have no values of their own to arrive with: asked again now and then even while live. */
const statusPollMs = 30_000;

const withLive = (device: DeviceRow, live: ReadonlyMap<number, LiveValue>): DeviceRow => {
  const Points = withLiveValues(device.Points, live);
  return Points === device.Points ? device : { ...device, Points };
};

/** Keeps objects of devices without news, so that their cards do not draw again. */
export function withLivePage(page: Page, live: ReadonlyMap<number, LiveValue>): Page {
  const Data = page.Data.map((device) => withLive(device, live));
  return Data.every((device, index) => device === page.Data[index]) ? page : { ...page, Data };
}

/** A polled answer over what the screen shows: newer live values stay, and what is equal keeps its object. */
export function newerOf(before: Page | undefined, polled: Page): Page {
  if (!before) return polled;
  const known = new Map(before.Data.flatMap(({ Points }) => Points.map((point) => [point.PointId, point])));
  const Data = polled.Data.map((device) => ({
    ...device,
    Points: device.Points.map((point) => keepNewer(known.get(point.PointId), point)),
  }));
  return replaceEqualDeep(before, { ...polled, Data });
}

/**
 * The devices of a project with their present values, live. Values go into the query's own answer, so every reader of it sees the
 * same; polls take over while the channel is down.
 *
 * @param bigTypeId of one subsystem; undefined: all
 * @param enabled false: nothing is asked, nothing arrives
 */
export function useLiveDevices(
  projectId: number,
  filter: { bigTypeId?: number | undefined; smallTypeId?: number | undefined; name?: string | undefined },
  enabled: boolean,
) {
  const queryClient = useQueryClient();
  const devices = useCall(
    'getTableListRead',
    enabled
      ? {
          body: {
            ProjectId: projectId,
            ...(filter.bigTypeId === undefined ? {} : { BigTypeId: filter.bigTypeId }),
            ...(filter.smallTypeId === undefined ? {} : { SmallTypeId: filter.smallTypeId }),
            ...(filter.name ? { ModelTreeName: filter.name } : {}),
            PageSize: devicesAtOnce,
          },
        }
      : null,
    {
      refetchInterval: () => pollWhenNotLive(pollMs)() || statusPollMs,
      structuralSharing: (before, polled) => newerOf(before as Page | undefined, polled as Page),
    },
  );
  useTopic('deviceValues', enabled ? realtimeTopics.deviceValues.topic(projectId, '+') : null, (messages) => {
    const live = newestOf(messages);
    queryClient.setQueriesData<Page>({ queryKey: ['getTableListRead'] }, (page) => page && withLivePage(page, live));
  });
  return devices;
}
