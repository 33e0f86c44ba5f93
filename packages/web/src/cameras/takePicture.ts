/** The picture that a video shows, as a file. @throws DOMException `SecurityError` when the browser does not let it be read */
export async function takePicture(video: HTMLVideoElement, name: string): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return content && new File([content], `${name}.jpg`, { type: 'image/jpeg' });
}
