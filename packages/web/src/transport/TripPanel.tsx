import type { CarTrack, WaybillDetail } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { onTheWire, useZoneOf } from '../history/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { dash, formatNumber } from '../lib/numbers.ts';
import { serverNow } from '../lib/serverClock.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { TrackFacts } from './CarTrackPage.tsx';
import { TrackView } from './TrackView.tsx';
import { waybillText } from './text.ts';

/** The way of the goods on the map, and where and in whose hands each excursion was. */
export function TripPanel({ waybill }: { waybill: WaybillDetail }) {
  const t = useText(waybillText);
  const timeZone = useZoneOf(waybill.ProjectId);
  const { CarId: carId, DepartEpoch: from, ArriveEpoch, EndEpoch } = waybill;
  // To the minute, so that the same question is asked until the next one begins.
  const [openedAt] = useState(() => Math.floor(serverNow() / 60_000) * 60_000);
  const to = ArriveEpoch ?? EndEpoch ?? openedAt;
  const span = useMemo(() => (from === null || to <= from ? null : { from, to }), [from, to]);
  const track = useCall(
    'getCarTrack',
    carId === null || span === null ? null : { query: { carId, ...onTheWire(span, timeZone) } },
    { scope: 'company', staleTime: 60_000 },
  );
  const [at, setAt] = useState<number | null>(null);
  const hasExcursions = waybill.TagList.some(({ ExcursionList }) => ExcursionList.length > 0);
  if (span === null && !hasExcursions) return null;
  return (
    <section className="transport-panel" aria-label={t.trip}>
      <h2>{t.trip}</h2>
      {carId === null || span === null ? null : track.data ? (
        <>
          <TrackFacts track={track.data} />
          <TrackView track={track.data} at={at ?? track.data.ToEpoch} onAt={setAt} />
        </>
      ) : track.error ? (
        <ErrorState error={track.error} onRetry={() => void track.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
      {hasExcursions ? (
        <Excursions waybill={waybill} track={track.data ?? null} onAt={track.data ? setAt : null} />
      ) : null}
    </section>
  );
}

function Excursions({
  waybill,
  track,
  onAt,
}: {
  waybill: WaybillDetail;
  track: CarTrack | null;
  /** Shows a moment on the map; null: there is none. */
  onAt: ((at: number) => void) | null;
}) {
  const t = useText(waybillText);
  const dates = useDates();
  const rows = waybill.TagList.flatMap((tag) => tag.ExcursionList.map((each) => ({ ...each, tag }))).sort(
    (a, b) => a.FromEpoch - b.FromEpoch,
  );
  return (
    <>
      <h3>{t.excursions}</h3>
      <div className="transport-scroll">
        <table className="transport-table">
          <thead>
            <tr>
              <th scope="col">{t.excursionFrom}</th>
              <th scope="col">{t.tags}</th>
              <th scope="col">{t.excursionLasted}</th>
              <th scope="col" className="transport-right">
                {t.farthest}
              </th>
              <th scope="col" className="transport-right">
                K·h
              </th>
              <th scope="col">{t.where}</th>
              <th scope="col">{t.doorOpen}</th>
              <th scope="col">{t.custody}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ tag, FromEpoch, ToEpoch, Extreme, DegreeHours, Custodian }) => {
              const { words, doorOpenMs } = placeOf(track, FromEpoch, ToEpoch, t);
              const begins = dates.dateTime(FromEpoch);
              return (
                <tr key={`${tag.TagSn} ${FromEpoch}`}>
                  <td>
                    {onAt ? (
                      <Button type="link" size="small" onClick={() => onAt(FromEpoch)}>
                        {begins}
                      </Button>
                    ) : (
                      begins
                    )}
                  </td>
                  <td>{tag.TagName}</td>
                  <td>{dates.duration((ToEpoch - FromEpoch) / 1000)}</td>
                  <td className="transport-right transport-beyond">{formatNumber(Extreme, 1)} °C</td>
                  <td className="transport-right">{formatNumber(DegreeHours, 1)}</td>
                  <td>{words}</td>
                  <td>{doorOpenMs === null ? dash : dates.duration(doorOpenMs / 1000)}</td>
                  <td>{Custodian || dash}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

type Words = ReturnType<typeof useText<typeof waybillText>>;

/** Where the vehicle was during a stretch: at the first stop that overlaps it, by the name of its geofence where it has one; or driving. */
function placeOf(track: CarTrack | null, from: number, to: number, t: Words) {
  const overlaps = (each: { FromEpoch: number; ToEpoch: number }) => each.FromEpoch < to && each.ToEpoch > from;
  if (track === null || to <= track.FromEpoch || from >= track.ToEpoch) return { words: dash, doorOpenMs: null };
  const number = track.StopList.findIndex(overlaps);
  const stop = track.StopList[number];
  if (!stop) return { words: track.GapList.some(overlaps) ? t.notKnown : t.onTheRoad, doorOpenMs: null };
  const visit = track.VisitList.find((each) => each.FromEpoch < stop.ToEpoch && each.ToEpoch > stop.FromEpoch);
  return {
    words: [t.stopNumber(number + 1), visit?.GeofenceName].filter(Boolean).join(' · '),
    doorOpenMs: stop.DoorOpenMs,
  };
}
