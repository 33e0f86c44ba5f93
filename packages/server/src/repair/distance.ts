const earthRadiusMetres = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The shortest way over ground between two positions, in metres. */
export function distanceMetres(from: Position, to: Position): number {
  const across = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const along =
    Math.cos(radians(from.latitude)) *
    Math.cos(radians(to.latitude)) *
    Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.sqrt(across + along));
}
