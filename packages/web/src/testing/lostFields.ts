import { z } from 'zod';

/** The schemas that look at a value first, without what makes them optional or works on their results. */
function alternativesOf(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return alternativesOf(def.innerType);
    case 'pipe':
      return alternativesOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
    case 'union':
      return def.options.flatMap(alternativesOf);
    case 'lazy':
      return alternativesOf(def.getter());
    default:
      return [schema as z.core.$ZodTypes];
  }
}

/** Paths of the fields that no schema has, as the server refuses them in a call that writes. */
export function lostFields(schema: z.core.$ZodType | undefined, sent: unknown, path: readonly string[] = []): string[] {
  const defs = alternativesOf(schema ?? z.object({})).map(({ _zod }) => _zod.def);
  if (Array.isArray(sent)) {
    const items = defs.flatMap((def) => (def.type === 'array' ? [def.element] : []));
    return items.length === 0
      ? []
      : sent.flatMap((each, place) => lostFields(z.union(items), each, [...path, String(place)]));
  }
  const objects = defs.flatMap((def) => (def.type === 'object' ? [def] : []));
  if (typeof sent !== 'object' || sent === null || objects.length === 0) return [];
  if (objects.some(({ catchall }) => catchall !== undefined)) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const fields = objects.flatMap(({ shape }) => shape[name] ?? []);
    return fields.length === 0 ? [[...path, name].join('.')] : lostFields(z.union(fields), value, [...path, name]);
  });
}
