import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { devicesAtOnce, useHeardNow, useLiveDevices } from '../devices/index.ts';
import { toMinute } from '../lib/replayMoment.ts';
import { serverNow } from '../lib/serverClock.ts';
import { useCall } from '../lib/useCall.ts';

/** The moment that a screen shows. */
export interface Replay {
  /** Epoch ms; null: now. */
  readonly moment: number | null;
  readonly setMoment: (moment: number | null) => void;
  /** The moment of the answer that is on the screen, epoch ms; it lags behind while the next one is under way. */
  readonly shown: number | null;
  /** The answer for this moment is under way. */
  readonly isWaiting: boolean;
  /** Of nothing that is shown anything is kept from before that moment. */
  readonly isBeforeData: boolean;
}

const none: ReadonlySet<number> = new Set();

/** The address names the moment (`?at=`), so that it can be handed on. */
function useMoment(): [number | null, (moment: number | null) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('at');
  // Anybody writes addresses: what has not been yet is the present minute.
  const moment = text !== null && /^\d{1,14}$/.test(text) ? Math.min(Number(text), toMinute(serverNow())) : null;
  const setMoment = (next: number | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete('at');
        else after.set('at', String(next));
        return after;
      },
      { replace: true },
    );
  return [moment, setMoment];
}

/**
 * The devices of a project as they stand, live, or as they stood at the moment in the address; at most `devicesAtOnce`.
 *
 * @param deviceIds only these; undefined: all. None: nothing is asked
 * @returns `now` is the time that they are shown of, epoch ms; `never` are devices of which nothing is kept from before it;
 *   `leftOut` says of how many nothing is shown because there are too many
 */
export function useDevicesThen(projectId: number, deviceIds?: readonly number[], enabled = true) {
  const [moment, setMoment] = useMoment();
  const heard = useHeardNow(5_000);
  const isAsked = enabled && deviceIds?.length !== 0;
  const live = useLiveDevices(projectId, { deviceIds }, isAsked && moment === null);
  const past = useCall(
    'getPastTable',
    isAsked && moment !== null
      ? {
          body: {
            ProjectId: projectId,
            MomentEPOCH: moment,
            PageSize: devicesAtOnce,
            ...(deviceIds ? { ModelTreeIdList: deviceIds } : {}),
          },
        }
      : null,
    // What was measured stays so; what came late since is seen when the moment is chosen anew.
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const shown = moment === null ? null : (past.data?.MomentEPOCH ?? null);
  const neverIds = moment === null ? undefined : past.data?.NeverIdList;
  const never = useMemo(() => (neverIds && neverIds.length > 0 ? new Set(neverIds) : none), [neverIds]);
  const found = (moment === null ? live : past).data;
  const replay: Replay = {
    moment,
    setMoment,
    shown,
    isWaiting: moment !== null && past.isFetching,
    isBeforeData: never.size > 0 && found?.Data.every(({ Mtid }) => never.has(Mtid)) === true,
  };
  return {
    devices: moment === null ? live : past,
    now: moment === null ? heard : (shown ?? moment),
    never,
    leftOut: found ? Math.max(0, found.TotalCount - found.Data.length) : 0,
    replay,
  };
}
