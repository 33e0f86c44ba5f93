import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  none: { zh: '还没有文件', en: 'No documents yet' },
  add: { zh: '添加文件', en: 'Add documents' },
  added: { zh: '已添加', en: 'Added' },
  hint: {
    zh: (n: number, mb: number) => `PDF 或图片，一次最多 ${n} 个，每个不超过 ${mb} MB（图片 4 MB）`,
    en: (n: number, mb: number) => `PDF or images, at most ${n} at once and ${mb} MB each (images 4 MB)`,
  },
  delete: { zh: '删除', en: 'Delete' },
  deleteOf: { zh: (name: string) => `删除：${name}`, en: (name: string) => `Delete: ${name}` },
  deleteTitle: { zh: '删除文件？', en: 'Delete document?' },
});
