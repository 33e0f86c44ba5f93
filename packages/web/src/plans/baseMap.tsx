import { useState } from 'react';
import type { Size } from '../ui/canvas/geometry.ts';

/** The drawing is so many units wide; its height follows the picture. */
export const drawingWidth = 1000;

/** How the picture of a plan is: not known yet, lost, or so large. An address that changed is looked at anew. */
export function useBaseMap(url: string): {
  drawing: Size | 'loading' | 'lost';
  probe: React.ReactNode;
} {
  const [found, setFound] = useState<{ url: string; is: Size | 'lost' } | null>(null);
  const drawing = found?.url === url ? found.is : 'loading';
  return {
    drawing,
    probe: (
      <img
        hidden
        alt=""
        src={url}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          const height = naturalWidth > 0 ? (drawingWidth * naturalHeight) / naturalWidth : drawingWidth * 0.75;
          setFound({ url, is: { width: drawingWidth, height } });
        }}
        onError={() => setFound({ url, is: 'lost' })}
      />
    ),
  };
}
