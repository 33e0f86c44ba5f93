import type { Bilingual } from '@watchpost/contract';
import { dayMs } from '@watchpost/contract';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';

/**
 * One filter of a list: how it stands in the address, and what it is called. `undefined` is "not filtered", so that a value can
 * be handed to a call as it is.
 */
export interface Filter<Value> {
  readonly kind: 'text' | 'number' | 'choice' | 'choices' | 'tree' | 'day' | 'range' | 'flag' | 'tabs';
  readonly label: Bilingual;
  /** Its names in the address: short, and the same for ever, because people keep links. */
  readonly params: readonly string[];
  /** What the address says; what it gets wrong counts as not said. */
  read(params: URLSearchParams): Value | undefined;
  /** One text a name; empty: left out. */
  write(value: Value | undefined): readonly string[];
  /** What can be chosen, when that is known beforehand. */
  readonly options?: readonly FilterOption[];
  /** Of a range: with hours and minutes, at most so many days, not after today unless `future`. */
  readonly range?: RangeBounds;
}

export interface FilterOption {
  readonly value: string | number;
  readonly label: Bilingual;
}

/** What can be chosen, as a screen hands it in: in the user's language, with marks. */
export interface ShownOption {
  readonly value: string | number;
  readonly label: ReactNode;
  /** What typing finds it by, when the label is no text. */
  readonly text?: string;
  readonly children?: readonly ShownOption[];
}

interface RangeBounds {
  readonly withTime: boolean;
  readonly maxDays: number | null;
  readonly future: boolean;
}

export type Filters = Readonly<Record<string, Filter<unknown>>>;
type ValueOf<F> = F extends Filter<infer Value> ? Value : never;
export type FilterValues<F> = { readonly [Name in keyof F]: ValueOf<F[Name]> | undefined };

const asId = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
const isGiven = <T>(value: T | undefined): value is T => value !== undefined;
const listIn = (params: URLSearchParams, name: string): string[] => params.get(name)?.split(',').filter(Boolean) ?? [];
const orNothing = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** Words to look for; `/` leads there. At most 100 characters, as `searchText` of the contract. */
export const textFilter = ({ label, param = 'q' }: { label: Bilingual; param?: string }): Filter<string> => ({
  kind: 'text',
  label,
  params: [param],
  read: (params) => params.get(param)?.trim().slice(0, 100) || undefined,
  write: (value) => [value ?? ''],
});

/** A whole number that somebody knows, such as that of an alarm; other characters are not taken. */
export const numberFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<number> => ({
  kind: 'number',
  label,
  params: [param],
  read: (params) => (/^[1-9]\d{0,14}$/.test(params.get(param) ?? '') ? Number(params.get(param)) : undefined),
  write: (value) => [value === undefined ? '' : String(value)],
});

/** One of some values known beforehand. */
export const choiceFilter = <const V extends string | number>({
  label,
  param,
  options,
}: {
  label: Bilingual;
  param: string;
  options: readonly { value: V; label: Bilingual }[];
}): Filter<V> => ({
  kind: 'choice',
  label,
  params: [param],
  options,
  read: (params) => options.find(({ value }) => String(value) === params.get(param))?.value,
  write: (value) => [value === undefined ? '' : String(value)],
});

/** Several of some values known beforehand. */
export const choicesFilter = <const V extends string | number>({
  label,
  param,
  options,
}: {
  label: Bilingual;
  param: string;
  options: readonly { value: V; label: Bilingual }[];
}): Filter<V[]> => ({
  kind: 'choices',
  label,
  params: [param],
  options,
  read: (params) =>
    orNothing(
      listIn(params, param)
        .map((text) => options.find(({ value }) => String(value) === text)?.value)
        .filter(isGiven),
    ),
  write: (value) => [value?.join(',') ?? ''],
});

/** The id of one thing; what can be chosen is handed to the page as `options`. */
export const idFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<number> => ({
  kind: 'choice',
  label,
  params: [param],
  read: (params) => asId(params.get(param) ?? ''),
  write: (value) => [value === undefined ? '' : String(value)],
});

