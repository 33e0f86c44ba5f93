import {
  type Answer,
  type DebugCheckName,
  isWithin,
  type TemplateGroups,
  type TemplateItem,
} from '@watchpost/contract';
import type { Named, Reading, Value } from './reading.ts';
import type { SourcePoint } from './source.store.ts';

type Source = NonNullable<TemplateItem['Source']>;

/** The points that a source means among those of a project, a row for each device; of no device, one. */
export function pointsMeant(source: Source, points: readonly SourcePoint[]): SourcePoint[] {
  const wanted = source.PointName.toLowerCase();
  return points.filter((point) => {
    if (source.PointId != null) return point.id === source.PointId;
    if (source.PointTypeId != null && point.point_type_id !== source.PointTypeId) return false;
    return wanted === '' ? point.main : point.name.toLowerCase() === wanted || point.name_en?.toLowerCase() === wanted;
  });
}

/** Lists whose rows are devices get the rows of this project; they stay so for the whole visit. */
export const withRows = (groups: TemplateGroups, points: readonly SourcePoint[]): TemplateGroups =>
  groups.map((group) => ({
    ...group,
    ItemList: group.ItemList.map((item) =>
      item.Content === 'list' && item.Source != null
        ? { ...item, LineList: [...new Set(pointsMeant(item.Source, points).map(rowNameOf))].slice(0, maxRows) }
        : item,
    ),
  }));
const maxRows = 50;
/** A device may be called anything up to the length of its own name; a row holds so much. */
const maxRowName = 50;
const rowNameOf = (point: SourcePoint): string => (point.device_name ?? point.name).slice(0, maxRowName);

const named = (id: number, name: string, nameEn: string | null): Named => ({ id, name, nameEn });

