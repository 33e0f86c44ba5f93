const begins = (bytes: Uint8Array, at: number, ...with_: readonly number[]): boolean =>
  with_.every((byte, index) => bytes[at + index] === byte);

/** Whether a file is a JPEG, PNG or WebP by its first bytes; its name proves nothing, and the crop would make a blank of another. */
export async function isPhoto(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const isJpeg = begins(bytes, 0, 0xff, 0xd8, 0xff);
  const isPng = begins(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  // RIFF, its length, WEBP.
  const isWebp = begins(bytes, 0, 0x52, 0x49, 0x46, 0x46) && begins(bytes, 8, 0x57, 0x45, 0x42, 0x50);
  return isJpeg || isPng || isWebp;
}
