import { useMemo } from 'react';
import type { CurveChartHandle } from './CurveChart.tsx';

/** The charts on a screen by name, for a picture of them. */
export function useChartHandles(): {
  hold(name: string): (handle: CurveChartHandle | null) => void;
  canvas(name: string): HTMLCanvasElement | null;
} {
  return useMemo(() => {
    const charts = new Map<string, CurveChartHandle>();
    return {
      hold: (name) => (handle) => {
        if (handle) charts.set(name, handle);
        else charts.delete(name);
      },
      canvas: (name) => charts.get(name)?.canvas() ?? null,
    };
  }, []);
}
