import { useText } from '../lib/defineText.ts';
import { drawingWidth } from './baseMap.tsx';
import { planText } from './text.ts';

const lengths = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** The bar is not longer than this, CSS pixels. */
const longest = 140;

/** How long a metre is on the plan, as near as it is shown. */
export function ScaleBar({ metresWide, pixel }: { metresWide: number; pixel: number }) {
  const t = useText(planText);
  const pixelsOfMetre = drawingWidth / metresWide / pixel;
  const metres = lengths.findLast((length) => length * pixelsOfMetre <= longest) ?? lengths[0]!;
  return (
    <div className="plan-scale" style={{ width: metres * pixelsOfMetre }}>
      {t.scale(String(metres))}
    </div>
  );
}
