import type { AllCalls, CallData } from '@watchpost/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { onTheWire, useZoneOf } from '../history/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { formatWithUnit } from '../lib/numbers.ts';
import type { PageProps } from '../lib/page.ts';
import { colon } from '../lib/punctuation.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, Skeleton } from '../ui/index.ts';
import { StopTable, TrackFacts } from './CarTrackPage.tsx';
import { Fact, TrackView } from './TrackView.tsx';
import { gatewayTrackText } from './text.ts';
import './transport.css';
import { usePeriod } from './usePeriod.tsx';

type GatewayTrack = CallData<AllCalls['getGatewayTrack']>;

/** One gateway over time: when it was reachable, and where, if it is in a vehicle. Route /terminalManage/terminalTrack?id=. */
export function GatewayTrackPage(_: PageProps) {
  const t = useText(gatewayTrackText);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  const timeZone = useZoneOf(ProjectId);
  const { span, field } = usePeriod(timeZone);
  const gateways = useCall('getTerminalDropdow', { query: { ProjectId } });
  const asked = idInAddress(params, 'id');
  const id =
    gateways.data?.find(({ DeviceId }) => DeviceId === asked)?.DeviceId ?? gateways.data?.[0]?.DeviceId ?? null;
  const track = useCall(
    'getGatewayTrack',
    id === null ? null : { query: { deviceId: id, ...onTheWire(span, timeZone) } },
    { staleTime: 60_000, placeholderData: (before) => (before?.DeviceId === id ? before : undefined) },
  );
  if (gateways.error && !gateways.data)
    return <ErrorState error={gateways.error} onRetry={() => void gateways.refetch()} />;
  if (!gateways.data) return <PageSkeleton />;
  if (id === null) return <EmptyState title={t.none} />;
  return (
    <div className="transport-page">
      <div className="transport-bar">
        <Select
          aria-label={t.gateway}
          value={id}
          popupMatchSelectWidth={false}
          showSearch={{ optionFilterProp: 'label' }}
          options={gateways.data.map(({ DeviceId, DeviceName }) => ({ value: DeviceId, label: DeviceName }))}
          onChange={(next) =>
            setParams(
              (before) => {
                before.set('id', String(next));
                return before;
              },
              { replace: true },
            )
          }
        />
        {field}
      </div>
      {track.error && !track.data ? (
        <ErrorState error={track.error} onRetry={() => void track.refetch()} />
      ) : track.data ? (
        <Shown key={`${id} ${track.data.FromEpoch}`} data={track.data} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}

function Shown({ data }: { data: GatewayTrack }) {
  const t = useText(gatewayTrackText);
  const [at, setAt] = useState(data.ToEpoch);
  return (
    <>
      <Ribbon data={data} />
      {data.Track ? (
        <>
          <TrackFacts track={data.Track} />
          <div className="transport-columns">
            <TrackView track={data.Track} at={at} onAt={setAt} />
            <StopTable track={data.Track} at={at} onAt={setAt} />
          </div>
        </>
      ) : (
        <p className="transport-muted">{t.fixed}</p>
      )}
    </>
  );
}

/** When it was online: full height; offline: a low hatched line; not known: nothing. */
function Ribbon({ data: { OnlineList, FromEpoch: from, ToEpoch: to } }: { data: GatewayTrack }) {
  const t = useText(gatewayTrackText);
  const dates = useDates();
  const lasting = (isOnline: boolean) =>
    OnlineList.filter((each) => each.IsOnline === isOnline).reduce(
      (sum, each) => sum + each.ToEpoch - each.FromEpoch,
      0,
    );
  const known = lasting(true) + lasting(false);
  const at = (time: number): number => ((time - from) / (to - from)) * 1000;
  const share = formatWithUnit((lasting(true) / known) * 100, '%', 1);
  const isWhole = to - from - known < 60_000;
  const words =
    known === 0 ? t.unknown : isWhole ? t.share(share) : t.shareOfKnown(share, dates.duration(known / 1000));
  const drops = OnlineList.filter(({ IsOnline, FromEpoch }) => !IsOnline && FromEpoch > from).length;
  return (
    <section className="transport-panel" aria-label={t.ribbon}>
      <h2>{t.ribbon}</h2>
      <svg className="transport-ribbon" viewBox="0 0 1000 28" preserveAspectRatio="none" role="img" aria-label={words}>
        <rect width="1000" height="28" fill="var(--grid)" />
        {OnlineList.map(({ FromEpoch, ToEpoch, IsOnline }) => (
          <rect
            key={FromEpoch}
            x={at(FromEpoch)}
            width={Math.max(1, at(ToEpoch) - at(FromEpoch))}
            y={IsOnline ? 0 : 18}
            height={IsOnline ? 28 : 10}
            fill={IsOnline ? 'var(--good)' : 'var(--urgent)'}
          >
            <title>
              {`${IsOnline ? t.online : t.offline}${colon()}${dates.dateTime(FromEpoch)} – ${dates.dateTime(ToEpoch)}`}
            </title>
          </rect>
        ))}
      </svg>
      <dl className="transport-facts">
        <Fact name={dates.dateTime(from)} value={words} />
        <Fact name={dates.dateTime(to)} value={t.drops(drops)} />
      </dl>
    </section>
  );
}
