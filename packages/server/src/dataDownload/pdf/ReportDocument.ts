import type { Language } from '@watchpost/contract';
import { openPdf } from '../../platform/printing/openPdf.ts';
import { infoOf } from './present.ts';
import { pageWords } from './words.ts';

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 40, foot: 46 } as const;
export const contentWidth = page.width - 2 * page.margin;
const bottom = page.height - page.margin - 14;

export const ink = { text: '#1f2733', weak: '#5d6875', line: '#cfd6de', head: '#eef2f6', accent: '#1764b5' } as const;

/** A4 pages that are filled from top to bottom, with a foot that counts them. */
export class ReportDocument {
  readonly pdf: PDFKit.PDFDocument;
  readonly language: Language;
  /** Where the next thing stands, from the top. */
  y: number = page.margin;

  constructor({ language, title, madeAt }: { language: Language; title: string; madeAt: Date }) {
    this.language = language;
    this.pdf = openPdf({
      bufferPages: true,
      autoFirstPage: true,
      lang: language === 'zh' ? 'zh-CN' : 'en',
      displayTitle: true,
      info: infoOf(title, madeAt),
    });
  }

  /** Begins a page unless so much still fits on this one. */
  need(height: number): void {
    if (this.y + height > bottom) this.newPage();
  }

  newPage(): void {
    this.pdf.addPage();
    this.y = page.margin;
  }

  get left(): number {
    return bottom - this.y;
  }

  text(
    text: string,
    {
      size = 9,
      x = page.margin as number,
      width = contentWidth,
      strong = false,
      colour = ink.text as string,
      gap = 4,
    } = {},
  ): void {
    this.pdf.font(strong ? 'strong' : 'text').fontSize(size);
    const height = this.pdf.heightOfString(text, { width });
    this.need(height);
    this.pdf.fillColor(colour).text(text, x, this.y, { width });
    this.y += height + gap;
  }

  /** @param below what stands under it at least: a heading at the foot of a page heads nothing */
  heading(text: string, size = 11, below = 48): void {
    this.need(6 + size * 1.5 + 5 + below);
    if (this.y > page.margin) this.y += 6;
    this.text(text, { size, strong: true, gap: 5 });
  }

  /** One line, cut with an ellipsis where it does not fit. */
  line(
    text: string,
    x: number,
    y: number,
    width: number,
    { align = 'left' as 'left' | 'right' | 'center' } = {},
  ): void {
    this.pdf.text(text, x, y, { width, align, lineBreak: false, height: 10, ellipsis: true });
  }

  /** Writes the feet and ends the file. */
  end(footText: string): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.pdf.switchToPage(start + index);
      this.pdf.font('text').fontSize(7.5).fillColor(ink.weak);
      const y = page.height - page.margin + 4;
      this.line(footText, page.margin, y, contentWidth - 110);
      this.line(pageWords[this.language](index + 1, count), page.width - page.margin - 100, y, 100, { align: 'right' });
    }
    this.pdf.end();
  }
}
