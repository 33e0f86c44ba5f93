import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of uploads and of what is fetched for users. Spec §8, Files. */
export const fileErrors = {
  tooLarge: {
    code: 413,
    field: 'file',
    zh: '图片不能超过 4M，请压缩后上传',
    en: 'An image may have at most 4 MB. Make it smaller.',
  },
  notAnImage: {
    field: 'file',
    code: 400,
    zh: '图片上传失败：文件不是完整的 JPG、PNG、WebP 或 GIF 图片',
    en: 'This is not a complete JPG, PNG, WebP or GIF image.',
  },
  documentTooLarge: { code: 413, zh: '文件不能超过 10M', en: 'A document may have at most 10 MB.' },
  notADocument: {
    code: 400,
    field: 'file',
    zh: '请上传完整的 PDF 文件，或 JPG、PNG、WebP、GIF 图片',
    en: 'Upload a complete PDF, or a JPG, PNG, WebP or GIF image.',
  },
  tooManyPixels: {
    field: 'file',
    code: 400,
    zh: '图片上传失败：图片尺寸过大，请缩小到 4000 万像素以内',
    en: 'The image has too many pixels. At most 40 megapixels, please.',
  },
  companyFull: {
    field: 'file',
    code: 409,
    zh: '企业的文件空间已满，请联系管理员',
    en: 'Your company has no room for more files. Ask your administrator.',
  },
  userFull: {
    field: 'file',
    code: 409,
    zh: '您的文件空间已满（1 GB），请先删除不用的文件',
    en: 'You have no room for more files (1 GB). Delete some first.',
  },
  tooManyUnused: {
    field: 'file',
    code: 429,
    zh: '未使用的文件过多，请先删除一些或明天再试',
    en: 'You have many files that nothing uses. Delete some, or try again tomorrow.',
  },
  notOurs: {
    code: 400,
    field: ['Url', 'url', 'Cover', 'BaseMap', 'Path', 'PhotoList', 'UrlList'],
    zh: '请先上传图片，再使用返回的地址',
    en: 'Upload the image first, then use the address you were given.',
  },
  inUse: {
    code: 409,
    zh: '图片正在使用，请先更换后再删除',
    en: 'The image is in use. Replace it before you delete it.',
  },
  expired: {
    code: 403,
    zh: '图片地址已过期，请刷新页面',
    en: 'The address of this image has expired. Reload the page.',
  },
  notPrintable: {
    code: 400,
    field: 'htmlText',
    zh: '无法将该内容转换为 PDF：内容为空、嵌套过深或过大，请精简后重试',
    en: 'This cannot be made a PDF: it is empty, nested too deeply or too large. Make it simpler and try again.',
  },
  notListed: {
    code: 400,
    field: 'url',
    zh: '图片只能取自平台运维允许的网站，该地址不在其中；如需使用，请联系平台运维',
    en: 'Pictures are fetched only from sites that this platform’s operator allows, and this is none of them. Ask the operator.',
  },
  notFetched: {
    code: 400,
    field: 'url',
    zh: '无法获取该地址的图片',
    en: 'The image at this address could not be fetched.',
  },
} satisfies ErrorCatalogue;
