import { type SimStatusName, simStatus } from '@watchpost/contract';
import type { stateText } from './text.ts';

type Word = keyof typeof stateText;
/** How a state looks: good, of no concern, to look at, or bad. */
export type Tone = 'good' | 'plain' | 'attention' | 'bad';
interface State {
  readonly word: Word;
  readonly tone: Tone;
}

const connections: readonly State[] = [
  { word: 'offline', tone: 'bad' },
  { word: 'online', tone: 'good' },
  { word: 'neverSeen', tone: 'plain' },
];
export const connectionState = (status: number): State => connections[status] ?? connections[2]!;

const syncs: readonly State[] = [
  { word: 'waiting', tone: 'attention' },
  { word: 'synced', tone: 'plain' },
  { word: 'unknownSync', tone: 'plain' },
];
export const syncState = (status: number): State => syncs[status] ?? syncs[2]!;

const slaves: readonly State[] = [
  { word: 'silent', tone: 'bad' },
  { word: 'answers', tone: 'good' },
  { word: 'notKnown', tone: 'plain' },
  { word: 'notAsked', tone: 'plain' },
];
export const slaveState = (status: number): State => slaves[status] ?? slaves[2]!;

const cardTones: Record<SimStatusName, Tone> = {
  inUse: 'plain',
  testingPeriod: 'plain',
  silentPeriod: 'attention',
  oneWayShutdown: 'bad',
  shutdown: 'bad',
  dormancy: 'bad',
};
export function cardState(status: number | null): State {
  const name = (Object.keys(simStatus) as SimStatusName[]).find((each) => simStatus[each] === status);
  return name === undefined ? { word: 'notAvailable', tone: 'plain' } : { word: name, tone: cardTones[name] };
}

const flows: readonly State[] = [
  { word: 'flowUnknown', tone: 'plain' },
  { word: 'flowEnough', tone: 'plain' },
  { word: 'flowLow', tone: 'attention' },
  { word: 'flowUsedUp', tone: 'bad' },
];
export const flowState = (status: number): State => flows[status] ?? flows[0]!;

export const sharingWords = ['creator', 'user', 'projectAll', 'enterprise'] as const satisfies readonly Word[];
