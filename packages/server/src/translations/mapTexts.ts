/** Longer lists of numbers are curves: they hold no words, and to walk them would keep others waiting. */
const longList = 5_000;

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The same value with each text in it replaced. Names of fields stay, and so does what is neither a list nor a plain object.
 * Parts without a change are not copied.
 */
export function mapTexts<Value>(value: Value, replace: (text: string) => string): Value;
export function mapTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > longList && typeof value[0] === 'number') return value;
    let copy: unknown[] | null = null;
    for (const [index, item] of value.entries()) {
      const replaced = mapTexts(item, replace);
      if (replaced === item) continue;
      copy ??= [...(value as unknown[])];
      copy[index] = replaced;
    }
    return copy ?? value;
  }
  if (!isPlain(value)) return value;
  let copy: Record<string, unknown> | null = null;
  for (const [name, item] of Object.entries(value)) {
    const replaced = mapTexts(item, replace);
    if (replaced === item) continue;
    copy ??= { ...value };
    copy[name] = replaced;
  }
  return copy ?? value;
}
