/** How well a line carries its answers. All shares are 0–1. */
export interface LineBehaviour {
  /** Every answer takes between these, ms: a 4G link and a slow controller. */
  latencyMs: [shortest: number, longest: number];
  /** Share of answers that come this much later than that. */
  lateShare: number;
  lateMs: number;
  /** Share of answers that arrive in several TCP segments. */
  splitShare: number;
  /** Share of answers with a damaged checksum. */
  badCrcShare: number;
}

export const goodLine: LineBehaviour = {
  latencyMs: [15, 60],
  lateShare: 0,
  lateMs: 0,
  splitShare: 0.05,
  badCrcShare: 0,
};
