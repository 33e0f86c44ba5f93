/** What a topic of the browser's channel is about; null: none of ours. A `+` stays a wildcard: null. */
export type LiveTopic =
  | { kind: 'values' | 'lines'; projectId: number; deviceId: number | null }
  | { kind: 'gateways'; projectId: number; gatewayId: number | null }
  | { kind: 'alarms' | 'pending'; projectId: number; deviceId: number | null; level: number | null }
  | { kind: 'company'; companyId: number }
  | { kind: UserTopicKind; userId: number };

/** What only one user hears. */
export type UserTopicKind = 'pushes' | 'access' | 'downloads';

const devicePattern = /^projects\/(\d{1,10})\/devices\/(\d{1,10}|\+)\/(values|lines)$/;
const levelPattern = /^projects\/(\d{1,10})\/devices\/(\d{1,10}|\+)\/(alarms|pending)\/([1-4]|\+)$/;
const gatewayPattern = /^projects\/(\d{1,10})\/gateways\/(\d{1,10}|\+)\/state$/;
const companyPattern = /^companies\/(\d{1,10})\/news$/;
const userPattern = /^users\/(\d{1,10})\/(pushes|access|downloads)$/;

const orWildcard = (text: string | undefined): number | null =>
  text === undefined || text === '+' ? null : Number(text);

export function parseLiveTopic(topic: string): LiveTopic | null {
  const device = devicePattern.exec(topic);
  if (device) {
    const kind = device[3] === 'lines' ? 'lines' : 'values';
    return { kind, projectId: Number(device[1]), deviceId: orWildcard(device[2]) };
  }
  const level = levelPattern.exec(topic);
  if (level) {
    const kind = level[3] === 'pending' ? 'pending' : 'alarms';
    return { kind, projectId: Number(level[1]), deviceId: orWildcard(level[2]), level: orWildcard(level[4]) };
  }
  const gateway = gatewayPattern.exec(topic);
  if (gateway) return { kind: 'gateways', projectId: Number(gateway[1]), gatewayId: orWildcard(gateway[2]) };
  const company = companyPattern.exec(topic);
  if (company) return { kind: 'company', companyId: Number(company[1]) };
  const user = userPattern.exec(topic);
  return user ? { kind: user[2] as UserTopicKind, userId: Number(user[1]) } : null;
}
