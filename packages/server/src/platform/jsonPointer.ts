/** What stands at a JSON pointer (RFC 6901); undefined: nothing. An empty pointer is the whole. */
export function at(json: unknown, pointer: string): unknown {
  let here = json;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

const POINTER = /^(\/[^/\s]*)*$/;

/**
 * Reads a setting that says where an answer holds what, as `name=/pointer` pairs; null: it cannot be read, or names something
 * that nobody asked for.
 */
export function readPointers<Name extends string>(
  text: string,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> | null {
  const told: Partial<Record<Name, string>> = {};
  for (const part of text.trim().split(/\s+/).filter(Boolean)) {
    const separator = part.indexOf('=');
    const name = names.find((each) => each === part.slice(0, separator));
    const pointer = part.slice(separator + 1);
    if (name === undefined || name in told || !POINTER.test(pointer)) return null;
    told[name] = pointer;
  }
  return told;
}
