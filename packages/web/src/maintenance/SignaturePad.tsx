import { signatureField } from '@watchpost/contract';
import { Button } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import './signature.css';
import { maintenanceText } from './text.ts';

/** Nearer to the point before it, in units of the field, a point says nothing. */
const stepUnits = 2;
const maxPoints = 1900;

/** A field to sign in with finger, pen or mouse. Its value is the path of the strokes, as the contract has it. Fits a form's field. */
export function SignaturePad({
  value = '',
  label,
  onChange,
}: {
  id?: string;
  value?: string;
  label: string;
  onChange?: (path: string) => void;
}) {
  const t = useText(maintenanceText);
  const field = useRef<SVGSVGElement>(null);
  const last = useRef<readonly [number, number] | null>(null);
  const path = useRef(value);
  const [drawn, setDrawn] = useState(value);
  const points = useRef(0);
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): readonly [number, number] => {
    const box = field.current!.getBoundingClientRect();
    const within = (part: number, most: number) => Math.round(Math.min(Math.max(part, 0), 1) * most);
    return [
      within((clientX - box.left) / box.width, signatureField.width),
      within((clientY - box.top) / box.height, signatureField.height),
    ];
  };
  const add = (command: 'M' | 'L', [x, y]: readonly [number, number]) => {
    if (points.current >= maxPoints) return;
    points.current += 1;
    last.current = [x, y];
    path.current = `${path.current}${path.current === '' ? '' : ' '}${command}${x} ${y}`;
    setDrawn(path.current);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (last.current === null) return;
    // Between two frames a fast pen makes several points; a slow browser would lose the curve.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    for (const each of moves.length > 0 ? moves : [event.nativeEvent]) {
      const [x, y] = at(each);
      const [px, py] = last.current;
      if (Math.hypot(x - px, y - py) >= stepUnits) add('L', [x, y]);
    }
  };
  const end = () => {
    if (last.current === null) return;
    last.current = null;
    onChange?.(path.current);
  };
  const clear = () => {
    points.current = 0;
    path.current = '';
    setDrawn('');
    onChange?.('');
  };
  return (
    <div className="mt-sign">
      <svg
        ref={field}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          add('M', at(event));
        }}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={drawn} />
      </svg>
      <Button size="small" onClick={clear}>
        {t.clearSignature}
      </Button>
    </div>
  );
}
