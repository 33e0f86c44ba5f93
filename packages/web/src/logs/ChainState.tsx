import { SafetyCertificateOutlined, WarningFilled } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import './logs.css';
import { text } from './text.ts';

/** Whether the log is as it was written: in one quiet line, or loudly when it is not. */
export function ChainState({ companyId, projectId }: { companyId: number; projectId: number | null }) {
  const t = useText(text);
  const dates = useDates();
  const state = useCall(
    'verifyOperationLog',
    { query: { companyId, ...(projectId === null ? {} : { projectId }) } },
    { staleTime: 60_000 },
  );
  if (state.isError && !state.data) return <p className="log-chain log-faint">{t.checkFailed}</p>;
  if (!state.data) return <p className="log-chain log-faint">{t.checking}</p>;
  const { Unbroken, SinceEpoch, BrokenEpoch, BrokenBatchId } = state.data;
  if (!Unbroken) {
    return (
      <div className="log-chain log-chain-broken" role="alert">
        <WarningFilled aria-hidden="true" />
        <span>
          <strong>{t.broken(dates.dateTime(BrokenEpoch))}</strong> {t.brokenHint(BrokenBatchId ?? 0)}
        </span>
      </div>
    );
  }
  return (
    <p className="log-chain">
      <Tooltip title={t.chainHint}>
        <span className="log-chain-good">
          <SafetyCertificateOutlined aria-hidden="true" />{' '}
          {SinceEpoch === null ? t.nothingSealed : t.unbroken(dates.dateTime(SinceEpoch))}
        </span>
      </Tooltip>
    </p>
  );
}
