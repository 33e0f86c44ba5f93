import type { OperationRow } from '@watchpost/contract';
import { Descriptions, Modal } from 'antd';
import { deviceName } from '../account/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash } from '../lib/numbers.ts';
import { ChangesTable } from './Changes.tsx';
import './logs.css';
import { subjectName } from './subjectName.ts';
import { text } from './text.ts';

/** One line of the log, whole. */
export function OperationDialog({ row, onClose }: { row: OperationRow | null; onClose: () => void }) {
  const t = useText(text);
  const dates = useDates();
  return (
    <Modal
      open={row !== null}
      onCancel={onClose}
      width={760}
      title={<span className="log-title">{row?.CallName ?? t.detail}</span>}
      footer={null}
      destroyOnHidden
      closable={{ 'aria-label': t.close }}
    >
      {row ? (
        <>
          <Descriptions
            size="small"
            column={{ xs: 1, sm: 2 }}
            className="log-facts"
            items={[
              { key: 'who', label: t.who, children: row.UserName || t.nobody },
              {
                key: 'time',
                label: t.time,
                children: <span className="tabular">{dates.dateTimeSeconds(row.Epoch)}</span>,
              },
              {
                key: 'subject',
                label: t.subject,
                children: `${row.SubjectKindName} · ${subjectName(row) ?? row.SubjectId ?? dash}`,
              },
              { key: 'project', label: t.project, children: row.ProjectName ?? t.wholeCompany },
              { key: 'address', label: t.address, children: <span className="tabular">{row.Address || dash}</span> },
              { key: 'seal', label: t.seal, children: row.Sealed ? t.sealed : t.notSealed },
              {
                key: 'client',
                label: t.client,
                span: 'filled',
                children: (row.UserAgent && deviceName(row.UserAgent)) || dash,
              },
            ]}
          />
          <ChangesTable {...row} />
        </>
      ) : null}
    </Modal>
  );
}
