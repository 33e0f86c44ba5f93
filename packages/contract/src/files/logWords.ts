import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const fileLogWords = defineLogWords({
  subjects: {
    file: { zh: '图片', en: 'Image' },
  },
  fields: {
    contentType: { zh: '文件类型', en: 'File type' },
    sizeBytes: { zh: '大小（字节）', en: 'Size (bytes)' },
  },
});
