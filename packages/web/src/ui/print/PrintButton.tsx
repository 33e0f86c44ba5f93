import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { printText } from './text.ts';

/** A button beside what it prints. @param sheet made when it is pressed, each time anew: as things are then */
export function PrintButton({ disabled, sheet }: { disabled: boolean; sheet: (onDone: () => void) => ReactNode }) {
  const t = useText(printText);
  const [made, setMade] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        icon={<PrinterOutlined aria-hidden="true" />}
        disabled={disabled}
        onClick={() => {
          setMade(made + 1);
          setOpen(true);
        }}
      >
        {t.print}
      </Button>
      {isOpen ? (
        <Suspense key={made} fallback={null}>
          {sheet(close)}
        </Suspense>
      ) : null}
    </>
  );
}
