import { dayMs, hourMs, qualityOf, quarterMs } from '@watchpost/contract';
import { system } from '../../access/index.ts';
import { serverItself } from '../../history/index.ts';
import type { EnergyDeps } from '../deps.ts';
import { readingsWithin } from '../readings/readings.store.ts';
import type { Installation, RegisterSample } from './registerEnergy.ts';
import type { InstallationRow } from './settle.store.ts';

type Deps = Pick<EnergyDeps, 'db' | 'history' | 'historyShare'>;

const nearMs = 2 * hourMs;
/** Where the last reading before a moment is looked for, one after the other: a meter that was silent for long takes longer. */
const looksBackMs = [nearMs, 26 * hourMs, 8 * dayMs, 62 * dayMs, 800 * dayMs];

/** An installation of a meter with its good readings, as far as a calculation needs them. */
export interface ReadRegister {
  readonly installationId: number;
  readonly installation: Installation;
  readonly samples: readonly RegisterSample[];
  /** When the gap began that reaches across the beginning of the calculation, epoch ms; null: there is none. */
  readonly gapFrom: number | null;
}

/** Readings at most so far apart, ms, follow each other without a gap. */
const longestStepMs = ({ interval_seconds }: InstallationRow): number =>
  Math.max(2 * interval_seconds * 1000, quarterMs);

async function goodSamples(
  { db, history, historyShare }: Deps,
  { id, point_id: pointId, is_manual }: InstallationRow,
  from: number,
  to: number,
  stopping: AbortSignal,
): Promise<RegisterSample[]> {
  if (to <= from) return [];
  if (is_manual) return readingsWithin(system, db, id, from, to);
  if (pointId === null) return [];
  const [raw] = await historyShare.long.run(serverItself, stopping, () => history.raw([pointId], from, to, stopping));
  const found: RegisterSample[] = [];
  for (let i = 0; raw && i < raw.length; i++) {
    const value = raw.values[i]!;
    if (qualityOf(raw.quality[i]!) !== 'bad' && Number.isFinite(value)) found.push({ at: raw.measuredAt[i]!, value });
  }
  return found;
}

/** The last good reading that settling saw, where it lies before a moment; null: none does. */
const keptBefore = ({ last_at, last_reading }: InstallationRow, before: number): RegisterSample | null =>
  last_at !== null && last_reading !== null && last_at.getTime() < before
    ? { at: last_at.getTime(), value: last_reading }
    : null;

/** The readings before a moment that the calculation begins with: the last one, and where history has them some before it. */
async function readingsBefore(
  deps: Deps,
  row: InstallationRow,
  before: number,
  stopping: AbortSignal,
): Promise<RegisterSample[]> {
  const { installed_at, read_through, last_at } = row;
  if (row.point_id === null && !row.is_manual) return [];
  const kept = keptBefore(row, before);
  const around = async (): Promise<RegisterSample[]> => {
    if (!kept) return [];
    const found = await goodSamples(deps, row, kept.at - nearMs, kept.at + 1, stopping);
    return found.length > 0 ? found : [kept];
  };
  // A reading that came later and belongs before this moment was noted as late: it is settled from its own day on.
  const isLastKnown = read_through !== null && before <= read_through.getTime() && (last_at === null || kept !== null);
  const earliest = Math.max(installed_at.getTime(), kept?.at ?? 0);
  for (const back of looksBackMs) {
    const from = Math.max(earliest, before - back);
    const found = await goodSamples(deps, row, from, before, stopping);
    if (found.some(({ at }) => kept === null || at > kept.at)) return found;
    if (isLastKnown || from === earliest) return around();
  }
  return [];
}

/** What the registers of a meter read from a moment on until now, epoch ms, and just before it. */
export async function readRegisters(
  deps: Deps,
  installations: readonly InstallationRow[],
  { from, now }: { from: number; now: number },
  stopping: AbortSignal,
): Promise<ReadRegister[]> {
  const registers: ReadRegister[] = [];
  for (const row of installations) {
    const [installed, removed] = [row.installed_at.getTime(), row.removed_at?.getTime() ?? null];
    if (removed !== null && removed <= from) continue;
    const before = installed < from ? await readingsBefore(deps, row, from, stopping) : [];
    const within = await goodSamples(deps, row, Math.max(installed, from), Math.min(removed ?? now, now), stopping);
    const anchor = before.at(-1)?.at ?? (installed < from && row.start_reading !== null ? installed : null);
    const next = within[0]?.at ?? (row.end_reading === null ? null : removed);
    const hasGap = anchor !== null && next !== null && next > from && next - anchor > longestStepMs(row);
    registers.push({
      installationId: row.id,
      installation: {
        from: installed,
        to: removed,
        whPerUnit: row.unit_wh * row.multiplier,
        count: row.register_count,
        capacity: row.capacity,
        startReading: before.length > 0 ? null : row.start_reading,
        endReading: row.end_reading,
      },
      samples: [...before, ...within],
      gapFrom: hasGap ? anchor : null,
    });
  }
  return registers;
}
