import { usePreference } from '../lib/preferences.ts';

const isIds = (value: unknown): boolean => Array.isArray(value) && value.every((id) => typeof id === 'number');
const none: readonly number[] = [];
/** More are no selection. */
const mostStarred = 60;

/** The devices of a project that this person starred, in their order; kept by the server. */
export function useStarred(projectId: number): { ids: readonly number[]; toggle(deviceId: number): void } {
  const [ids, setIds] = usePreference<readonly number[]>(`starred.${projectId}`, none, isIds);
  return {
    ids,
    toggle: (deviceId) =>
      setIds(ids.includes(deviceId) ? ids.filter((id) => id !== deviceId) : [...ids, deviceId].slice(-mostStarred)),
  };
}
