import type { InstallVerdict, VerdictReason } from '@watchpost/contract';

/** A pressure held for hours. kPa above the atmosphere, °C of the pipes at both ends of it. */
export interface PressureHold {
  readonly from: number;
  readonly to: number;
  readonly fromTemp: number;
  readonly toTemp: number;
  readonly hours: number;
  /** kPa between two marks of the gauge. */
  readonly step: number;
}

/** Pa reached, and by how much it rose in a minute after the pump was shut off. */
export interface VacuumTest {
  readonly end: number;
  readonly rise: number;
}

const atmosphere = 101.325;
const zeroCelsius = 273.15;
/** Of the pressure at the start. Our choice: the 1 % of GB 50274 lets leaks of grams a day pass. */
const maxDrop = 0.005;
/** Pa: what refrigerant makers ask of a dry circuit, unless the model's standard says another. */
const usualVacuum = 67;
const maxRise = 20;

const notMeasured = { Verdict: 'undecided', Found: '', Why: 'notMeasured' } as const;
const megapascal = (kilopascal: number): string => `${Number((kilopascal / 1000).toFixed(3))} MPa`;
const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** By how much a pressure fell, in kPa, with what the change of temperature alone explains taken out (Gay-Lussac). */
export const dropOf = ({
  from,
  to,
  fromTemp,
  toTemp,
}: Pick<PressureHold, 'from' | 'to' | 'fromTemp' | 'toTemp'>): number =>
  from - (((to + atmosphere) * (zeroCelsius + fromTemp)) / (zeroCelsius + toTemp) - atmosphere);

/** Why a pressure hold decides nothing; null: it does. A rise beyond the limit is as wrong as a drop: something was read or done amiss. */
function whyUndecided({ from, step }: PressureHold, drop: number): VerdictReason | null {
  if (step > (maxDrop * from) / 3) return 'coarseGauge';
  return drop < -maxDrop * from ? 'unexplainedRise' : null;
}

/** Whether the pressure was high enough, and whether it held. */
export function judgePressure(hold: PressureHold | undefined, wanted: number | null): InstallVerdict[] {
  const limit = `≤ ${percent(maxDrop)}`;
  if (!hold)
    return wanted === null
      ? []
      : [
          { Check: 'testPressure', ...notMeasured, Allowed: `≥ ${megapascal(wanted)}` },
          { Check: 'pressureDrop', ...notMeasured, Allowed: limit },
        ];
  const drop = dropOf(hold);
  const why = whyUndecided(hold, drop);
  return [
    ...(wanted === null
      ? []
      : [
          {
            Check: 'testPressure' as const,
            Verdict: hold.from >= wanted ? ('ok' as const) : ('deviation' as const),
            Found: megapascal(hold.from),
            Allowed: `≥ ${megapascal(wanted)}`,
            Why: null,
          },
        ]),
    {
      Check: 'pressureDrop',
      Verdict: why !== null ? 'undecided' : drop <= maxDrop * hold.from ? 'ok' : 'deviation',
      Found: `${megapascal(drop)} (${percent(drop / hold.from)})`,
      Allowed: limit,
      Why: why,
    },
  ];
}

/** Whether the circuit was dry and tight under vacuum. */
export function judgeVacuum(vacuum: VacuumTest | undefined, wanted: number | null): InstallVerdict[] {
  if (!vacuum && wanted === null) return [];
  const atMost = (Check: 'vacuum' | 'vacuumRise', found: number | undefined, limit: number): InstallVerdict => ({
    Check,
    Verdict: found === undefined ? 'undecided' : found <= limit ? 'ok' : 'deviation',
    Found: found === undefined ? '' : `${found} Pa`,
    Allowed: `≤ ${limit} Pa`,
    Why: found === undefined ? 'notMeasured' : null,
  });
  return [atMost('vacuum', vacuum?.end, wanted ?? usualVacuum), atMost('vacuumRise', vacuum?.rise, maxRise)];
}
