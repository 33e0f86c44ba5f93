/** What a team is judged by for one order. */
export interface TeamFacts {
  /** 1: the device is under a contract with the team; 0.75: its project; 0: neither. */
  readonly contract: 0 | 0.75 | 1;
  /** Orders that it works on. */
  readonly open: number;
  /** Those who could work on them; at least 1. */
  readonly members: number;
  /** From the last sign-in of a member within four hours to the project; null: not known. */
  readonly km: number | null;
  /** Orders of the class finished in 365 days. */
  readonly ofClass: number;
  /** Share of them that held at the first repair; null: there is none. */
  readonly firstTime: number | null;
  /** Orders of 90 days with a target, and those in time. */
  readonly targets: number;
  readonly inTarget: number;
}

export interface TeamScore {
  /** Of 40. */
  readonly contract: number;
  /** Of 20: none open gives all, four a member none. */
  readonly load: number;
  /** Of 15: 100 km and farther give none, and so does an unknown place. */
  readonly distance: number;
  /** Of 15: the share that held at once, weighed down while there are few. */
  readonly experience: number;
  /** Of 10: the lower bound of the share in time. */
  readonly inTime: number;
  readonly total: number;
}

/** One-sided 95 %. */
const z = 1.645;

/** The lower limit of the Wilson interval of a share; 0 of nothing. Wilson 1927. */
export function wilsonLower(part: number, whole: number): number {
  if (whole === 0) return 0;
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const spread = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  return Math.max(0, (middle - spread) / (1 + (z * z) / whole));
}

/** How well a team suits an order, of 100. Our choice of weights: a contract counts most, then who has time. */
export function scoreTeam(facts: TeamFacts): TeamScore {
  const contract = 40 * facts.contract;
  const load = 20 * Math.max(0, 1 - facts.open / (4 * facts.members));
  const distance = facts.km === null ? 0 : 15 * Math.max(0, 1 - facts.km / 100);
  const experience = 15 * (facts.ofClass / (facts.ofClass + 3)) * (facts.firstTime ?? 0);
  const inTime = 10 * wilsonLower(facts.inTarget, facts.targets);
  return {
    contract,
    load,
    distance,
    experience,
    inTime,
    total: contract + load + distance + experience + inTime,
  };
}
