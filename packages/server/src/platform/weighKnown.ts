/** The mean of scores by their weights. Scores that are not known (null) are left out; null: none is known. */
export function weighKnown(
  parts: readonly { readonly score: number | null; readonly weight: number }[],
): number | null {
  const known = parts.filter(({ score }) => score !== null);
  const weights = known.reduce((sum, { weight }) => sum + weight, 0);
  return weights === 0 ? null : known.reduce((sum, { score, weight }) => sum + score! * weight, 0) / weights;
}
