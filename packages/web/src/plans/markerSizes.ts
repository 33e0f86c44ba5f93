/** How much of a device stands on a plan: its name and value, its value alone, or a dot. */
export type MarkerSize = 'named' | 'bare' | 'dot';

/** CSS pixels. A name of ten characters fits; a dot is still large enough for a finger. */
export const markerBox: Readonly<Record<MarkerSize, { readonly width: number; readonly height: number }>> = {
  named: { width: 124, height: 42 },
  bare: { width: 76, height: 26 },
  dot: { width: 24, height: 24 },
};

interface At {
  readonly x: number;
  readonly y: number;
}

interface Box extends At {
  readonly width: number;
  readonly height: number;
}

const overlap = (a: At, sizeOfA: MarkerSize, b: At, sizeOfB: MarkerSize): boolean => {
  const [one, other] = [markerBox[sizeOfA], markerBox[sizeOfB]];
  return (
    Math.abs(a.x - b.x) < (one.width + other.width) / 2 + 2 && Math.abs(a.y - b.y) < (one.height + other.height) / 2 + 2
  );
};

/**
 * The largest size for each marker at which none covers another, in the order given: the most pressing first.
 *
 * @param places in CSS pixels of the present zoom
 * @param names false: names were switched off
 * @param taken where something else stands that only a dot may cover: the names of zones
 */
export function markerSizes(places: readonly At[], names: boolean, taken: readonly Box[] = []): MarkerSize[] {
  const sizes = places.map((): MarkerSize => 'dot');
  const isFree = ({ x, y }: At, size: MarkerSize) =>
    taken.every(
      (box) =>
        Math.abs(x - box.x) >= (markerBox[size].width + box.width) / 2 ||
        Math.abs(y - box.y) >= (markerBox[size].height + box.height) / 2,
    );
  const fits = (index: number, size: MarkerSize) =>
    isFree(places[index]!, size) &&
    places.every((place, other) => other === index || !overlap(places[index]!, size, place, sizes[other]!));
  const larger: readonly MarkerSize[] = names ? ['named', 'bare'] : ['bare'];
  for (const index of places.keys()) sizes[index] = larger.find((size) => fits(index, size)) ?? 'dot';
  return sizes;
}
