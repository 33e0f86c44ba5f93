import type { InstallCheck, InstallVerdict } from '@watchpost/contract';
import { judgePressure, judgeVacuum, type PressureHold, type VacuumTest } from './judgeTightness.wire.ts';

/** Figures of an installation: lengths in mm, diameters in 1/100 mm. */
export interface Figures {
  /** Horizontal. */
  readonly length: number;
  readonly gasClimb: number;
  readonly liquidClimb: number;
  readonly gas: number;
  readonly riser: number;
  readonly liquid: number;
  readonly oil: string;
  /** Oil traps in the riser. */
  readonly traps?: number;
  readonly pressure?: PressureHold;
  readonly vacuum?: VacuumTest;
}

export interface PipeLimits {
  readonly max_length: number;
  readonly gas_climb: number;
  readonly liquid_climb: number;
  readonly oil_type: string;
  /** mm that the gas pipe rises to each oil trap; null: the maker asks for none. */
  readonly trap_interval: number | null;
  /** kPa of the pressure hold; null: none is asked for. */
  readonly test_pressure: number | null;
  /** Pa to which the circuit is evacuated; null: no proof of it is asked for. */
  readonly max_vacuum: number | null;
}

export interface CaliberRange {
  readonly length_from: number;
  readonly length_to: number;
  readonly climb_from: number;
  readonly climb_to: number;
  readonly gas: number;
  readonly riser: number;
  readonly liquid: number;
}

const metres = (mm: number): string => `${mm / 1000} m`;
const millimetres = (hundredths: number): string => `${hundredths / 100} mm`;
/** Ranges begin above their lower end, so that neighbours do not both hold it; the first begins at 0. */
const lies = (value: number, from: number, to: number): boolean =>
  (value > from || (from === 0 && value === 0)) && value <= to;

/**
 * The length of the piping, mm: where the gas pipe rises the liquid pipe falls beside it, and the other way round, so that either climb
 * is a part of both.
 */
export const pipingLength = ({ length, gasClimb, liquidClimb }: Figures): number => length + gasClimb + liquidClimb;

/** The calibers for a horizontal length and a climb; undefined: no range holds them. */
export const rangeFor = <Range extends CaliberRange>(
  ranges: readonly Range[],
  { length, gasClimb, liquidClimb }: Pick<Figures, 'length' | 'gasClimb' | 'liquidClimb'>,
): Range | undefined =>
  ranges.find(
    (range) =>
      lies(length, range.length_from, range.length_to) &&
      lies(Math.max(gasClimb, liquidClimb), range.climb_from, range.climb_to),
  );

export const overlap = (a: CaliberRange, b: CaliberRange): boolean =>
  a.length_from < b.length_to && b.length_from < a.length_to && a.climb_from < b.climb_to && b.climb_from < a.climb_to;

/** One trap for each begun interval of the riser. */
function judgeTraps({ traps, gasClimb }: Figures, interval: number | null | undefined): InstallVerdict[] {
  if (interval == null) return [];
  const wanted = Math.ceil(gasClimb / interval);
  if (wanted === 0) return [];
  return [
    {
      Check: 'traps',
      Verdict: traps === undefined ? 'undecided' : traps >= wanted ? 'ok' : 'deviation',
      Found: traps === undefined ? '' : String(traps),
      Allowed: `≥ ${wanted}`,
      Why: traps === undefined ? 'notMeasured' : null,
    },
  ];
}

/** Holds the figures of an installation against the standards of its model; null: there is no pipe standard. */
export function checkInstall(
  figures: Figures,
  pipe: PipeLimits | null,
  ranges: readonly CaliberRange[],
): InstallVerdict[] {
  const range = rangeFor(ranges, figures);
  const atMost = (Check: InstallCheck, found: number, limit: number | undefined): InstallVerdict => ({
    Check,
    Verdict: limit === undefined ? 'undecided' : found <= limit ? 'ok' : 'deviation',
    Found: metres(found),
    Allowed: limit === undefined ? null : `≤ ${metres(limit)}`,
    Why: limit === undefined ? 'noStandard' : null,
  });
  const exactly = (Check: InstallCheck, found: number, wanted: number | undefined): InstallVerdict => ({
    Check,
    Verdict: wanted === undefined ? 'undecided' : found === wanted ? 'ok' : 'deviation',
    Found: millimetres(found),
    Allowed: wanted === undefined ? null : millimetres(wanted),
    Why: wanted === undefined ? 'noStandard' : null,
  });
  const isSameOil = pipe?.oil_type.trim().toLowerCase() === figures.oil.trim().toLowerCase();
  return [
    atMost('length', pipingLength(figures), pipe?.max_length),
    atMost('gasClimb', figures.gasClimb, pipe?.gas_climb),
    atMost('liquidClimb', figures.liquidClimb, pipe?.liquid_climb),
    {
      Check: 'oil',
      Verdict: pipe === null ? 'undecided' : isSameOil ? 'ok' : 'deviation',
      Found: figures.oil,
      Allowed: pipe?.oil_type ?? null,
      Why: pipe === null ? 'noStandard' : null,
    },
    exactly('gasDiameter', figures.gas, range?.gas),
    exactly('riserDiameter', figures.riser, range?.riser),
    exactly('liquidDiameter', figures.liquid, range?.liquid),
    ...judgeTraps(figures, pipe?.trap_interval),
    ...judgePressure(figures.pressure, pipe?.test_pressure ?? null),
    ...judgeVacuum(figures.vacuum, pipe?.max_vacuum ?? null),
  ];
}
