import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { text } from './text.ts';

/** Loaded when somebody writes: a table of points needs no form. */
const Dialog = lazy(() => import('./WriteDialog.tsx').then(({ WriteDialog }) => ({ default: WriteDialog })));

/** Opens the write dialog of a point; nothing for who may not write or where the point cannot be written. */
export function WriteButton({ point }: { point: { PointId: number; PointName: string; IsWrite: boolean } }) {
  const t = useText(text);
  const may = useMay('remoteWrite');
  const [open, setOpen] = useState(false);
  if (!point.IsWrite || !may) return null;
  return (
    <>
      <Button
        size="small"
        type="link"
        icon={<EditOutlined aria-hidden="true" />}
        aria-label={t.writePoint(point.PointName)}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {t.write}
      </Button>
      {open ? (
        // A click in the dialog is none on the row it was opened from.
        // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row
        // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks from the row
        <span onClick={(event) => event.stopPropagation()}>
          <Suspense>
            <Dialog pointId={point.PointId} onClose={() => setOpen(false)} />
          </Suspense>
        </span>
      ) : null}
    </>
  );
}
