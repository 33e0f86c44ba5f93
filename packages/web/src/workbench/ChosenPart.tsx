import { type GatewayInfo, registerFormats, type SlaveRow, TriedPoint } from '@watchpost/contract';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { AddPointDialog } from '../points/index.ts';
import { SaveAsTemplateDialog } from '../templates/index.ts';
import { NumberField } from '../ui/form/index.ts';
import { qualityText, reasonInWords } from '../ui/qualityText.ts';
import { type Block, type Chosen, placeOf } from './block.ts';
import { MakePointsDialog } from './MakePointsDialog.tsx';
import { shortNumber } from './numbers.ts';
import { pointOf } from './pointOf.ts';
import { text } from './text.ts';

/** What was chosen, with its mapping and what that makes of it; from here it becomes points. */
export function ChosenPart({
  block,
  chosen,
  gateway,
  onChange,
}: {
  block: Block;
  chosen: readonly Chosen[];
  gateway: GatewayInfo | null;
  onChange: (chosen: readonly Chosen[]) => void;
}) {
  const t = useText(text);
  const results = useTried(block, chosen);
  const pointsAt = usePointsAt(block, gateway);
  const [made, setMade] = useState<Made | null>(null);
  if (chosen.length === 0)
    return (
      <section className="workbench-part" aria-label={t.chosen}>
        <h2>{t.chosen}</h2>
        {made && gateway ? (
          <AfterMaking made={made} projectId={gateway.ProjectId} />
        ) : (
          <p className="workbench-hint">{t.chosenHint}</p>
        )}
      </section>
    );
  const change = (key: string, values: Partial<Chosen>) =>
    onChange(chosen.map((one) => (one.key === key ? { ...one, ...values } : one)));
  return (
    <section className="workbench-part" aria-label={t.chosen}>
      <h2>{t.chosenCount(chosen.length)}</h2>
      <ul className="workbench-chosen">
        {chosen.map((one) => (
          <ChosenRow
            key={one.key}
            chosen={one}
            result={results.get(one.key)}
            points={pointsAt(one)}
            projectId={gateway?.ProjectId ?? null}
            onChange={(values) => change(one.key, values)}
            onRemove={() => onChange(chosen.filter(({ key }) => key !== one.key))}
          />
        ))}
      </ul>
      {gateway?.MayEdit ? (
        <Make
          block={block}
          chosen={chosen}
          results={results}
          gateway={gateway}
          onMade={(slave) => {
            setMade({ slave, count: chosen.length });
            onChange([]);
          }}
        />
      ) : null}
    </section>
  );
}

/** As many as one page holds: few slaves have more registers. */
const maxPoints = 500;

/** Which points of the slave stand at a register, or at its bit. */
function usePointsAt(block: Block, gateway: GatewayInfo | null) {
  const slave = gateway?.Slaves.find(({ DeviceAddress }) => DeviceAddress === block.slaveAddress);
  const points = useCall(
    'getDevicePointPage',
    gateway && slave
      ? { body: { GatewayId: gateway.DeviceId, SlaveId: slave.DeviceModuleId, PageIndex: 1, PageSize: maxPoints } }
      : null,
    { scope: 'company' },
  ).data?.Data;
  return ({ FunctionCode, RegisterAddress, AddressBit }: Chosen): string[] =>
    (points ?? [])
      .filter(
        (point) =>
          point.FunctionCode === FunctionCode &&
          point.RegisterAddress === RegisterAddress &&
          (point.AddressBit === null || AddressBit === null || point.AddressBit === AddressBit),
      )
      .map(({ PointName }) => PointName);
}

type Results = ReadonlyMap<string, string>;

/** What polling would say of each, in words; what breaks a rule is missing. */
function useTried(block: Block, chosen: readonly Chosen[]): Results {
  const t = useText(text);
  const qualities = useText(qualityText);
  const sound = chosen.filter((one) => TriedPoint.safeParse(pointOf(one)).success);
  const tried = useCall(
    'tryPoints',
    sound.length === 0
      ? null
      : {
          body: {
            StartAddress: block.start,
            Registers: [...(block.reads.at(-1) ?? [])],
            Bits: [...block.bits],
            PointList: sound.map(pointOf),
          },
        },
    { scope: 'company', placeholderData: (before) => before },
  ).data;
  return new Map(
    chosen.map((one) => {
      const place = sound.indexOf(one);
      if (place < 0) return [one.key, t.incomplete];
      const result = tried?.[place];
      if (!result) return [one.key, ''];
      const reason = result.Quality === 'good' ? null : reasonInWords(result.Reason, null, qualities);
      const value = result.Value === null ? shortNumber(null) : formatNumber(result.Value, one.Decimals);
      return [one.key, reason === null ? value : result.Value === null ? reason : `${value} · ${reason}`];
    }),
  );
}

