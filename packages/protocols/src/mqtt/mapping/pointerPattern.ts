import { isObject } from '../payload.ts';

/** One step of a pointer: a member's name, or a placeholder for any member. */
type Step = { literal: string } | { placeholder: 'key' | 'device' | 'any' };

export type PointerPattern = readonly Step[];

/** What the placeholders of a pointer stood for at one place of a message. */
export interface Bindings {
  key: string | null;
  device: string | null;
  any: readonly string[];
}

export const noBindings: Bindings = { key: null, device: null, any: [] };

const placeholders: Readonly<Record<string, Step>> = {
  '{key}': { placeholder: 'key' },
  '{device}': { placeholder: 'device' },
  '*': { placeholder: 'any' },
};

/** Deeper than any message of a gateway; bounds the walk. */
const maxSteps = 16;

/** Null when the text is no pointer: it neither is empty nor begins with `/`, has a `~` that escapes nothing, or a placeholder twice. */
export function parsePointer(text: string): PointerPattern | null {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null;
  const steps = text
    .slice(1)
    .split('/')
    .map((step): Step => placeholders[step] ?? { literal: step.replaceAll('~1', '/').replaceAll('~0', '~') });
  const named = steps.flatMap((step) =>
    'placeholder' in step && step.placeholder !== 'any' ? [step.placeholder] : [],
  );
  return steps.length > maxSteps || new Set(named).size < named.length ? null : steps;
}

export const hasPlaceholder = (pattern: PointerPattern, name: 'key' | 'device'): boolean =>
  pattern.some((step) => 'placeholder' in step && step.placeholder === name);

export const countAny = (pattern: PointerPattern): number =>
  pattern.filter((step) => 'placeholder' in step && step.placeholder === 'any').length;

/** Own members only: a message must not reach what every object inherits. */
function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const namesIn = (value: unknown): Iterable<string> =>
  Array.isArray(value) ? Object.keys(value) : isObject(value) ? Object.keys(value) : [];

/** Every place of the message that the pattern fits, in the order of the message. */
export function* places(
  pattern: PointerPattern,
  value: unknown,
  bindings: Bindings = noBindings,
): Generator<{ value: unknown; bindings: Bindings }> {
  const [step, ...rest] = pattern;
  if (step === undefined) {
    yield { value, bindings };
    return;
  }
  if ('literal' in step) {
    const member = memberOf(value, step.literal);
    if (member !== undefined) yield* places(rest, member, bindings);
    return;
  }
  for (const name of namesIn(value)) {
    const bound =
      step.placeholder === 'any'
        ? { ...bindings, any: [...bindings.any, name] }
        : { ...bindings, [step.placeholder]: name };
    yield* places(rest, memberOf(value, name), bound);
  }
}

/** What stands where the pointer leads once its placeholders stand for these; undefined: nothing. */
export function valueAt(pattern: PointerPattern, message: unknown, { key, device, any }: Bindings): unknown {
  let value = message;
  let nextAny = 0;
  for (const step of pattern) {
    const name =
      'literal' in step
        ? step.literal
        : step.placeholder === 'any'
          ? any[nextAny++]
          : step.placeholder === 'key'
            ? key
            : device;
    if (name === undefined || name === null) return undefined;
    value = memberOf(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Whether two patterns lead to the same member of every message but for their last steps, and the last of `other` is its name. */
export function siblingName(pattern: PointerPattern, other: PointerPattern): string | null {
  const last = other.at(-1);
  if (pattern.length !== other.length || last === undefined || !('literal' in last)) return null;
  return JSON.stringify(pattern.slice(0, -1)) === JSON.stringify(other.slice(0, -1)) ? last.literal : null;
}
