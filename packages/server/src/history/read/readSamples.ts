import { setImmediate as nextTurn } from 'node:timers/promises';
import { hourMs, qualityCode } from '@watchpost/contract';
import type { Pool } from 'pg';
import { decodeSegmentInto } from '../codec/segmentCodec.ts';
import { readSealed, type SealedPart, sealedDays } from '../days.store.ts';
import { dayOf, dayOfHour, hoursPerDay } from '../days.ts';
import { hourStart } from '../hours.ts';
import { firstIndexAtOrAfter, mergeSamples, SampleBuffer, type SampleColumns } from '../samples.ts';

/** A point's samples in [from, to), by ascending time, each time once. */
export interface Stretch {
  pointId: number;
  from: number;
  to: number;
  /** The point's unsealed samples, of this stretch at least. */
  unsealed: SampleColumns;
  /** Called once, before the first sample. */
  begin?(): void;
  sample(measuredAt: number, value: number, quality: number): void;
}

/** A sealed row that cannot be unpacked. */
export interface UnreadablePart {
  pointId: number;
  hour: number;
  /** 1 or a day's. */
  hours: number;
  error: unknown;
}

/** How far apart the bad samples stand that take the place of what cannot be read: in each bucket of a curve is one. */
const unreadableStepMs = 10 * 60_000;
/** Days of one reply: of points sampled each second some 50 MB. */
const daysPerPage = 1_500;
/** Longer stretches are cut to where something is sealed at all. */
const daysNotLookedUp = 4 * daysPerPage;
/** Days as numbers of hours fit PostgreSQL's int. */
const farthestDay = 89_000_000;
/** A few milliseconds of decoding between two turns of the event loop. */
const samplesPerTurn = 100_000;

/**
 * Gives every sample of each stretch, one stretch after the other.
 *
 * The unsealed samples were looked at before, at one moment, and what is sealed is read after it: an hour sealed in between is
 * then in both, never in neither, and a time that is in both counts once.
 *
 * What cannot be read is given as bad samples of its time, and keeps nothing beside it from being read.
 *
 * @throws the signal's reason once it is aborted
 */
