import type { AllCalls, CallInput } from '@watchpost/contract';
import { useText } from '../lib/defineText.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useCall } from '../lib/useCall.ts';
import { listText, stateText } from './text.ts';

type Body = CallInput<AllCalls['exportDeviceList']>['body'];
/** What one click on a figure filters by. */
interface Choice {
  readonly connections?: number[] | undefined;
  readonly syncs?: number[] | undefined;
}

/** How many gateways there are in each state, of those the other filters leave; a click filters by it. */
export function GatewayTotals({
  body,
  list,
}: {
  body: Body;
  list: { query: { filters: object }; change: (to: never) => void };
}) {
  const t = useText(listText);
  const words = useText(stateText);
  const { SortType: _, IsAsc: __, ConnectStatusList, SystemStatusList, ...filter } = body;
  const totals = useCall(
    'getDeviceTotal',
    { body: filter },
    { scope: 'company', refetchInterval: pollWhenNotLive(10_000), placeholderData: (before) => before },
  ).data;
  if (!totals || totals.Total === 0) return null;
  const chosen = `${ConnectStatusList ?? ''}|${SystemStatusList ?? ''}`;
  const choose = (choice: Choice) =>
    list.change({
      filters: { ...list.query.filters, connections: undefined, syncs: undefined, ...choice },
    } as never);
  const figures: { key: string; label: string; value: number; tone?: string; choice: Choice }[] = [
    { key: 'total', label: t.total, value: totals.Total, choice: {} },
    { key: 'online', label: words.online, value: totals.Online, choice: { connections: [1] } },
    { key: 'offline', label: words.offline, value: totals.Offline, tone: 'bad', choice: { connections: [0] } },
    { key: 'never', label: words.neverSeen, value: totals.NeverSeen, choice: { connections: [2] } },
    { key: 'waiting', label: t.waiting, value: totals.Waiting, tone: 'attention', choice: { syncs: [0] } },
  ];
  return (
    <ul className="gateway-totals" aria-label={t.totals}>
      {figures.map(({ key, label, value, tone, choice }) => (
        <li key={key} className={tone && value > 0 ? `gateway-total-${tone}` : undefined}>
          <button
            type="button"
            aria-pressed={chosen === `${choice.connections ?? ''}|${choice.syncs ?? ''}`}
            onClick={() => choose(choice)}
          >
            <b>{value}</b>
            <span>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
