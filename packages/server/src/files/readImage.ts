import { fileErrors, maxImageBytes, maxImageSide } from '@watchpost/contract';
import { Refusal } from '../platform/http/refusal.ts';
import { imageLibrary } from '../platform/loadLater.ts';

export interface ReadImage {
  readonly content: Buffer;
  readonly contentType: string;
  /** With the dot. */
  readonly extension: string;
  readonly width: number;
  readonly height: number;
}

/** Beyond this an image is made to be unpacked, not looked at; a phone's camera has 12 to 50 million. */
const maxPixels = 40_000_000;

const startsWith = (content: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, i) => content[at + i] === byte);

/** Formats by their first bytes, before any decoder sees them: nothing else (SVG, PDF, TIFF) is ever handed to one. */
function formatOf(content: Uint8Array): 'jpeg' | 'png' | 'gif' | 'webp' | null {
  if (startsWith(content, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(content, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(content, [0x47, 0x49, 0x46, 0x38])) return 'gif';
  if (startsWith(content, [0x52, 0x49, 0x46, 0x46]) && startsWith(content, [0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  return null;
}

/** Whether the bytes begin as a picture does that `readImage` takes. */
export const isImage = (content: Uint8Array): boolean => formatOf(content) !== null;

/**
 * The picture in these bytes, encoded anew: decoded whole, turned upright, without EXIF (place and camera), colour profiles or
 * data appended to the picture, at most 4096 pixels a side. Of an animation the first frame.
 *
 * @throws Refusal `tooLarge`, `notAnImage` (another kind of file under any name, truncated, damaged), `tooManyPixels`
 */
export async function readImage(content: Uint8Array): Promise<ReadImage> {
  if (content.byteLength > maxImageBytes) throw new Refusal(fileErrors.tooLarge);
  const format = formatOf(content);
  if (format === null) throw new Refusal(fileErrors.notAnImage);
  try {
    const image = imageLibrary()(content, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true });
    const { format: decoded, width, height } = await image.metadata();
    if (decoded !== format) throw new Refusal(fileErrors.notAnImage);
    if (width * height > maxPixels) throw new Refusal(fileErrors.tooManyPixels);
    const upright = image.autoOrient().resize(maxImageSide, maxImageSide, { fit: 'inside', withoutEnlargement: true });
    const written =
      format === 'jpeg'
        ? upright.jpeg({ quality: 85 })
        : format === 'webp'
          ? upright.webp({ quality: 85 })
          : upright.png();
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    return {
      content: data,
      contentType: `image/${info.format}`,
      extension: info.format === 'jpeg' ? '.jpg' : `.${info.format}`,
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(/pixel limit/i.test(String(error)) ? fileErrors.tooManyPixels : fileErrors.notAnImage);
  }
}
