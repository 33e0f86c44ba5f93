import { commonErrors, type footfallCalls, footfallErrors, footfallQueryDays, footfallUnit } from '@watchpost/contract';
import { needInProject } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import type { History, HistoryShare } from '../history/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { localDaysBetween, localOfEpoch, startOfDay } from '../platform/zonedTime.ts';
import { findProjectFacts, shownUntil } from '../projects/index.ts';
import { countByHour } from './countByHour.ts';
import { type Counter, presentFlow } from './present.ts';
import { type CounterPointRow, counterPoints } from './store.ts';

interface FootfallDeps {
  db: Db;
  clock: Clock;
  history: History;
  historyShare: HistoryShare;
}

export const footfallHandlers = ({
  db,
  clock,
  history,
  historyShare,
}: FootfallDeps): Handlers<typeof footfallCalls> => ({
  async getPassengerFlow({ caller, language, signal }, { query: { projectId, start, end } }) {
    needInProject(caller, projectId, ['monitorView', 'monitorEdit']);
    const project = await findProjectFacts(caller.tenant, db, projectId);
    if (!project) throw new Refusal(commonErrors.notFound);
    const timeZone = project.time_zone;
    const now = clock.now();
    const today = localOfEpoch(now, timeZone).slice(0, 10);
    if (start > end) throw new Refusal(footfallErrors.rangeReversed);
    if (start > today) throw new Refusal(footfallErrors.future);
    const last = end > today ? today : end;
    const days = localDaysBetween(`${start} 00:00`, `${last} 00:00`)! + 1;
    if (days > footfallQueryDays) throw new Refusal(footfallErrors.rangeTooLong, { days: footfallQueryDays });
    const from = startOfDay(start, timeZone).getTime();
    const to = Math.min(startOfDay(last, timeZone, 1).getTime(), shownUntil(project) ?? now, now);

    const rows = await counterPoints(caller.tenant, db, projectId, footfallUnit);
    const counters = await historyShare.long.run(caller.userId, signal, async () => {
      const count = (row: CounterPointRow | undefined) =>
        row && from < to
          ? countByHour(
              history,
              { pointId: row.point_id, samplingIntervalMs: row.sampling_interval_seconds * 1000 },
              from,
              to,
              signal,
            )
          : null;
      const counted: Counter[] = [];
      for (const [first, second] of Map.groupBy(rows, ({ device_id }) => device_id).values()) {
        const none = { hours: new Map(), gaps: [], resets: 0 };
        counted.push({ device: first!, in: (await count(first)) ?? none, out: await count(second) });
      }
      return counted;
    });
    return presentFlow(counters, { from: start, days, timeZone, now }, language);
  },
});