export async function readSamples(
  db: Pool,
  stretches: readonly Stretch[],
  signal?: AbortSignal,
  onUnreadable?: (part: UnreadablePart) => void,
): Promise<void> {
  const decoder = new PartDecoder();
  const readers = stretches.map((stretch) => new StretchReader(stretch));
  let decoded = 0;
  let current = 0;
  for await (const page of pagesOf(db, stretches)) {
    signal?.throwIfAborted();
    for (let start = 0; start < page.length; ) {
      const { stretch, hour } = page[start]!;
      const day = dayOfHour(hour);
      let end = start + 1;
      while (end < page.length && page[end]!.stretch === stretch && dayOfHour(page[end]!.hour) === day) end++;
      for (; current < stretch; current++) readers[current]!.finish();
      const samples = decoder.decode(page, start, end, (part) =>
        onUnreadable?.({ pointId: stretches[stretch]!.pointId, ...part }),
      );
      readers[stretch]!.take(samples);
      start = end;
      decoded += samples.length;
      if (decoded < samplesPerTurn) continue;
      decoded = 0;
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
  for (; current < readers.length; current++) readers[current]!.finish();
}

/** Merges what is sealed of a stretch with what is not. */
class StretchReader {
  readonly #stretch: Stretch;
  #next = 0;
  #hasBegun = false;

  constructor(stretch: Stretch) {
    this.#stretch = stretch;
  }

  take({ length, measuredAt, values, quality }: SampleColumns): void {
    this.#begin();
    const { from, to, unsealed } = this.#stretch;
    for (let i = 0; i < length; i++) {
      const at = measuredAt[i]!;
      if (at < from || at >= to) continue;
      if (this.#next < unsealed.length) {
        this.#giveUnsealed(at);
        if (this.#next < unsealed.length && unsealed.measuredAt[this.#next] === at) continue;
      }
      this.#stretch.sample(at, values[i]!, quality[i]!);
    }
  }

  finish(): void {
    this.#begin();
    this.#giveUnsealed(this.#stretch.to);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#stretch.begin?.();
    const { from, unsealed } = this.#stretch;
    while (this.#next < unsealed.length && unsealed.measuredAt[this.#next]! < from) this.#next++;
  }

  #giveUnsealed(before: number): void {
    const { unsealed } = this.#stretch;
    while (this.#next < unsealed.length && unsealed.measuredAt[this.#next]! < before) {
      const i = this.#next++;
      this.#stretch.sample(unsealed.measuredAt[i]!, unsealed.values[i]!, unsealed.quality[i]!);
    }
  }
}

/** A day's samples out of its row and the hours that came later; its buffers are used again for the next day. */
class PartDecoder {
  readonly #day = new SampleBuffer(2048);
  readonly #hours = new SampleBuffer(256);

  decode(
    parts: readonly SealedPart[],
    start: number,
    end: number,
    onUnreadable: (part: Omit<UnreadablePart, 'pointId'>) => void,
  ): SampleColumns {
    this.#day.length = 0;
    this.#hours.length = 0;
    const unreadable: { hour: number; hours: number }[] = [];
    for (let i = start; i < end; i++) {
      const { hour, hours, encoded } = parts[i]!;
      const into = hours === hoursPerDay ? this.#day : this.#hours;
      const { length } = into;
      try {
        decodeSegmentInto(hourStart(hour), encoded, into);
      } catch (error) {
        into.length = length;
        unreadable.push({ hour, hours });
        onUnreadable({ hour, hours, error });
      }
    }
    const samples = mergeSamples(this.#day, this.#hours);
    return unreadable.reduce(withBadSamples, samples);
  }
}

/** The samples, with a bad one in every step of the part in which there is none. */
function withBadSamples(samples: SampleColumns, part: { hour: number; hours: number }): SampleColumns {
  const bad = new SampleBuffer(hoursPerDay * (hourMs / unreadableStepMs));
  const end = hourStart(part.hour) + part.hours * hourMs;
  for (let at = hourStart(part.hour); at < end; at += unreadableStepMs) {
    const next = firstIndexAtOrAfter(samples, at);
    const isThere = next < samples.length && samples.measuredAt[next]! < at + unreadableStepMs;
    if (!isThere) bad.push(at, Number.NaN, qualityCode.unreadable);
  }
  return mergeSamples(samples, bad);
}

/** What is sealed of the stretches, in pages that hold whole days. */
async function* pagesOf(db: Pool, stretches: readonly Stretch[]): AsyncGenerator<SealedPart[]> {
  let ranges = stretches.map(({ pointId, from, to }, stretch) => ({
    stretch,
    pointId,
    first: Math.max(dayOf(from), -farthestDay),
    last: Math.min(dayOf(to - 1), farthestDay),
  }));
  const days = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (days > daysNotLookedUp) {
    const sealed = await sealedDays(db, [...new Set(ranges.map(({ pointId }) => pointId))]);
    if (sealed === null) return;
    ranges = ranges.map((range) => ({
      ...range,
      first: Math.max(range.first, sealed.first),
      last: Math.min(range.last, sealed.last),
    }));
  }
  let page: typeof ranges = [];
  let left = daysPerPage;
  for (const range of ranges) {
    for (let first = range.first; first <= range.last; ) {
      const last = Math.min(range.last, first + left - 1);
      page.push({ ...range, first, last });
      left -= last - first + 1;
      first = last + 1;
      if (left > 0) continue;
      yield await readPage(db, page);
      page = [];
      left = daysPerPage;
    }
  }
  if (page.length > 0) yield await readPage(db, page);
}

async function readPage(
  db: Pool,
  ranges: readonly { stretch: number; pointId: number; first: number; last: number }[],
): Promise<SealedPart[]> {
  const parts = await readSealed(
    db,
    ranges.map(({ pointId }) => pointId),
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
  );
  for (const part of parts) part.stretch = ranges[part.stretch]!.stretch;
  return parts;
}
