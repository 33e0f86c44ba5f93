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
  /** 1/100 % by which the gas pipe falls to the unit. */
  readonly slope?: number;
  /** g of refrigerant that were added. */
  readonly charge?: number;
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
  /** 1/100 % by which the gas pipe falls at least; null: none is asked for. */
  readonly min_slope: number | null;
  /** mm of piping that the unit's own charge is for; null: no charge is asked for. */
  readonly included_length: number | null;
}

export interface CaliberRange {
  readonly length_from: number;
  readonly length_to: number;
  readonly climb_from: number;
  readonly climb_to: number;
  readonly gas: number;
  readonly riser: number;
  readonly liquid: number;
  /** g of refrigerant for each metre beyond the included length; null: not asked for. */
  readonly charge_per_metre: number | null;
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

function judgeSlope({ slope }: Figures, wanted: number | null | undefined): InstallVerdict[] {
  if (wanted == null) return [];
  return [
    {
      Check: 'slope',
      Verdict: slope === undefined ? 'undecided' : slope >= wanted ? 'ok' : 'deviation',
      Found: slope === undefined ? '' : `${slope / 100} %`,
      Allowed: `≥ ${wanted / 100} %`,
      Why: slope === undefined ? 'notMeasured' : null,
    },
  ];
}

/** g that scales and hoses cost, and the share beyond which a charge is wrong. Our choice. */
const chargeTolerance = { grams: 50, share: 0.05 };

/** The charge for the piping beyond what the unit's own is for, within a tolerance. */
function judgeCharge(
  figures: Figures,
  included: number | null | undefined,
  gramsPerMetre: number | null | undefined,
): InstallVerdict[] {
  if (included == null || gramsPerMetre == null) return [];
  const { charge } = figures;
  const wanted = Math.round((Math.max(0, pipingLength(figures) - included) * gramsPerMetre) / 1000);
  const tolerance = Math.max(chargeTolerance.grams, Math.round(wanted * chargeTolerance.share));
  return [
    {
      Check: 'charge',
      Verdict: charge === undefined ? 'undecided' : Math.abs(charge - wanted) <= tolerance ? 'ok' : 'deviation',
      Found: charge === undefined ? '' : `${charge} g`,
      Allowed: `${wanted} g ± ${tolerance} g`,
      Why: charge === undefined ? 'notMeasured' : null,
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
    ...judgeSlope(figures, pipe?.min_slope),
    ...judgeCharge(figures, pipe?.included_length, range?.charge_per_metre),
    ...judgePressure(figures.pressure, pipe?.test_pressure ?? null),
    ...judgeVacuum(figures.vacuum, pipe?.max_vacuum ?? null),
  ];
}
