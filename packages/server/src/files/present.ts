import type { StoredFile } from '@watchpost/contract';
import type { KeptFile } from './keepFiles.ts';
import type { ReadImage } from './readImage.ts';

export const presentFile = (image: KeptFile<ReadImage>, url: string): StoredFile => ({
  FileId: image.id,
  Url: url,
  Path: url.split('?')[0] ?? '',
  Name: image.name,
  ContentType: image.contentType,
  Size: image.content.byteLength,
  Width: image.width,
  Height: image.height,
});
