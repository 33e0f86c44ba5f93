import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { serverNow } from '../../lib/dates.ts';
import { useText } from '../../lib/defineText.ts';
import { whyText } from './text.ts';

// Opened seldom, and it brings curves.
const WhyDialog = lazy(() => import('./WhyDialog.tsx').then((m) => ({ default: m.WhyDialog })));

/** "Why did it (not) alarm?" for the points on a curve, at any time. */
export function WhyButton({
  projectId,
  points,
}: {
  projectId: number;
  points: readonly { PointId: number; PointName: string }[];
}) {
  const t = useText(whyText);
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  return (
    <>
      <Button size="small" disabled={points.length === 0} onClick={() => setOpenedAt(serverNow())}>
        {t.why}
      </Button>
      {openedAt !== null ? (
        <Suspense fallback={null}>
          <WhyDialog projectId={projectId} points={points} at={openedAt} onClose={() => setOpenedAt(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
