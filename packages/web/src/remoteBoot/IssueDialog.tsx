import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { callsAboutBoot } from './callsAboutBoot.ts';
import { bootText } from './text.ts';
import './remoteBoot.css';

/** Asks, then shows the password this once. */
export function IssueDialog({ unit, onClose }: { unit: { UnitId: number; UnitName: string }; onClose: () => void }) {
  const t = useText(bootText);
  const save = useSave(callsAboutBoot);
  const [issued, setIssued] = useState<{ Code: string; Day: string } | null>(null);
  if (issued === null)
    return (
      <ConfirmDialog
        title={`${t.issueTitle}: ${unit.UnitName}`}
        ok={t.issue}
        danger={false}
        act={async () => setIssued(await save('issueBootPassword', { body: { UnitId: unit.UnitId } }))}
        onClose={onClose}
      >
        <p>{t.issueHint}</p>
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
      <p className="boot-code tabular">{`${issued.Code.slice(0, 4)} ${issued.Code.slice(4)}`}</p>
      <p>{t.issuedFor(issued.Day)}</p>
      <p>{t.onceHint}</p>
    </Modal>
  );
}
