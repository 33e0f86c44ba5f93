const minute = 60_000;

/** As a gateway publishes it: values by key `t0`, `t1` … at a time; null: unreadable. */
export type DayMessage = readonly { readonly ts: number; readonly values: Readonly<Record<string, number | null>> }[];

/**
 * What a day brought: each point stays at −5, −12, −16 or −20 for a while, is sometimes unreadable and sometimes silent. It ends cold,
 * so that what comes after the day changes nothing of it.
 *
 * @param random in [0, 1)
 * @param day.end the time of its last sample, epoch ms
 */
export function randomDay(
  random: () => number,
  { end, points, slots, slotMinutes }: { end: number; points: number; slots: number; slotMinutes: number },
): DayMessage {
  const rows = Array.from({ length: slots }, (_, slot) => ({
    ts: end - (slots - 1 - slot) * slotMinutes * minute,
    values: {} as Record<string, number | null>,
  }));
  for (let point = 0; point < points; point++) {
    let slot = 0;
    while (slot < slots) {
      const length = 1 + Math.floor(random() * 24);
      const value = [-5, -12, -16, -20][Math.floor(random() * 4)]!;
      const kind = random();
      for (let i = 0; i < length && slot < slots; i++, slot++) {
        const isEnd = slot > slots - 8;
        if (!isEnd && kind < 0.1 && length < 8) continue;
        const isBad = !isEnd && (kind > 0.9 || (kind > 0.8 && i % 3 !== 0));
        rows[slot]!.values[`t${point}`] = isEnd ? -20 : isBad ? null : value;
      }
    }
  }
  return rows.filter(({ values }) => Object.keys(values).length > 0);
}
