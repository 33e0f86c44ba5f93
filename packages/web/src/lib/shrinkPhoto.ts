/** The longer side of what is sent, in pixels: enough to read a nameplate. */
const longestSide = 2048;
const maxBytes = 4 * 1024 * 1024;

/** A photo made small enough to be sent, without where and when it was taken. Null: it is no picture that this browser reads. */
export async function shrinkPhoto(file: File): Promise<File | null> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return small && small.size <= maxBytes ? new File([small], 'photo.jpg', { type: 'image/jpeg' }) : null;
  } catch {
    return null;
  }
}