function ChosenRow({
  chosen,
  result,
  points,
  projectId,
  onChange,
  onRemove,
}: {
  chosen: Chosen;
  result: string | undefined;
  /** What is read from there already. */
  points: readonly string[];
  projectId: number | null;
  onChange: (values: Partial<Chosen>) => void;
  onRemove: () => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const { words } = registerFormats[chosen.DataFormat];
  return (
    <li>
      <span className="workbench-place">
        <b className="tabular">{placeOf(chosen)}</b>
        <small>{[inWords(words), chosen.ByteOrder].filter(Boolean).join(' ')}</small>
        {points.map((name) => (
          <small key={name}>
            {t.isPoint} {projectId === null ? name : <Link to={links.pointsNamed(name, projectId)}>{name}</Link>}
          </small>
        ))}
      </span>
      <span className="workbench-mapping">
        {(['X1', 'X2', 'Y1', 'Y2'] as const).map((name) => (
          <span key={name} className="workbench-number">
            {name.toLowerCase()}
            <NumberField
              size="small"
              aria-label={`${placeOf(chosen)} ${name.toLowerCase()}`}
              value={chosen[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          </span>
        ))}
        <span className="workbench-number">
          {t.decimals}
          <NumberField
            size="small"
            aria-label={`${placeOf(chosen)} ${t.decimals}`}
            min={0}
            max={6}
            precision={0}
            value={chosen.Decimals}
            onChange={(value) => onChange({ Decimals: value ?? 0 })}
          />
        </span>
      </span>
      <output className="workbench-result tabular" aria-label={`${placeOf(chosen)} ${t.result}`}>
        {result}
      </output>
      <Button size="small" type="text" aria-label={t.remove(placeOf(chosen))} onClick={onRemove}>
        ×
      </Button>
    </li>
  );
}

/** Onto a slave that is set up: one in the editor, several in a table. */
function Make({
  block,
  chosen,
  results,
  gateway,
  onMade,
}: {
  block: Block;
  chosen: readonly Chosen[];
  results: Results;
  gateway: GatewayInfo;
  onMade: (slave: SlaveRow) => void;
}) {
  const t = useText(text);
  const own = gateway.Slaves.find(({ DeviceAddress }) => DeviceAddress === block.slaveAddress);
  const [otherId, setOtherId] = useState<number | null>(null);
  const slave = own ?? gateway.Slaves.find(({ DeviceModuleId }) => DeviceModuleId === otherId);
  const [isMaking, setMaking] = useState(false);
  const { DeviceId: gatewayId, ProjectId: projectId } = gateway;
  return (
    <div className="workbench-row">
      {own ? (
        <span>
          {t.forSlave} <b>{own.SlaveName}</b>
        </span>
      ) : (
        <>
          {block.slaveAddress === null ? null : (
            <span className="workbench-hint">
              {t.slaveMissing(block.slaveAddress)} · <Link to={links.gateway(gatewayId, projectId)}>{t.toGateway}</Link>
            </span>
          )}
          <Select
            aria-label={t.chooseSlave}
            placeholder={t.chooseSlave}
            value={otherId}
            onChange={setOtherId}
            options={gateway.Slaves.map(({ DeviceModuleId, DeviceAddress, SlaveName }) => ({
              value: DeviceModuleId,
              label: `${DeviceAddress} · ${SlaveName}`,
            }))}
          />
        </>
      )}
      <Button
        type="primary"
        disabled={!slave || chosen.some(({ key }) => results.get(key) === t.incomplete)}
        onClick={() => setMaking(true)}
      >
        {t.makePoints(chosen.length)}
      </Button>
      {isMaking && slave && chosen.length === 1 ? (
        <AddPointDialog
          place={{ kind: 'modbus', projectId, gatewayId, slaveId: slave.DeviceModuleId }}
          initial={pointOf(chosen[0]!)}
          onClose={() => setMaking(false)}
          onAdded={() => onMade(slave)}
        />
      ) : null}
      {isMaking && slave && chosen.length > 1 ? (
        <MakePointsDialog
          projectId={projectId}
          slave={slave}
          chosen={chosen}
          results={results}
          onClose={() => setMaking(false)}
          onMade={() => onMade(slave)}
        />
      ) : null}
    </div>
  );
}

interface Made {
  readonly slave: SlaveRow;
  readonly count: number;
}

/** Where the new points are, and a template for the next device of the kind. */
function AfterMaking({ made: { slave, count }, projectId }: { made: Made; projectId: number }) {
  const t = useText(text);
  const [isSaving, setSaving] = useState(false);
  const { DeviceModuleId: slaveId, SlaveName: slaveName } = slave;
  return (
    <div className="workbench-row">
      <span role="status">{t.made(count)}</span>
      <Link to={links.slave(slaveId, projectId)}>{t.toSlave}</Link>
      <Button onClick={() => setSaving(true)}>{t.saveAsTemplate}</Button>
      {isSaving ? (
        <SaveAsTemplateDialog origin={{ slaveId, name: slaveName }} onClose={() => setSaving(false)} />
      ) : null}
    </div>
  );
}
