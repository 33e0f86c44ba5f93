import type { Bilingual, DeviceRow, PointValue, ShownNode } from '@watchpost/contract';
import { pointDataOf, symbolFor, symbolOf } from '@watchpost/contract';
import { useNotShownWords } from '../devices/index.ts';
import { type Dates, useDates } from '../lib/dates.ts';
import { type Text, useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash, formatNumber, formatWithUnit } from '../lib/numbers.ts';
import { type QualityWords, qualityText, reasonInWords } from '../ui/index.ts';
import { boundPoints, type Facts, type LookCode, looks, partState } from './states.ts';
import { diagramText } from './text.ts';

export interface ShownNumber {
  readonly number: string;
  readonly unit: string;
}

/** The value of now; a dash while none can be trusted. */
export function numberOf(point: PointValue | null, now: number): ShownNumber {
  if (!point || pointDataOf(point, now) !== 'known') return { number: dash, unit: '' };
  if (point.ValueText !== null) return { number: point.ValueText, unit: '' };
  return { number: formatNumber(point.Value, point.Decimals), unit: point.Unit };
}

export const numberInWords = (point: PointValue | null, now: number): string =>
  !point || pointDataOf(point, now) !== 'known'
    ? dash
    : (point.ValueText ?? formatWithUnit(point.Value, point.Unit, point.Decimals));

/** What a symbol says of itself, in the reader's language. */
export interface Words {
  /** Its label, else the name of what it stands for; null: nothing. */
  title(node: ShownNode, device: DeviceRow | undefined, pointOf: ReadonlyMap<number, PointValue>): string | null;
  /** For a list or a screen reader: never empty. */
  name(node: ShownNode, device: DeviceRow | undefined, pointOf: ReadonlyMap<number, PointValue>): string;
  /** What it does: "Defrost", "Running"; null: nothing to say. */
  activity(node: ShownNode, pointOf: ReadonlyMap<number, PointValue>, now: number): string | null;
  /** How it stands, with since when or until when: "No data since 03:12". */
  state(facts: Facts, look: LookCode, now: number): string;
  /** What it does, else how it stands. */
  says(node: ShownNode, pointOf: ReadonlyMap<number, PointValue>, facts: Facts, look: LookCode, now: number): string;
  /** All of it, for a screen reader. */
  whole(
    node: ShownNode,
    device: DeviceRow | undefined,
    pointOf: ReadonlyMap<number, PointValue>,
    facts: Facts,
    look: LookCode,
    now: number,
  ): string;
}

