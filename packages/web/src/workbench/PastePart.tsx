import type { ExplainedFrame } from '@watchpost/contract';
import { Button, Input, Segmented } from 'antd';
import { useDeferredValue, useEffect, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState } from '../ui/index.ts';
import type { Block } from './block.ts';
import { FrameView } from './FrameView.tsx';
import { text } from './text.ts';

/** So that not every letter asks. */
const restMs = 300;
/** A controller's two probes, and a refusal; the last checksum is wrong. */
const example = `01 03 00 00 00 02 C4 0B
01 03 04 01 19 02 A3 6B 11
01 04 01 93 00 01 C0 1B
01 84 02 C2 C2`;

type Framing = 'auto' | 'rtu' | 'tcp';

/** Pasted frames, explained while typing. */
export function PastePart({
  pasted,
  onPaste,
  onBlock,
}: {
  pasted: string;
  onPaste: (text: string) => void;
  onBlock: (block: Block) => void;
}) {
  const t = useText(text);
  const [framing, setFraming] = useState<Framing>('auto');
  const settled = useSettled(pasted);
  const explained = useCall(
    'explainFrames',
    settled.trim() === '' ? null : { body: { Text: settled, Framing: framing } },
    { scope: 'company', placeholderData: (before) => before },
  );
  const shown = settled.trim() === '' ? undefined : explained.data;
  return (
    <section className="workbench-part" aria-label={t.paste}>
      <label htmlFor="pasted-frames">{t.pasteLabel}</label>
      <Input.TextArea
        id="pasted-frames"
        className="workbench-code"
        value={pasted}
        maxLength={8_000}
        autoSize={{ minRows: 4, maxRows: 12 }}
        spellCheck={false}
        placeholder="01 03 00 00 00 02 C4 0B"
        onChange={({ target }) => onPaste(target.value)}
      />
      <div className="workbench-row">
        <Segmented<Framing>
          aria-label={t.framing}
          value={framing}
          onChange={setFraming}
          options={[
            { value: 'auto', label: t.auto },
            { value: 'rtu', label: 'RTU' },
            { value: 'tcp', label: 'Modbus TCP' },
          ]}
        />
        <Button onClick={() => onPaste(example)}>{t.example}</Button>
      </div>
      <div aria-live="polite" className="workbench-frames">
        {explained.error && !shown ? (
          <ErrorState error={explained.error} onRetry={() => void explained.refetch()} />
        ) : !shown ? (
          <EmptyState title={t.pasteEmpty} hint={t.pasteEmptyHint} />
        ) : (
          <>
            {shown.UnreadList.map(({ Line, Text }) => (
              <p key={Line} className="workbench-unread">
                {t.unreadLine(Line)}
                <code>{Text}</code>
              </p>
            ))}
            {shown.FrameList.map((frame, place) => {
              const block = blockOf(frame);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: frames have no name of their own
                <div key={place}>
                  <FrameView frame={frame} />
                  {block ? (
                    <Button type="link" size="small" onClick={() => onBlock(block)}>
                      {t.lookAtRegisters}
                    </Button>
                  ) : null}
                </div>
              );
            })}
          </>
        )}
      </div>
    </section>
  );
}

/** The values of an answer to a read; where nobody said which registers were asked for, they count from 0. */
function blockOf(frame: ExplainedFrame): Block | null {
  const { Role, FunctionCode, Registers, Bits, SlaveAddress, StartAddress } = frame;
  if (Role !== 'answer' || FunctionCode === null || FunctionCode > 4) return null;
  if (Registers.length === 0 && Bits.length === 0) return null;
  return {
    slaveAddress: SlaveAddress,
    functionCode: FunctionCode,
    start: StartAddress ?? 0,
    reads: Registers.length > 0 ? [Registers] : [],
    bits: Bits,
  };
}

/** The text once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  const deferred = useDeferredValue(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(deferred), restMs);
    return () => clearTimeout(timer);
  }, [deferred]);
  return settled;
}
