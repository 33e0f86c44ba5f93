import { type PointValue, realtimeTopics } from '@watchpost/contract';
import { useTopic } from '../lib/realtime.ts';
import { type HeardLive, newestOf, withLineChanges, withLiveValues, withPendingChanges } from '../points/index.ts';

/** Points as they stand after what arrived; the same array when none of them is concerned. */
export type PointNews = (points: PointValue[]) => PointValue[];

/**
 * Hears of everything that changes about the points of devices: values, lines that fall silent or answer again, alarms that
 * become or cease to be pending.
 *
 * @param deviceId '+': all of the project; null: nothing is asked for
 * @param heard keeps what has no time of measurement, for answers that are under way
 */
export function usePointNews(
  projectId: number,
  deviceId: number | '+' | null,
  heard: HeardLive,
  onNews: (news: PointNews) => void,
): void {
  const { deviceValues, deviceLines, devicePending } = realtimeTopics;
  useTopic('deviceValues', deviceId === null ? null : deviceValues.topic(projectId, deviceId), (messages) => {
    const live = newestOf(messages);
    onNews((points) => withLiveValues(points, live));
  });
  useTopic('deviceLines', deviceId === null ? null : deviceLines.topic(projectId, deviceId), (messages) => {
    heard.linesChanged(messages, performance.now());
    onNews((points) => withLineChanges(points, messages));
  });
  useTopic('devicePending', deviceId === null ? null : devicePending.topic(projectId, deviceId, '+'), (messages) => {
    heard.pendingChanged(messages, performance.now());
    onNews((points) => withPendingChanges(points, messages));
  });
}
