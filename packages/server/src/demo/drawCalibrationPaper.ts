import { openPdf } from '../platform/printing/openPdf.ts';

const left = 60;
const lineHeight = 26;

/** The paper of a calibration as a laboratory issues it: the points that were compared, with the errors found. */
export async function drawCalibrationPaper(paper: {
  readonly number: string;
  readonly laboratory: string;
  readonly instrument: string;
  readonly done_on: string;
  readonly valid_until: string;
  readonly max_error: number;
}): Promise<Buffer> {
  const pdf = openPdf({});
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', () => resolve()).once('error', reject));
  pdf.font('strong').fontSize(20).text('校准证书 / Calibration certificate', left, 70);
  pdf.font('text').fontSize(11);
  const lines = [
    ['证书编号 / Number', paper.number],
    ['校准机构 / Laboratory', paper.laboratory],
    ['仪器 / Instrument', paper.instrument],
    ['校准日期 / Calibrated on', paper.done_on],
    ['有效期至 / Valid until', paper.valid_until],
  ];
  for (const [i, [name, value]] of lines.entries()) {
    pdf.text(name!, left, 130 + i * lineHeight);
    pdf.text(value!, left + 190, 130 + i * lineHeight);
  }
  const table = [
    ['标准值 / Reference', '示值 / Reading', '误差 / Error', 'U (k=2)'],
    ['−20.0 °C', `−${(20 - paper.max_error).toFixed(1)} °C`, `+${paper.max_error.toFixed(1)} °C`, '0.1 °C'],
    ['0.0 °C', '+0.1 °C', '+0.1 °C', '0.1 °C'],
    ['+10.0 °C', '+9.9 °C', '−0.1 °C', '0.1 °C'],
  ];
  for (const [row, cells] of table.entries())
    for (const [column, cell] of cells.entries())
      pdf.font(row === 0 ? 'strong' : 'text').text(cell, left + column * 120, 300 + row * lineHeight);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
