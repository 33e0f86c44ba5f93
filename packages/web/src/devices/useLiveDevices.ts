import { keepPreviousData, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import type { AllCalls, CallData } from '@watchpost/contract';
import { useState } from 'react';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { askedAt, useCall } from '../lib/useCall.ts';
import { HeardLive, keepNewer } from '../points/index.ts';
import { type PointNews, usePointNews } from './usePointNews.ts';

type Page = CallData<AllCalls['getTableListRead']>;

/** The largest page the call gives; a project beyond it is narrowed by search or class. */
export const devicesAtOnce = 500;
/** Spec §9: the refresh while the live channel is down. */
const pollMs = 10_000;
/** Devices that come, go or are renamed have no topic: asked again now and then even while live. */
const listPollMs = 30_000;

/** Keeps objects of devices without news, so that their cards do not draw again. */
export function withNewsOnPage(page: Page, news: PointNews): Page {
  const Data = page.Data.map((device) => {
    const Points = news(device.Points);
    return Points === device.Points ? device : { ...device, Points };
  });
  return Data.every((device, index) => device === page.Data[index]) ? page : { ...page, Data };
}

/**
 * A polled answer over what the screen shows: newer live values stay, and what is equal keeps its object.
 *
 * @param toldMeanwhile the news that came while the answer was under way
 */
export function newerOf(before: Page | undefined, polled: Page, toldMeanwhile: PointNews): Page {
  const answer = withNewsOnPage(polled, toldMeanwhile);
  if (!before) return answer;
  const known = new Map(before.Data.flatMap(({ Points }) => Points.map((point) => [point.PointId, point])));
  const Data = answer.Data.map((device) => ({
    ...device,
    Points: device.Points.map((point) => keepNewer(known.get(point.PointId), point)),
  }));
  return replaceEqualDeep(before, { ...answer, Data });
}

/**
 * The devices of a project with their present values, live. Values go into the query's own answer, so every reader of it sees the
 * same; polls take over while the channel is down.
 *
 * @param bigTypeId of one subsystem; undefined: all
 * @param deviceIds only these, at least one; undefined: all
 * @param enabled false: nothing is asked, nothing arrives
 * @param whileWaiting what there is until another filter is answered: nothing, or the devices of the one before
 */
export function useLiveDevices(
  projectId: number,
  filter: {
    bigTypeId?: number | undefined;
    smallTypeId?: number | undefined;
    name?: string | undefined;
    deviceIds?: readonly number[] | undefined;
  },
  enabled: boolean,
  whileWaiting: 'nothing' | 'before' = 'nothing',
) {
  const queryClient = useQueryClient();
  const [heard] = useState(() => new HeardLive());
  const devices = useCall(
    'getTableListRead',
    enabled
      ? {
          body: {
            ProjectId: projectId,
            ...(filter.bigTypeId === undefined ? {} : { BigTypeId: filter.bigTypeId }),
            ...(filter.smallTypeId === undefined ? {} : { SmallTypeId: filter.smallTypeId }),
            ...(filter.deviceIds === undefined ? {} : { ModelTreeIdList: filter.deviceIds }),
            ...(filter.name ? { ModelTreeName: filter.name } : {}),
            PageSize: devicesAtOnce,
          },
        }
      : null,
    {
      refetchInterval: () => pollWhenNotLive(pollMs)() || listPollMs,
      ...(whileWaiting === 'before' ? { placeholderData: keepPreviousData } : {}),
      structuralSharing: (before, polled) =>
        newerOf(before as Page | undefined, polled as Page, (points) => heard.since(askedAt(polled as Page), points)),
    },
  );
  usePointNews(projectId, enabled ? '+' : null, heard, (news) =>
    queryClient.setQueriesData<Page>({ queryKey: ['getTableListRead'] }, (page) => page && withNewsOnPage(page, news)),
  );
  return devices;
}
