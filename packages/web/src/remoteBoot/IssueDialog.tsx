import type { BootUnitRow, ShownPassword } from '@watchpost/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { colon } from '../lib/punctuation.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

interface Of {
  unit: Pick<BootUnitRow, 'UnitId' | 'UnitName' | 'HasNoClock'>;
  onClose: () => void;
}

/** Asks, then shows the password of a unit this once: a new one to the person who issues it. */
export function IssueDialog(of: Of) {
  const t = useText(bootText);
  return (
    <PasswordDialog
      {...of}
      call="issueBootPassword"
      title={t.issueTitle}
      ok={t.issue}
      before={of.unit.HasNoClock ? t.issueHintCounted : t.issueHint}
      after={t.onceHint}
    />
  );
}

/** The one that was issued, to the person who entered the installation. */
export function RevealDialog(of: Of) {
  const t = useText(bootText);
  return (
    <PasswordDialog
      {...of}
      call="revealBootPassword"
      title={t.reveal}
      ok={t.reveal}
      before={t.revealHint}
      after={t.revealedHint}
    />
  );
}

function PasswordDialog({
  unit,
  onClose,
  call,
  title,
  ok,
  before,
  after,
}: Of & {
  call: 'issueBootPassword' | 'revealBootPassword';
  title: string;
  ok: string;
  before: string;
  after: string;
}) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot);
  const [shown, setShown] = useState<ShownPassword | null>(null);
  if (shown === null)
    return (
      <ConfirmDialog
        title={`${title}${colon()}${unit.UnitName}`}
        ok={ok}
        danger={false}
        act={async () => setShown(await save(call, { body: { UnitId: unit.UnitId } }))}
        onClose={onClose}
      >
        <p>{before}</p>
      </ConfirmDialog>
    );
  return (
    <Modal
      open
      title={unit.UnitName}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <p className="boot-code tabular">{`${shown.Code.slice(0, 4)} ${shown.Code.slice(4)}`}</p>
      <p>{shown.Counter === null ? t.issuedFor(shown.Day) : t.countedAs(shown.Counter)}</p>
      <p>{after}</p>
    </Modal>
  );
}
