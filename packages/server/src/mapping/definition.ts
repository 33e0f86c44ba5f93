/** As it is stored, and as the protocols take it (`MappingProfile`). */
export interface Definition {
  topic: string;
  values: readonly string[];
  device: string | null;
  key: string | null;
  time: string | null;
  utcOffsetMinutes: number;
  quality: { pointer: string; good: readonly string[] } | null;
  unit: string | null;
  failures: readonly string[];
  ignore: readonly string[];
  command: {
    topic: string;
    payload: string;
    reply: { topic: string; id: string | null; result: string | null; accepted: readonly string[] } | null;
  } | null;
}
