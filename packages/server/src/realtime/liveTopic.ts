/** What a topic of the browser's channel is about; null: none of ours. A `+` stays a wildcard: null. */
export type LiveTopic =
  | { kind: 'values'; projectId: number; deviceId: number | null }
  | { kind: 'alarms'; projectId: number; deviceId: number | null; level: number | null }
  | { kind: 'pushes'; userId: number };

const valuesPattern = /^projects\/(\d{1,10})\/devices\/(\d{1,10}|\+)\/values$/;
const alarmsPattern = /^projects\/(\d{1,10})\/devices\/(\d{1,10}|\+)\/alarms\/([1-4]|\+)$/;
const pushesPattern = /^users\/(\d{1,10})\/pushes$/;

const orWildcard = (text: string | undefined): number | null =>
  text === undefined || text === '+' ? null : Number(text);

export function parseLiveTopic(topic: string): LiveTopic | null {
  const values = valuesPattern.exec(topic);
  if (values) return { kind: 'values', projectId: Number(values[1]), deviceId: orWildcard(values[2]) };
  const alarms = alarmsPattern.exec(topic);
  if (alarms) {
    return {
      kind: 'alarms',
      projectId: Number(alarms[1]),
      deviceId: orWildcard(alarms[2]),
      level: orWildcard(alarms[3]),
    };
  }
  const pushes = pushesPattern.exec(topic);
  return pushes ? { kind: 'pushes', userId: Number(pushes[1]) } : null;
}
