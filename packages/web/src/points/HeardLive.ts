import type { LineChanged, PendingChanged, PointValue } from '@watchpost/contract';
import { withLineChanges, withPendingChanges } from './liveValue.ts';

/**
 * What the channel last told of each point's silence and of what is pending, and when. These two carry no time of measurement that
 * would say whether an answer is newer, so it is decided by when the answer was asked for. Holds one entry a point and level.
 *
 * Times are `performance.now()` of this page, because only their order counts and the computer's clock may be set meanwhile.
 */
export class HeardLive {
  readonly #lines = new Map<number, { at: number; silentSince: number | null }>();
  readonly #pending = new Map<string, { at: number; message: PendingChanged }>();

  /** @param messages the newest last @param at when they came */
  linesChanged(messages: readonly LineChanged[], at: number): void {
    for (const { points } of messages) {
      for (const [pointId, silentSince] of points) this.#lines.set(pointId, { at, silentSince });
    }
  }

  /** @param messages the newest last @param at when they came */
  pendingChanged(messages: readonly PendingChanged[], at: number): void {
    for (const message of messages) this.#pending.set(`${message.pointId} ${message.level}`, { at, message });
  }

  /**
   * The points of an answer with what was told while it was under way; the same array when nothing was.
   *
   * @param askedAt when the answer was asked for
   */
  since(askedAt: number, points: PointValue[]): PointValue[] {
    const lines = [...this.#lines].filter(([, { at }]) => at >= askedAt);
    const pending = [...this.#pending.values()].filter(({ at }) => at >= askedAt);
    return withPendingChanges(
      withLineChanges(points, [{ points: lines.map(([pointId, { silentSince }]) => [pointId, silentSince]) }]),
      pending.map(({ message }) => message),
    );
  }
}
