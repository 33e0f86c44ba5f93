/** A part of a picture, in its own pixels. */
export interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of a side: sharp at the largest size the product shows, and far below the advised 200 KB. */
const avatarSide = 400;
const jpegQuality = 0.9;

/**
 * The chosen part of a picture as a square JPEG, on white where it was transparent.
 *
 * @param source address of the picture, such as a blob's
 * @throws when the browser cannot read it
 */
export async function cropImage(source: string, area: CropArea): Promise<File> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = avatarSide;
  canvas.height = avatarSide;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, avatarSide, avatarSide);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, avatarSide, avatarSide);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  if (!blob) throw new Error('no picture');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
