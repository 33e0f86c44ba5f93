import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { detailText } from './detailText.ts';
import { Part } from './Part.tsx';

/** What is known about a gateway that is not heard of, or whose line has trouble, and what to do. */
export function WhyOfflinePart({ gatewayId }: { gatewayId: number }) {
  const d = useText(detailText);
  const dates = useDates();
  const why = useCall(
    'getDeviceOfflineReason',
    { query: { deviceId: gatewayId } },
    { scope: 'company', refetchInterval: 30_000 },
  ).data;
  if (!why) return null;
  const isOnline = why.Reason === 'online';
  if (isOnline && why.Evidence.length === 0) return null;
  return (
    <Part title={isOnline ? d.lineTrouble : d.why} className={why.Reason === 'neverSeen' ? '' : 'gateway-why'}>
      {isOnline ? null : (
        <p>
          <b>{why.Message}</b>
        </p>
      )}
      {why.Advice.length > 0 ? (
        <ul>
          {why.Advice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      ) : null}
      {why.Evidence.length > 0 ? (
        <ul className="gateway-log" aria-label={d.evidence}>
          {why.Evidence.map(({ EPOCH, Message }) => (
            <li key={`${EPOCH}${Message}`}>
              <time>{dates.dateTimeSeconds(EPOCH)}</time>
              <span>{Message}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Part>
  );
}