const ids = (kind: 'choices' | 'tree', label: Bilingual, param: string): Filter<number[]> => ({
  kind,
  label,
  params: [param],
  read: (params) => orNothing(listIn(params, param).map(asId).filter(isGiven)),
  write: (value) => [value?.join(',') ?? ''],
});

/** The ids of several things; what can be chosen is handed to the page as `options`. */
export const idsFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<number[]> =>
  ids('choices', label, param);

/** Ids in a tree, such as areas; the tree is handed to the page as `options` with `children`. */
export const treeFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<number[]> =>
  ids('tree', label, param);

/** Names in a tree, each by its path: `Refrigeration/Cases`; the tree is handed to the page as `options` with `children`. */
export const pathsFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<string[]> => ({
  kind: 'tree',
  label,
  params: [param],
  // A name may hold a comma.
  read: (params) =>
    orNothing(
      params
        .getAll(param)
        .flatMap((text) => text.split('\n'))
        .filter(Boolean),
    ),
  write: (value) => [value?.join('\n') ?? ''],
});

const localDay = /^\d{4}-\d\d-\d\d$/;
const localMinute = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

/**
 * From and to, as texts of the project's wall clock: `2026-11-21`, with `withTime` `2026-11-21 09:00`.
 *
 * @param maxDays longest that may be asked for; spec §5.4 names 31 for alarms
 * @param future whether days to come can be picked
 */
export const rangeFilter = ({
  label,
  params = ['from', 'to'],
  withTime = false,
  maxDays = null,
  future = false,
}: {
  label: Bilingual;
  params?: readonly [from: string, to: string];
  withTime?: boolean;
  maxDays?: number | null;
  future?: boolean;
}): Filter<readonly [from: string, to: string]> => ({
  kind: 'range',
  label,
  params,
  range: { withTime, maxDays, future },
  read: (address) => {
    const [from, to] = [address.get(params[0]) ?? '', address.get(params[1]) ?? ''];
    const shape = withTime ? localMinute : localDay;
    return shape.test(from) && shape.test(to) && from <= to ? [from, to] : undefined;
  },
  write: (value) => [value?.[0] ?? '', value?.[1] ?? ''],
});

/** One day, as `2026-11-24`; not after today. */
export const dayFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<string> => ({
  kind: 'day',
  label,
  params: [param],
  read: (params) => {
    const day = params.get(param) ?? '';
    return localDay.test(day) ? day : undefined;
  },
  write: (value) => [value ?? ''],
});

const epochOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : ''}`);

/** Whether a range asks for more than its list can be asked. By the calendar: days count, not the hours of summer time. */
export function isTooLong({ range }: Filter<unknown>, [from, to]: readonly [from: string, to: string]): boolean {
  if (!range || range.maxDays === null) return false;
  const days = (epochOf(to) - epochOf(from)) / dayMs;
  return (range.withTime ? days : days + 1) > range.maxDays;
}

/** The longest range of a filter that ends now. */
export function longestRange({ range }: Filter<unknown>): readonly [from: string, to: string] {
  const format = range?.withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD';
  const days = (range?.maxDays ?? 1) - (range?.withTime ? 0 : 1);
  return [dayjs().subtract(days, 'day').format(format), dayjs().format(format)];
}

/** On or not asked for. */
export const flagFilter = ({ label, param }: { label: Bilingual; param: string }): Filter<true> => ({
  kind: 'flag',
  label,
  params: [param],
  read: (params) => (params.get(param) === '1' ? true : undefined),
  write: (value) => [value ? '1' : ''],
});

/** Tabs above the list: which list it is, rather than a filter of it, so "clear filters" leaves it. The first one is usual. */
export const tabsFilter = <const V extends string | number>({
  label,
  param = 'tab',
  options,
}: {
  label: Bilingual;
  param?: string;
  options: readonly { value: V; label: Bilingual }[];
}): Filter<V> => ({
  ...choiceFilter({ label, param, options }),
  kind: 'tabs',
  read: (params) => (options.find(({ value }) => String(value) === params.get(param)) ?? options[0])?.value,
  write: (value) => [value === undefined || value === options[0]?.value ? '' : String(value)],
});
