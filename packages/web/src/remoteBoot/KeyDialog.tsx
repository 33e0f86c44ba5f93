import { type BootUnitRow, calls, textOfKey, type UnitKey } from '@watchpost/contract';
import { Button, Input, Modal, QRCode } from 'antd';
import { useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { ConfirmDialog, FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

interface Of {
  unit: BootUnitRow;
  onClose: () => void;
}

/** The key of a unit for its controller: shown once, and after that a new one alone. */
export function KeyDialog({ unit, onClose }: Of) {
  const [key, setKey] = useState<UnitKey | null>(null);
  if (key !== null) return <ShownKey unit={unit} shown={key} onClose={onClose} />;
  return unit.KeyEpoch === null ? (
    <ShowKey unit={unit} onClose={onClose} onKey={setKey} />
  ) : (
    <RenewKey unit={unit} onClose={onClose} onKey={setKey} />
  );
}

function ShowKey({ unit, onClose, onKey }: Of & { onKey: (key: UnitKey) => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot);
  return (
    <ConfirmDialog
      title={t.keyOf(unit.UnitName)}
      ok={t.showKey}
      danger={false}
      act={async () => onKey(await save('showUnitKey', { body: { UnitId: unit.UnitId } }))}
      onClose={onClose}
    >
      <p>{t.keyHint}</p>
    </ConfirmDialog>
  );
}

function RenewKey({ unit, onClose, onKey }: Of & { onKey: (key: UnitKey) => void }) {
  const t = useText(bootText);
  const dates = useDates();
  const save = useSave(callsAboutBoot);
  const form = useSchemaForm(calls.renewUnitKey.body, {
    initial: { UnitId: unit.UnitId, Reason: '' },
    save: async (body) => onKey(await save('renewUnitKey', { body })),
  });
  return (
    <FormDialog form={form} title={t.keyOf(unit.UnitName)} submitText={t.renewKey} onClose={onClose}>
      <p>{t.keyShownTo(unit.KeyName ?? '', dates.dateTime(unit.KeyEpoch))}</p>
      <p>{t.renewKeyHint}</p>
      <form.Field name="Reason" label={t.reason}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
      </form.Field>
    </FormDialog>
  );
}

/** As a code for a scanner at the controller, and in groups of eight digits, as they are compared by eye. */
function ShownKey({ unit, shown, onClose }: Of & { shown: UnitKey }) {
  const t = useText(bootText);
  return (
    <Modal
      open
      title={t.keyOf(unit.UnitName)}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <div role="img" aria-label={t.keyCode} className="boot-key-code">
        <QRCode value={textOfKey(shown)} size={200} type="svg" bgColor="#ffffff" color="#000000" />
      </div>
      <p className="boot-key tabular">{shown.Key.match(/.{8}/g)!.join(' ')}</p>
      <p>{t.keyFor(shown.UnitNumber, shown.Version)}</p>
      <p>{t.keyOnce}</p>
    </Modal>
  );
}
