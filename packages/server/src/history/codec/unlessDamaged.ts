/** The decoded content; null when the bytes are damaged. Decoding depends on nothing else, so any error means damage. */
export function unlessDamaged<Content>(decode: () => Content): Content | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
