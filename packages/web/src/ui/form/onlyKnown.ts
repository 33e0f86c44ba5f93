import type { z } from 'zod';

type Def = z.core.$ZodTypes['_zod']['def'];

/** What the schemas that look at a value first say of it, without what makes them optional or works on their results. */
export function definitionsIn(schema: z.core.$ZodType): Def[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return definitionsIn(def.innerType);
    case 'pipe':
      return definitionsIn(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.flatMap(definitionsIn);
    case 'lazy':
      return definitionsIn(def.getter());
    default:
      return [def];
  }
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * A value with the fields alone that one of its schemas has, at any depth. Rows of a form also hold what they show, such as names,
 * and a call that writes refuses fields that it does not know.
 */
export function onlyKnown(schemas: readonly z.core.$ZodType[], value: unknown): unknown {
  const defs = schemas.flatMap(definitionsIn);
  if (Array.isArray(value)) {
    const items = defs.flatMap((def) => (def.type === 'array' ? [def.element] : []));
    return items.length === 0 ? value : value.map((each) => onlyKnown(items, each));
  }
  const objects = defs.flatMap((def) => (def.type === 'object' ? [def] : []));
  if (!isPlain(value) || objects.length === 0 || objects.some(({ catchall }) => catchall !== undefined)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const fields = objects.flatMap(({ shape }) => shape[name] ?? []);
      return fields.length === 0 ? [] : [[name, onlyKnown(fields, part)]];
    }),
  );
}
