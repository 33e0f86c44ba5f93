import type jsqr from 'jsqr';

/** Wider pictures are made smaller first: a label that fills a third of it is still read, in some 20 ms. */
const maxSide = 960;

/** The program that reads codes, fetched apart from the page. @throws when it does not come; the next call asks again. iOS has none of its own, so the same one runs everywhere. */
export const loadReader = async (): Promise<typeof jsqr> => {
  const module = await import('jsqr');
  // It is a CommonJS module: bundlers differ in where they put its function.
  const found = module.default as unknown as typeof jsqr | { default: typeof jsqr };
  return typeof found === 'function' ? found : found.default;
};

/** What the QR code in a picture says; null: there is none that can be read. */
export function readLabel(
  read: typeof jsqr,
  picture: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
  canvas: HTMLCanvasElement,
): string | null {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return read(data, canvas.width, canvas.height, { inversionAttempts: 'dontInvert' })?.data || null;
}
