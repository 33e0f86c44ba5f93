import { z } from 'zod';
import { say } from '../inputWords.ts';

/** The field in which people sign, in units of its path. */
export const signatureField = { width: 600, height: 200 } as const;
const minPoints = 20;
const maxPoints = 2000;
const maxBytes = 20_000;

/**
 * A signature as strokes: SVG moves and lines with whole numbers in a field of 600 × 200, nothing else. Too few points are a
 * slip of the finger, too many a picture.
 */
export const SignaturePath = z
  .string()
  .max(maxBytes)
  .refine(
    (path) => {
      if (!/^M\d{1,3} \d{1,3}( ?[ML]\d{1,3} \d{1,3})*$/.test(path)) return false;
      const points = path.match(/[ML]\d{1,3} \d{1,3}/g) ?? [];
      return (
        points.length >= minPoints &&
        points.length <= maxPoints &&
        points.every((point) => {
          const [x, y] = point.slice(1).split(' ').map(Number) as [number, number];
          return x <= signatureField.width && y <= signatureField.height;
        })
      );
    },
    { error: say({ zh: '请完整签名', en: 'Sign in full' }) },
  );
