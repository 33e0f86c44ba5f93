/** Whether a place lies in a polygon; both are shares of the base map. */
export function insidePolygon(corners: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [corners[i]!, corners[j]!];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
}
