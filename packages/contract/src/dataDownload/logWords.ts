import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const dataDownloadLogWords = defineLogWords({
  subjects: {},
  fields: {
    FileName: { zh: '文件名', en: 'File name' },
    fileType: { zh: '文件格式', en: 'Kind of file' },
    isAlarmLacy: { zh: '标注报警', en: 'Alarms marked' },
    isAlarmList: { zh: '列出报警', en: 'Alarms in words' },
    isMerge: { zh: '合并为一张表', en: 'Points side by side' },
    isZip: { zh: '压缩包', en: 'Zip' },
    PointIdList: { zh: '点位', en: 'Points', pointsAt: 'point' },
    pointIdList: { zh: '点位', en: 'Points', pointsAt: 'point' },
    tmes: { zh: '间隔（分钟）', en: 'Interval (minutes)' },
    zipFileList: { zh: '压缩包内文件', en: 'Files of the zip' },
  },
});
