/** What is due when: a binary heap, smallest time first, that can also be read without changing it. */
export class DueHeap<Item> {
  readonly #times: number[] = [];
  readonly #items: Item[] = [];

  /** When the first entry is due; Infinity when there is none. */
  get earliest(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  push(dueAt: number, item: Item): void {
    const times = this.#times;
    const items = this.#items;
    let i = times.length;
    times.push(dueAt);
    items.push(item);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (times[parent]! <= dueAt) break;
      times[i] = times[parent]!;
      items[i] = items[parent]!;
      i = parent;
    }
    times[i] = dueAt;
    items[i] = item;
  }

  /** Shows every entry due up to `until`, in no order, and keeps them. Costs only what it shows. */
  peekDue(until: number, show: (item: Item, dueAt: number) => void): void {
    const times = this.#times;
    if (times.length === 0 || times[0]! > until) return;
    const open = [0];
    while (open.length > 0) {
      const i = open.pop()!;
      if (i >= times.length || times[i]! > until) continue;
      show(this.#items[i]!, times[i]!);
      open.push(2 * i + 1, 2 * i + 2);
    }
  }

  /** Takes every entry due up to `until` out, earliest first. */
  takeDue(until: number, take: (item: Item, dueAt: number) => void): void {
    while (this.#times.length > 0 && this.#times[0]! <= until) {
      const dueAt = this.#times[0]!;
      const item = this.#items[0]!;
      this.#removeTop();
      take(item, dueAt);
    }
  }

  #removeTop(): void {
    const times = this.#times;
    const items = this.#items;
    const time = times.pop()!;
    const item = items.pop()!;
    const size = times.length;
    if (size === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= size) break;
      if (child + 1 < size && times[child + 1]! < times[child]!) child++;
      if (times[child]! >= time) break;
      times[i] = times[child]!;
      items[i] = items[child]!;
      i = child;
    }
    times[i] = time;
    items[i] = item;
  }
}
