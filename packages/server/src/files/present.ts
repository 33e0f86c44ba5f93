import type { StoredFile } from '@watchpost/contract';
import type { KeptImage } from './keepImages.ts';

export const presentFile = ({ id, name, image }: KeptImage, url: string): StoredFile => ({
  FileId: id,
  Url: url,
  Path: url.split('?')[0] ?? '',
  Name: name,
  ContentType: image.contentType,
  Size: image.content.byteLength,
  Width: image.width,
  Height: image.height,
});