export interface Asked {
  /** Of the project. */
  readonly points: readonly SourcePoint[];
  readonly valueAt: (point: SourcePoint, source: Source) => Value;
  /** Whether a check passes now. */
  readonly passes: (check: DebugCheckName) => boolean;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Fills in what points and checks say of one sheet. What a person wrote over an earlier value stays theirs; both are kept.
 *
 * @param before what was read last time: an answer that still says it was not written by hand
 */
export function fillIn(
  groups: TemplateGroups,
  answers: readonly Answer[],
  before: readonly Reading[],
  asked: Asked,
): { answers: Answer[]; readings: Reading[] } {
  const placeOf = (group: number, item: number) => `${group} ${item}`;
  const byPlace = new Map(answers.map((answer) => [placeOf(answer.Group, answer.Item), answer]));
  const earlier = new Map(
    before.map((reading) => [`${placeOf(reading.group, reading.item)} ${reading.line}`, reading]),
  );
  const readings: Reading[] = [];
  for (const [group, { ItemList }] of groups.entries())
    for (const [place, item] of ItemList.entries()) {
      const found = readItem(item, asked);
      if (found.length === 0) continue;
      const key = placeOf(group, place);
      const answer = byPlace.get(key) ?? { Group: group, Item: place, Text: '', LineList: [], Note: '' };
      const lines = [...answer.LineList];
      let text = answer.Text;
      for (const part of found) {
        const old = earlier.get(`${key} ${part.line}`);
        const row = item.LineList[part.line] ?? '';
        if (item.Content === 'checklist') {
          const isTicked = lines.includes(row);
          if (part.text !== '' && !isTicked && !(old?.text && old.reason === null)) lines.push(row);
          else if (part.text === '' && isTicked && old?.text) lines.splice(lines.indexOf(row), 1);
        } else if (item.Content === 'list') {
          const present = lines[part.line] ?? '';
          if (present === '' || present === old?.text) lines[part.line] = part.text;
        } else if (text === '' || text === old?.text) text = part.text;
        readings.push({ ...part, group, item: place });
      }
      if (item.Content === 'list') for (const i of item.LineList.keys()) lines[i] ??= '';
      const next = { ...answer, Text: text, LineList: lines };
      if (next.Text !== '' || next.Note !== '' || next.LineList.some((line) => line !== '')) byPlace.set(key, next);
      else byPlace.delete(key);
    }
  return { answers: [...byPlace.values()], readings };
}

type Part = Omit<Reading, 'group' | 'item'>;

/** What is read for an item; nothing for one that people alone answer. */
function readItem(item: TemplateItem, asked: Asked): Part[] {
  if (item.Content === 'checklist') return ticksOf(item, asked);
  const { Source: source } = item;
  if (source == null) return [];
  const meant = pointsMeant(source, asked.points);
  const blank: Part = {
    ...{ line: 0, text: '', reason: 'noPoint', point: null, device: null, value: null, unit: item.Unit },
    ...{ statistic: source.Statistic, hours: source.Statistic === 'now' ? null : source.Hours },
    ...{ knownPercent: null, measuredAt: null, quality: null, readAt: asked.now },
  };
  const read = (point: SourcePoint, line = 0): Part => {
    const value = asked.valueAt(point, source);
    const text = value.reason === null ? textOf(item, point, value.value!) : '';
    return {
      ...blank,
      line,
      text,
      reason: value.reason ?? (text === '' ? 'noOption' : null),
      point: named(point.id, point.name, point.name_en),
      device: point.device_id === null ? null : named(point.device_id, point.device_name!, point.device_name_en),
      value: value.value,
      unit: point.unit || item.Unit,
      knownPercent: value.knownPercent,
      measuredAt: value.measuredAt,
      quality: value.quality,
    };
  };
  if (item.Content === 'list')
    return item.LineList.map((row, line) => {
      const ofRow = meant.filter((point) => rowNameOf(point) === row);
      if (ofRow.length === 0) return { ...blank, line };
      return ofRow.length === 1
        ? read(ofRow[0]!, line)
        : worstOf(
            item,
            ofRow.map((point) => read(point, line)),
            blank,
          );
    });
  const single = [...new Map(meant.map((point) => [point.id, point])).values()];
  if (single.length === 0) return [blank];
  return [
    single.length === 1
      ? read(single[0]!)
      : worstOf(
          item,
          single.map((point) => read(point)),
          blank,
        ),
  ];
}

/**
 * Of several points the one that is worst by the limits. While one of them is not known nobody knows which is worst, and without
 * limits there is no worst: then a person looks.
 */
function worstOf(item: TemplateItem, parts: readonly Part[], blank: Part): Part {
  const unknown = parts.find(({ reason }) => reason !== null);
  if (unknown) return unknown;
  if (item.Content === 'option') {
    const texts = new Set(parts.map(({ text }) => text));
    const bad = parts.find(({ text }) => item.OptionList.some(({ Text, Ok }) => Text === text && !Ok));
    return bad ?? (texts.size === 1 ? parts[0]! : { ...blank, line: parts[0]!.line, reason: 'several' });
  }
  if (item.Low == null && item.High == null) return { ...blank, line: parts[0]!.line, reason: 'several' };
  const margin = ({ value }: Part): number =>
    Math.min(
      item.High == null ? Number.POSITIVE_INFINITY : item.High - value!,
      item.Low == null ? Number.POSITIVE_INFINITY : value! - item.Low,
    );
  return parts.reduce((worst, part) => (margin(part) < margin(worst) ? part : worst));
}

/** A value as it is filled in; empty: no option stands for it. */
function textOf(item: TemplateItem, point: SourcePoint, value: number): string {
  if (item.Content === 'option') return item.OptionList.find(({ Value }) => Value === value)?.Text ?? '';
  const text = value.toFixed(Math.min(Math.max(point.decimals, 0), 6));
  // A rounded value must not be judged better than it is: −15.04 beyond −15 says −15.04.
  const isSame = isWithin(item, Number(text)) === isWithin(item, value);
  return isSame ? text : String(value);
}

function ticksOf(item: TemplateItem, { passes, now }: Asked): Part[] {
  return (item.CheckList ?? []).slice(0, item.LineList.length).flatMap((check, line): Part[] => {
    if (check === '') return [];
    const isGood = passes(check);
    return [
      {
        ...{
          line,
          text: isGood ? item.LineList[line]! : '',
          reason: isGood ? null : 'open',
          point: null,
          device: null,
        },
        ...{ value: null, unit: '', statistic: 'now', hours: null, knownPercent: null, measuredAt: now, quality: null },
        readAt: now,
      },
    ];
  });
}
