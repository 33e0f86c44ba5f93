import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { epochMs } from '../scalars.ts';

/** The largest image that is taken. Spec §5.3 and §9. */
export const maxImageBytes = 4 * 1024 * 1024;
/** Longer side of a picture that is kept, pixels: no screen of ours shows more. */
export const maxImageSide = 4096;
/** An avatar beyond this is advised against, not refused. Spec §9. */
export const advisedAvatarBytes = 200 * 1024;
/** The largest PDF that is kept with something. */
export const maxDocumentBytes = 10 * 1024 * 1024;
/** Of one call: what a form with photos takes. */
export const maxImagesAtOnce = 9;

/**
 * Files a little above the limit still reach the handler, which says in its own words that 4 MB is the limit; what is far
 * above is cut off on the way.
 */
const upload = { maxBytes: 8 * 1024 * 1024, maxFiles: 1 };

export const StoredFile = z.object({
  FileId: z.string(),
  /** Shows the image to anybody with the address, until the day after tomorrow; calls that keep an image take it as it is. */
  Url: z.string(),
  /** What `DelFile` asks for. */
  Path: z.string(),
  Name: z.string(),
  ContentType: z.string(),
  Size: z.number().int().describe('bytes, after EXIF and everything else that is no picture was taken out'),
  Width: z.number().int(),
  Height: z.number().int(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** A PDF or picture that is kept with something. */
export const KeptDocument = z.object({
  DocumentId: z.number().int(),
  Name: z.string(),
  Url: z.string().describe('shows it until the day after tomorrow'),
  ContentType: z.string(),
  Size: z.number().int().describe('bytes'),
  Epoch: epochMs,
  UserName: z.string().nullable().describe('none: the account was deleted'),
});
export type KeptDocument = z.infer<typeof KeptDocument>;

const address = z.string().trim().min(1).max(2000);

/** A report of a hundred pages with its pictures in it. */
export const maxHtmlCharacters = 4 * 1024 * 1024;

/** Images that people upload, and pages that they have printed. Spec §7.10. */
export const fileCalls = defineCalls({
  upload: {
    method: 'POST',
    path: '/Upload/Upload',
    effect: 'write',
    access: 'session',
    encoding: 'multipart',
    upload,
    summary: { zh: '上传图片', en: 'Upload an image' },
    data: StoredFile,
  },
  newUpload: {
    method: 'POST',
    path: '/Upload/NewUpload',
    effect: 'write',
    access: 'session',
    encoding: 'multipart',
    upload: { ...upload, maxFiles: maxImagesAtOnce },
    summary: { zh: '上传多张图片', en: 'Upload several images; all are kept, or none' },
    data: z.array(StoredFile),
  },
  delFile: {
    method: 'GET',
    path: '/Upload/DelFile',
    effect: 'write',
    access: 'session',
    summary: { zh: '删除自己上传的图片', en: 'Delete an image of one’s own' },
    query: z.object({ path: address.describe('`Path`, `Url` or `FileId` of the upload') }),
    data: z.null(),
  },
  downloadImage: {
    method: 'POST',
    path: '/Upload/DownloadImage',
    effect: 'read',
    access: 'session',
    summary: {
      zh: '下载图片',
      en: 'Fetch an image, ours or one on the open internet as far as the operator allows its host',
    },
    body: z.object({ url: address }),
    data: 'file',
  },
  /**
   * Draws a page as A4: text, tables, pictures and inline styles of it, without its scripts, style sheets, frames, SVG and what is hidden.
   * Pictures are ours by their address, `data:` of the page itself, or open to everybody on the internet at a host
   * that the operator allows; others are left out.
   */
  htmlToPdf: {
    method: 'POST',
    path: '/Upload/HtmlToPdf',
    effect: 'write',
    access: 'session',
    encoding: 'json',
    maxBodyBytes: 16 * 1024 * 1024,
    answerSeconds: 120,
    summary: { zh: '网页转 PDF', en: 'Make a PDF of HTML' },
    body: z.object({
      BucketName: z.string().max(200).optional().describe('taken and not used: files lie where they lie'),
      ObjectName: z.string().trim().min(1).max(200).describe('name of the file, with or without .pdf and folders'),
      htmlText: z.string().min(1).max(maxHtmlCharacters),
    }),
    data: z.string().describe('address of the PDF; anybody who has it can open it, for a day'),
  },
  getFile: {
    method: 'GET',
    path: '/Upload/File/{fileId}',
    effect: 'read',
    access: 'public',
    summary: { zh: '显示图片（签名地址）', en: 'Show an image by its signed address' },
    query: z.object({
      fileId: z.string().regex(/^[\w-]{24}$/),
      expires: z.string().regex(/^\d{10}$/),
      signature: z.string().regex(/^[\w-]{43}$/),
    }),
    data: 'file',
  },
});
