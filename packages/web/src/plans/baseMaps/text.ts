import { defineText } from '../../lib/defineText.ts';

export const baseMapText = defineText({
  choose: { zh: '选择文件', en: 'Choose a file' },
  replace: { zh: '更换', en: 'Replace' },
  picture: { zh: '底图', en: 'Base map' },
  reading: { zh: '正在读取…', en: 'Reading…' },
  hint: {
    zh: 'JPEG、PNG、WebP 图片（4 MB 以内），PDF 首页，或 DXF 图纸（20 MB 以内）；PDF 与 DXF 在浏览器内读取，不会上传原文件',
    en: 'A JPEG, PNG or WebP picture up to 4 MB, the first page of a PDF, or a DXF drawing up to 20 MB. PDF and DXF are read in the browser; the file itself is not uploaded.',
  },
  firstPage: {
    zh: (pages: number) => (pages === 1 ? '已取 PDF 的唯一一页' : `已取第 1 页，共 ${pages} 页`),
    en: (pages: number) => (pages === 1 ? 'The only page of the PDF' : `Page 1 of ${pages}`),
  },
  drawn: {
    zh: (parts: number) => `已绘制 ${parts} 个图元`,
    en: (parts: number) => `${parts} ${parts === 1 ? 'part' : 'parts'} drawn`,
  },
  wide: { zh: (metres: string) => `图宽 ${metres} m`, en: (metres: string) => `${metres} m wide` },
  noUnits: {
    zh: '图纸未注明单位，请填写底图实际宽度',
    en: 'The drawing does not say its unit: enter the width of the base map.',
  },
  leftOut: {
    zh: (kinds: string) => `未绘制：${kinds}`,
    en: (kinds: string) => `Left out: ${kinds}`,
  },
  farAway: {
    zh: (parts: number) => `远离主图的 ${parts} 个图元未绘制`,
    en: (parts: number) => `${parts} ${parts === 1 ? 'part' : 'parts'} far from the drawing left out`,
  },
  // Refusals
  otherKind: {
    zh: '无法识别该文件，请选择 JPEG、PNG、WebP 图片、PDF 或 DXF',
    en: 'This file is none of JPEG, PNG, WebP, PDF and DXF.',
  },
  tooLarge: { zh: '文件超过 20 MB', en: 'The file is larger than 20 MB.' },
  pictureTooLarge: { zh: '图片超过 4 MB', en: 'The picture is larger than 4 MB.' },
  dwg: {
    zh: '不支持 DWG，请在绘图软件中另存为 DXF（ASCII）或 PDF',
    en: 'DWG cannot be read. Save the drawing as DXF (ASCII) or PDF.',
  },
  binaryDxf: {
    zh: '不支持二进制 DXF，请另存为 ASCII DXF',
    en: 'Binary DXF cannot be read. Save the drawing as ASCII DXF.',
  },
  brokenDxf: {
    zh: (line: number) => `DXF 文件在第 ${line} 行处损坏`,
    en: (line: number) => `The DXF file is damaged at line ${line}.`,
  },
  emptyDxf: {
    zh: '图纸的模型空间中没有可绘制的线条',
    en: 'There is nothing to draw in the model space of this drawing.',
  },
  tooManyParts: {
    zh: '图纸图元过多，请关闭不需要的图层后再导出',
    en: 'The drawing has too many parts. Switch off layers that are not needed and export it again.',
  },
  lockedPdf: { zh: 'PDF 有密码保护，请另存为无密码的文件', en: 'The PDF has a password. Save it without one.' },
  brokenPdf: { zh: 'PDF 文件损坏，无法读取', en: 'The PDF is damaged and cannot be read.' },
  notDrawn: {
    zh: '浏览器无法生成底图，请换用图片',
    en: 'The browser could not make a picture of it. Choose a picture instead.',
  },
});
