import type { GatewayInfo } from '@watchpost/contract';
import { Tabs } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle } from '../ui/index.ts';
import { type Block, type Chosen, chosenOf } from './block.ts';
import { ChosenPart } from './ChosenPart.tsx';
import { FrameLogPart } from './FrameLogPart.tsx';
import { LivePart } from './LivePart.tsx';
import { twoDigits } from './numbers.ts';
import { PastePart } from './PastePart.tsx';
import { PlanPart } from './PlanPart.tsx';
import { RegisterTable } from './RegisterTable.tsx';
import { text } from './text.ts';
import './workbench.css';

const idOf = (value: string | null): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Finds out what a device says: Route /terminalManage/workbench?id=<gateway>&slave=<slave>&part=<live|paste|plan|log>. */
export function WorkbenchPage() {
  const t = useText(text);
  const [params] = useSearchParams();
  const gatewayId = idOf(params.get('id'));
  const answer = useCall('getDeviceInfo', gatewayId === null ? null : { query: { deviceId: gatewayId } }, {
    scope: 'company',
    refetchInterval: 10_000,
  });
  if (gatewayId === null)
    return <EmptyState title={t.notChosen} action={<Link to={links.gateways}>{t.toList}</Link>} />;
  if (answer.error && !answer.data) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <PageSkeleton cards={2} />;
  if (answer.data.PROTOCOL === 'MQTT')
    return (
      <EmptyState
        title={t.onlyModbus}
        action={<Link to={links.gateway(gatewayId, answer.data.ProjectId)}>{answer.data.DeviceName}</Link>}
      />
    );
  return <Workbench key={gatewayId} gateway={answer.data} />;
}

const parts = ['live', 'paste', 'plan', 'log'] as const;
type PartName = (typeof parts)[number];

function Workbench({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(text);
  const [params, setParams] = useSearchParams();
  const slaveId = idOf(params.get('slave'));
  const slave = gateway.Slaves.find(({ DeviceModuleId }) => DeviceModuleId === slaveId);
  const asked = params.get('part') as PartName | null;
  const part = asked !== null && parts.includes(asked) ? asked : 'live';
  const [pasted, setPasted] = useState('');
  /** What is looked at under either way of getting it. */
  const [blocks, setBlocks] = useState<Readonly<Record<'live' | 'paste', Block | null>>>({ live: null, paste: null });
  const show = (next: PartName) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('part', next);
        return after;
      },
      { replace: true },
    );
  return (
    <div className="workbench">
      <PageTitle
        subtitle={
          <>
            <Link to={links.gateway(gateway.DeviceId, gateway.ProjectId)}>{gateway.DeviceName}</Link>
            {slave ? (
              <>
                {' · '}
                <Link to={links.slave(slave.DeviceModuleId, gateway.ProjectId)}>{slave.SlaveName}</Link>
              </>
            ) : null}
          </>
        }
      />
      <Tabs
        activeKey={part}
        onChange={(key) => show(key as PartName)}
        destroyOnHidden={false}
        items={[
          {
            key: 'live',
            label: t.live,
            children: (
              <>
                <LivePart
                  gateway={gateway}
                  slaveAddress={slave?.DeviceAddress ?? null}
                  block={blocks.live}
                  onBlock={(live) => setBlocks((before) => ({ ...before, live }))}
                />
                {blocks.live ? (
                  <Values block={blocks.live} gateway={gateway} />
                ) : gateway.MayEdit ? (
                  <EmptyState title={t.nothingRead} hint={t.nothingReadHint} />
                ) : null}
              </>
            ),
          },
          {
            key: 'paste',
            label: t.paste,
            children: (
              <>
                <PastePart
                  pasted={pasted}
                  onPaste={setPasted}
                  onBlock={(paste) => setBlocks((before) => ({ ...before, paste }))}
                />
                {blocks.paste ? <Values block={blocks.paste} gateway={gateway} /> : null}
              </>
            ),
          },
          {
            key: 'plan',
            label: t.plan,
            children:
              part === 'plan' ? (
                <PlanPart gatewayId={gateway.DeviceId} slaveId={slave?.DeviceModuleId ?? null} />
              ) : null,
          },
          {
            key: 'log',
            label: t.log,
            children:
              part === 'log' ? (
                <FrameLogPart
                  gateway={gateway}
                  onExplain={(frames) => {
                    setPasted(frames);
                    show('paste');
                  }}
                />
              ) : null,
          },
        ]}
      />
    </div>
  );
}

/** The values of a block, and what was taken of them. */
function Values({ block, gateway }: { block: Block; gateway: GatewayInfo }) {
  const t = useText(text);
  const dates = useDates();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const last = block.start + Math.max(block.bits.length, block.reads.at(-1)?.length ?? 0);
  // What was taken of another block stays on its own registers and is not tried on these.
  const here = chosen.filter(
    ({ FunctionCode, RegisterAddress }) =>
      FunctionCode === block.functionCode && RegisterAddress >= block.start && RegisterAddress < last,
  );
  return (
    <>
      <section className="workbench-part" aria-label={t.registers}>
        <h2>{block.reads.length > 0 ? t.registers : t.bits}</h2>
        {/* It stays during the next request, and below its error. */}
        {block.at === undefined ? null : (
          <p className="workbench-hint">
            {t.readFrom(
              block.slaveAddress ?? '–',
              twoDigits(block.functionCode),
              block.start,
              last - 1,
              dates.dateTimeSeconds(block.at),
            )}
          </p>
        )}
        <RegisterTable
          block={block}
          taken={new Set(here.map(({ key }) => key))}
          onPick={(picks) =>
            setChosen((before) => {
              const added = picks.map((pick) => chosenOf(block, pick));
              const keys = new Set(added.map(({ key }) => key));
              return [...before.filter(({ key }) => !keys.has(key)), ...added].sort(
                (a, b) => a.RegisterAddress - b.RegisterAddress,
              );
            })
          }
          onDrop={(dropped) => setChosen((before) => before.filter(({ key }) => key !== dropped))}
        />
      </section>
      <ChosenPart block={block} chosen={here} gateway={gateway} onChange={setChosen} />
    </>
  );
}
