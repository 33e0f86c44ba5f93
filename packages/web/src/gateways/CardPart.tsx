import type { GatewayInfo } from '@watchpost/contract';
import { Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { ConfirmDialog, useDialog } from '../ui/form/index.ts';
import { Age, ErrorState, Skeleton, useSave } from '../ui/index.ts';
import { BindCardDialog } from './BindCardDialog.tsx';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';
import { StateMark } from './StateMark.tsx';
import { cardState, flowState } from './states.ts';
import { fieldText, listText } from './text.ts';
import { callsAboutGateways } from './useGatewaysChanged.ts';

/** The communication card of a gateway: its state and what it used, as the carrier says; or that nobody can say it. */
export function CardPart({ gateway }: { gateway: GatewayInfo }) {
  const d = useText(detailText);
  const t = useText(listText);
  const dialog = useDialog();
  const save = useSave(callsAboutGateways, dialog.close);
  const bind = () => dialog.open(<BindCardDialog gateway={gateway} onClose={dialog.close} />);
  const unbind = () =>
    dialog.open(
      <ConfirmDialog
        title={t.unbindTitle(gateway.DeviceName)}
        ok={t.unbindCard}
        danger={false}
        act={() => save('deviceUnBindICCID', { query: { deviceId: gateway.DeviceId } }, t.unbound)}
        onClose={dialog.close}
      >
        <p className="gateway-serial">{gateway.ICCID}</p>
      </ConfirmDialog>,
    );
  const isBound = gateway.ICCID !== null;
  return (
    <Part
      title={d.card}
      actions={
        gateway.MayEdit ? (
          <Button size="small" onClick={isBound ? unbind : bind}>
            {isBound ? t.unbindCard : t.bindCard}
          </Button>
        ) : null
      }
    >
      {isBound ? <Usage gatewayId={gateway.DeviceId} /> : <p className="gateway-faint">{d.noCard}</p>}
      {dialog.shown}
    </Part>
  );
}

function Usage({ gatewayId }: { gatewayId: number }) {
  const d = useText(detailText);
  const f = useText(fieldText);
  const usage = useCall('cardUsageInfo', { query: { deviceId: gatewayId } }, { scope: 'company', staleTime: 60_000 });
  if (usage.error && !usage.data) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!usage.data) return <Skeleton height={60} />;
  const { ICCID, SimStatus, SimFlowStatus, UsedMB, UsedTodayMB, TotalMB, ExpireDate, ReadEPOCH, Message, Source } =
    usage.data;
  const used =
    UsedMB === null
      ? null
      : TotalMB === null
        ? d.usedOnly(formatNumber(UsedMB, 1))
        : d.ofPlan(formatNumber(UsedMB, 1), formatNumber(TotalMB, 0));
  return (
    <>
      <dl className="gateway-facts">
        <div>
          <dt>{f.cardNumber}</dt>
          <dd className="gateway-serial">{ICCID}</dd>
        </div>
        <div>
          <dt>{f.cardState}</dt>
          <dd>
            <StateMark state={cardState(SimStatus)} />
          </dd>
        </div>
        {used === null ? null : (
          <div>
            <dt>{d.used}</dt>
            <dd>
              {used} {SimFlowStatus > 1 ? <StateMark state={flowState(SimFlowStatus)} /> : null}
              {TotalMB ? (
                <div className="gateway-usage" aria-hidden>
                  <i style={{ width: `${Math.min(100, ((UsedMB ?? 0) / TotalMB) * 100)}%` }} />
                </div>
              ) : null}
            </dd>
          </div>
        )}
        {UsedTodayMB === null ? null : (
          <div>
            <dt>{d.usedToday}</dt>
            <dd>{d.usedOnly(formatNumber(UsedTodayMB, 1))}</dd>
          </div>
        )}
        {ExpireDate === null ? null : (
          <div>
            <dt>{d.expires}</dt>
            <dd>{ExpireDate}</dd>
          </div>
        )}
        {ReadEPOCH === null ? null : (
          <div>
            <dt>{d.readAt}</dt>
            <dd>
              <Age at={ReadEPOCH} />
            </dd>
          </div>
        )}
      </dl>
      {Source === 'carrier' ? null : <p className="gateway-faint">{Message}</p>}
    </>
  );
}
