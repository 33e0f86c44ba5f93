/** One thing that stands somewhere on earth. */
export interface MapSite {
  readonly id: number;
  readonly name: string;
  /** Degrees, WGS-84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Severity of its worst alarm, 1 urgent … 4 record; null: none. */
  readonly level: number | null;
  readonly alarmCount: number;
  /** Out of service: shown pale, with or without alarms. */
  readonly muted: boolean;
  /** A value exceeds its limit and nothing alarms: a ring in place of the dot. */
  readonly beyond?: boolean;
  /** Its state in words: "3 open alarms", "expired". Shown on hover and read aloud after the name. */
  readonly words: string;
}

/** A background of pictures from a tile server; null: the outline of the land alone, which needs nobody. */
export interface MapTiles {
  /** `https://…/{z}/{x}/{y}.png` */
  readonly url: string;
  /** What the tiles' owner wants to be named as. */
  readonly credit: string;
  /** In which coordinates they are drawn. */
  readonly datum: 'wgs84' | 'gcj02';
}

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}
