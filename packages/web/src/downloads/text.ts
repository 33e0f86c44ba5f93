import type { DownloadState } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

export const text = defineText({
  downloads: { zh: '下载中心', en: 'Download centre' },
  subtitle: { zh: '文件保留 7 天，仅您本人可见', en: 'Files are kept for 7 days; only you see them' },
  search: { zh: '搜索名称、点位或项目', en: 'Search name, point or project' },
  kind: { zh: '内容', en: 'What' },
  state: { zh: '状态', en: 'State' },
  file: { zh: '文件', en: 'File' },
  rows: { zh: '行数', en: 'Rows' },
  size: { zh: '大小', en: 'Size' },
  requested: { zh: '导出时间', en: 'Asked for' },
  expires: { zh: '保留至', en: 'Kept until' },
  download: { zh: '下载', en: 'Download' },
  again: { zh: '重新生成', en: 'Make again' },
  lastMonth: { zh: '生成上个月的', en: 'Make for last month' },
  delete: { zh: '删除', en: 'Delete' },
  deleteOne: { zh: (title: string) => `删除“${title}”？`, en: (title: string) => `Delete “${title}”?` },
  deleteTitle: { zh: (n: number) => `删除 ${n} 个导出？`, en: (n: number) => `Delete ${n} exports?` },
  deleteWhat: {
    zh: '文件一并删除；未完成的导出将停止。',
    en: 'The files go, too; an export that is not finished stops.',
  },
  deleted: { zh: '已删除', en: 'Deleted' },
  cancel: { zh: '取消', en: 'Cancel' },
  empty: { zh: '还没有导出', en: 'No exports yet' },
  emptyHint: {
    zh: '在任意列表点“导出”，或在“数据下载”中导出历史数据，文件生成后会出现在这里。',
    en: 'Choose “Export” on any list, or export history under “Data download”; the file appears here when it is ready.',
  },
  progress: { zh: (n: number) => `已完成 ${n}%`, en: (n: number) => `${n}% done` },
  begun: {
    zh: '已开始导出，文件生成后会通知您',
    en: 'Export started. You will be notified when the file is ready.',
  },
  ready: { zh: (title: string) => `${title}已导出`, en: (title: string) => `Export ready: ${title}` },
  failed: { zh: (title: string) => `${title}导出失败`, en: (title: string) => `${title} could not be exported` },
  readyRows: {
    zh: (rows: string, size: string) => `${rows} 行 · ${size}`,
    en: (rows: string, size: string) => `${rows} rows · ${size}`,
  },
  toCentre: { zh: '查看下载中心', en: 'Download centre' },
});

export const stateText = defineText({
  waiting: { zh: '等待中', en: 'Waiting' },
  running: { zh: '生成中', en: 'In progress' },
  done: { zh: '已完成', en: 'Ready' },
  failed: { zh: '失败', en: 'Failed' },
  expired: { zh: '已过期', en: 'Expired' },
} satisfies Record<DownloadState, { zh: string; en: string }>);
