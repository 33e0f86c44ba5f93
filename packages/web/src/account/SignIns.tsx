import { useQueryClient } from '@tanstack/react-query';
import type { SignIn } from '@watchpost/contract';
import { Button } from 'antd';
import { useDates, useNow } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton, useNotify } from '../ui/index.ts';
import { deviceName } from './deviceName.ts';
import { text } from './text.ts';

/** Where one is signed in, this place first, and the way to end what one no longer uses. */
export function SignIns() {
  const t = useText(text);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const sessions = useCall('getSessionList', {}, { scope: 'user' });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['getSessionList'] });
  const endOne = useCallMutation('endSession', {
    onSuccess: () => notify.success(t.ended),
    onError: notify.failure,
    onSettled: refresh,
  });
  const endOthers = useCallMutation('endOtherSessions', {
    onSuccess: ({ Ended }) => notify.success(t.endedOthers(Ended)),
    onError: notify.failure,
    onSettled: refresh,
  });

  if (sessions.error && !sessions.data) {
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  }
  if (!sessions.data) return <ListSkeleton rows={2} />;
  return (
    <>
      <ul className="sign-ins">
        {sessions.data.map((each) => (
          <SignInRow
            key={each.SessionId}
            signIn={each}
            busy={endOne.isPending && endOne.variables?.body.SessionId === each.SessionId}
            onEnd={() => endOne.mutate({ body: { SessionId: each.SessionId } })}
          />
        ))}
      </ul>
      {sessions.data.length > 1 ? (
        <Button loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {t.endOthers}
        </Button>
      ) : null}
    </>
  );
}

function SignInRow({ signIn, busy, onEnd }: { signIn: SignIn; busy: boolean; onEnd: () => void }) {
  const t = useText(text);
  const dates = useDates();
  const now = useNow(60_000);
  const name = deviceName(signIn.UserAgent) ?? t.unknownDevice;
  return (
    <li>
      <div>
        <strong>{name}</strong> {signIn.IsCurrent ? <span className="sign-in-here">{t.thisOne}</span> : null}
        <p className="profile-hint tabular sign-in-facts">
          <span>{signIn.Address}</span>
          {signIn.IsCurrent ? null : <span>{t.lastSeen(dates.age(signIn.LastSeenEPOCH, now))}</span>}
          <span>{t.since(dates.dateTime(signIn.CreatedEPOCH))}</span>
        </p>
      </div>
      {signIn.IsCurrent ? null : (
        <Button size="small" loading={busy} aria-label={t.endOf(name)} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}
