/** What these bytes hold; null when they are damaged. Unpacking depends on nothing else, so whatever it throws is about the bytes. */
export function unlessDamaged<Content>(decode: () => Content): Content | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
