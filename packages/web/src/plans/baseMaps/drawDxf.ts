import { maxImageSide } from '@watchpost/contract';
import type { Frame } from './frameOf.ts';
import type { DxfDrawing } from './readDxf.ts';

const lineWidth = 2;
/** Smaller letters are a smudge, pixels. */
const smallestLetters = 5;

/** Draws a frame of a DXF drawing black on white. */
export function drawDxf(drawing: DxfDrawing, frame: Frame): HTMLCanvasElement {
  const scale = maxImageSide / Math.max(frame.width, frame.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(frame.width * scale));
  canvas.height = Math.max(1, Math.round(frame.height * scale));
  const paint = canvas.getContext('2d');
  if (!paint) return canvas;
  const x = (at: number) => (at - frame.left) * scale;
  const y = (at: number) => canvas.height - (at - frame.bottom) * scale;
  paint.fillStyle = '#ffffff';
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.strokeStyle = '#000000';
  paint.lineWidth = lineWidth;
  paint.lineJoin = 'round';
  paint.beginPath();
  for (const line of drawing.lines)
    for (const [index, [across, up]] of line.entries())
      if (index === 0) paint.moveTo(x(across), y(up));
      else paint.lineTo(x(across), y(up));
  paint.stroke();
  paint.fillStyle = '#000000';
  for (const { at, height, turn, words, anchor } of drawing.texts) {
    const letters = height * scale;
    if (letters < smallestLetters) continue;
    paint.save();
    paint.translate(x(at[0]), y(at[1]));
    paint.rotate((-turn * Math.PI) / 180);
    // The height of a text in a drawing is that of its capitals.
    paint.font = `${letters * 1.35}px "Noto Sans SC", "PingFang SC", "Microsoft YaHei", Arial, sans-serif`;
    paint.textAlign = anchor === 'middle' ? 'center' : anchor;
    paint.fillText(words, 0, 0);
    paint.restore();
  }
  return canvas;
}
