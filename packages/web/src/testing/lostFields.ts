import { z } from 'zod';
import { definitionsIn } from '../ui/form/onlyKnown.ts';

/** Paths of the fields that no schema has, as the server refuses them in a call that writes. */
export function lostFields(schema: z.core.$ZodType | undefined, sent: unknown, path: readonly string[] = []): string[] {
  const defs = definitionsIn(schema ?? z.object({}));
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