export function wordsIn(
  t: Text<typeof diagramText>,
  qualities: QualityWords,
  inWords: (said: Bilingual) => string,
  dates: Dates,
  notShownInWords: ReturnType<typeof useNotShownWords>,
): Words {
  const title: Words['title'] = (node, device, pointOf) => {
    if (node.notVisible) return null;
    if (node.label) return inWords(node.label).trim() || null;
    const isItself =
      device !== undefined && node.symbol !== 'valueTag' && symbolFor(device.SmallTypeCode) === node.symbol;
    if (symbolOf(node.symbol).isDevice || isItself) return device?.MName ?? null;
    const first = boundPoints(node, pointOf)[0]?.point;
    if (first && symbolOf(node.symbol).inputs.value === undefined && symbolOf(node.symbol).inputs.state === undefined)
      return null;
    if (node.symbol === 'valueTag' && device && first?.PointId === device.MainPointId) return device.MName;
    return first?.PointName ?? null;
  };
  const name: Words['name'] = (node, device, pointOf) => {
    if (node.notVisible) return t.notVisible;
    const spec = symbolOf(node.symbol);
    return (
      title(node, device, pointOf) ||
      boundPoints(node, pointOf)[0]?.point?.PointName ||
      (device && `${device.MName} ${inWords(spec)}`) ||
      inWords(spec)
    );
  };
  const activity: Words['activity'] = (node, pointOf, now) => {
    const { inputs } = symbolOf(node.symbol);
    const bound = boundPoints(node, pointOf).filter(({ input }) => inputs[input]?.kind === 'state');
    const is = (input: string) => partState(bound.find((each) => each.input === input)?.point, now);
    if (inputs.defrost) {
      if (is('door') === 'on') return t.doorOpen;
      if (is('defrost') === 'on') return t.defrost;
      if (is('running') === 'on') return t.cooling;
      return is('running') === 'off' ? t.standby : null;
    }
    if (inputs.door) return is('door') === 'on' ? t.doorOpen : null;
    // Of several machines in one symbol, which of them run is drawn, not said.
    if (inputs.fan2 || inputs.closedB) return null;
    const main = bound.find(({ input, point }) => input !== 'fault' && input !== 'manual' && point !== null);
    return main?.point && partState(main.point, now) !== 'unknown' ? main.point.ValueText : null;
  };
  const state: Words['state'] = (facts, look, now) => {
    const word = inWords(looks[look]);
    if (facts.pausedBy && look === 'paused')
      return t.pausedUntil(inWords(facts.pausedBy.words), dates.byMinute(facts.pausedBy.until, now));
    if (facts.notShown && look === 'notShown') return notShownInWords(facts.notShown, now);
    if (look === 'pending') {
      if (facts.pending?.due === null) return t.alarmWaits;
      const minutes = Math.ceil(((facts.pending?.due ?? now) - now) / 60_000);
      return minutes > 0 ? t.alarmIn(minutes) : t.alarmSoon;
    }
    if (facts.notVisible) return word;
    const unknown =
      facts.data === 'never'
        ? t.never
        : facts.data === 'silent'
          ? [inWords(looks.silent), facts.since ? t.since(dates.short(facts.since, now)) : ''].filter(Boolean).join(' ')
          : facts.data === 'bad'
            ? (reasonInWords(facts.reason.code, facts.reason.exception, qualities) ?? inWords(looks.bad))
            : null;
    if (facts.level !== null) return [word, unknown].filter(Boolean).join(' · ');
    return unknown ?? word;
  };
  const says: Words['says'] = (node, pointOf, facts, look, now) =>
    (look === 'on' || look === 'off' ? activity(node, pointOf, now) : null) ?? state(facts, look, now);
  const whole: Words['whole'] = (node, device, pointOf, facts, look, now) => {
    const said = boundPoints(node, pointOf).map(({ input, point }) =>
      t.valueWords(inWords(symbolOf(node.symbol).inputs[input]!), numberInWords(point, now)),
    );
    const hidden = facts.notShown && look !== 'notShown' ? notShownInWords(facts.notShown, now) : null;
    const stands = [says(node, pointOf, facts, look, now), hidden].filter(Boolean).join(' · ');
    return t.nodeWords(name(node, device, pointOf), said.join(', '), stands);
  };
  return { title, name, activity, state, says, whole };
}

export function useWords(): Words {
  return wordsIn(useText(diagramText), useText(qualityText), useBilingual(), useDates(), useNotShownWords());
}

/** Of a character, as a share of the font's size: a Chinese one takes the room of nearly two others. */
const widthOf = (character: string): number => ((character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.53);

/** As much of a text as fits. */
export function fitted(text: string, width: number, fontSize: number): string {
  let used = 0;
  for (const [index, character] of [...text].entries()) {
    used += widthOf(character) * fontSize;
    if (used > width) return `${[...text].slice(0, Math.max(1, index - 1)).join('')}…`;
  }
  return text;
}

/** A text that goes on in a second line where one is too short, between words if it has any. */
export function twoLines(text: string, width: number, fontSize: number): [string, string] {
  if (fitted(text, width, fontSize) === text) return [text, ''];
  const characters = [...text];
  let used = 0;
  const fits = characters.findIndex((character) => {
    used += widthOf(character) * fontSize;
    return used > width;
  });
  const space = characters.slice(0, fits + 1).lastIndexOf(' ');
  // A word is not broken; Chinese goes on anywhere.
  if (space <= 0 && (characters[fits]?.codePointAt(0) ?? 0) <= 0x2e80) return [fitted(text, width, fontSize), ''];
  const cut = space > 0 ? space : fits;
  const rest = characters.slice(cut).join('').trim();
  return [characters.slice(0, cut).join(''), fitted(rest, width, fontSize)];
}
