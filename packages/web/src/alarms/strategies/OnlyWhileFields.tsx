import { maxOnlyWhile } from '@watchpost/contract';
import { Button, Checkbox, Segmented, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { Faults, Labelled, Minutes } from './NumberFields.tsx';
import { text } from './text.ts';

/** Another point: a certain one, or the one of a type on the same device. */
export type Reference = { pointId: number } | { pointTypeId: number; pointName?: string };

interface OnlyWhile {
  point: Reference;
  values: number[];
  settleSeconds: number;
  maxHiddenSeconds: number;
}

/** The points of a project that can be named here; a template, which is of no project, names none. */
const usePoints = (projectId: number | null, wanted: boolean) =>
  useCall(
    'getAlarmStrategyPoints',
    wanted && projectId !== null ? { body: { ProjectId: projectId, PageIndex: 1, PageSize: 500 } } : null,
    { staleTime: 60_000 },
  ).data?.Data;

/** The types of points that can be named: of the project, or for a template all that the company has. */
function useTypes(projectId: number | null) {
  const ofProject = useCall('getAlarmStrategyChoices', projectId === null ? null : { query: { projectId } }, {
    staleTime: 60_000,
  });
  const ofCompany = useCall('getStrategyTemplateChoices', projectId === null ? { query: {} } : null, {
    scope: 'company',
    staleTime: 60_000,
  });
  return { list: (ofProject.data ?? ofCompany.data)?.PointTypeList, withStates: ofCompany.data?.PointTypeList };
}

/** Chooses another point: by its type on the same device, which fits every device of a strategy, or one point for all. */
export function ReferenceFields({
  label,
  projectId,
  value,
  onChange,
  valueType,
  wrong = [],
  except = [],
}: {
  label: string;
  projectId: number | null;
  value: Reference | undefined;
  onChange: (reference: Reference) => void;
  /** 0 analog, 1 status. */
  valueType: 0 | 1;
  wrong?: readonly string[];
  /** Points that cannot be meant. */
  except?: readonly number[] | undefined;
}) {
  const t = useText(text);
  const byPoint = value !== undefined && 'pointId' in value;
  const types = useTypes(projectId).list?.filter(({ PointType }) => PointType === valueType);
  const points = usePoints(projectId, byPoint)?.filter(
    ({ PointType, PointId }) => PointType === valueType && !except.includes(PointId),
  );
  const typeId = value && 'pointTypeId' in value ? value.pointTypeId : undefined;
  const pointName = value && 'pointTypeId' in value ? value.pointName : undefined;
  const names = types?.find(({ Key }) => Key === typeId)?.PointNameList ?? [];
  const status = wrong.length > 0 ? 'error' : '';
  return (
    <span className="strategy-labelled strategy-wide">
      <span>{label}</span>
      <span className="strategy-reference">
        {projectId === null ? (
          <span className="strategy-hint">{t.samePointType}</span>
        ) : (
          <Segmented
            aria-label={label}
            value={byPoint ? 'point' : 'type'}
            options={[
              { value: 'type', label: t.samePointType },
              { value: 'point', label: t.onePoint },
            ]}
            onChange={(kind) =>
              onChange((kind === 'point' ? { pointId: undefined } : { pointTypeId: undefined }) as never)
            }
          />
        )}
        {byPoint ? (
          <Select
            aria-label={label}
            showSearch={{ optionFilterProp: 'label' }}
            value={value.pointId}
            status={status}
            onChange={(pointId: number) => onChange({ pointId })}
            options={(points ?? []).map((point) => ({
              value: point.PointId,
              label: [point.ModelTreeName, point.PointName].filter(Boolean).join(' · '),
            }))}
          />
        ) : (
          <>
            <Select
              aria-label={label}
              showSearch={{ optionFilterProp: 'label' }}
              value={typeId}
              status={status}
              onChange={(pointTypeId: number) => onChange({ pointTypeId })}
              options={(types ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
            />
            {typeId !== undefined && (names.length > 1 || pointName !== undefined) ? (
              <Select
                aria-label={`${label} · ${t.pointName}`}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={t.anyName}
                value={pointName}
                status={status}
                onChange={(name: string | undefined) =>
                  onChange({ pointTypeId: typeId, ...(name === undefined ? {} : { pointName: name }) })
                }
                options={names.map(({ Name, Text }) => ({ value: Name, label: Text }))}
              />
            ) : null}
          </>
        )}
      </span>
      <Faults words={wrong} />
    </span>
  );
}

const usual = { values: [0], settleSeconds: 900, maxHiddenSeconds: 3600 };
const begun = { point: { pointTypeId: undefined }, ...usual } as never as OnlyWhile;

/** Judges only while the equipment is in states, such as not defrosting and its door closed: all of them at once. */
export function OnlyWhileFields({
  value,
  onChange,
  projectId,
  faults,
}: {
  value: readonly OnlyWhile[] | undefined;
  onChange: (onlyWhile: readonly OnlyWhile[] | undefined) => void;
  projectId: number | null;
  faults: (path: string) => readonly string[];
}) {
  const t = useText(text);
  const states = value ?? [];
  return (
    <div className="strategy-while">
      <Checkbox checked={states.length > 0} onChange={({ target }) => onChange(target.checked ? [begun] : undefined)}>
        {t.onlyWhile}
      </Checkbox>
      {states.length > 0 ? <p className="strategy-hint">{t.onlyWhileHint}</p> : null}
      {states.map((each, at) => (
        <StateFields
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no numbers; the place is what stays
          key={at}
          label={states.length > 1 ? t.stateN(at + 1) : ''}
          value={each}
          onChange={(next) => onChange(states.map((other, place) => (place === at ? next : other)))}
          onRemove={states.length > 1 ? () => onChange(states.filter((_, place) => place !== at)) : null}
          projectId={projectId}
          faults={(path) => faults(`${at}.${path}`)}
        />
      ))}
      {states.length > 0 && states.length < maxOnlyWhile ? (
        <Button size="small" onClick={() => onChange([...states, begun])}>
          {t.addState}
        </Button>
      ) : null}
    </div>
  );
}

/** One of them: a point, the states it must have, and for how long it may hide the rule. */
function StateFields({
  label,
  value,
  onChange,
  onRemove,
  projectId,
  faults,
}: {
  /** Empty where it stands alone. */
  label: string;
  value: OnlyWhile;
  onChange: (value: OnlyWhile) => void;
  onRemove: (() => void) | null;
  projectId: number | null;
  faults: (path: string) => readonly string[];
}) {
  const t = useText(text);
  const { withStates } = useTypes(projectId);
  const points = usePoints(projectId, true);
  const { point: reference } = value;
  const named = points?.find((point) =>
    'pointId' in reference ? point.PointId === reference.pointId : point.PointTypeId === reference.pointTypeId,
  );
  const ofType =
    'pointTypeId' in reference ? withStates?.find(({ Key }) => Key === reference.pointTypeId)?.UnitMap : undefined;
  const states = named?.UnitMap ?? ofType ?? [];
  const isChosen = ('pointId' in reference ? reference.pointId : reference.pointTypeId) !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside a form item is disabled and spaced otherwise
    <div className="strategy-state" role="group" aria-label={label || t.onlyWhile}>
      {onRemove ? (
        <header>
          <h4 className="strategy-state-name">{label}</h4>
          <Button type="text" danger size="small" onClick={onRemove} aria-label={`${t.remove}: ${label}`}>
            {t.remove}
          </Button>
        </header>
      ) : null}
      <div className="strategy-grid">
        <ReferenceFields
          label={t.statePoint}
          projectId={projectId}
          value={value.point}
          onChange={(point) => onChange({ ...value, point })}
          valueType={1}
          wrong={faults('point')}
        />
        <Labelled label={t.state} wrong={isChosen ? faults('values') : []}>
          <Select
            mode={states.length > 0 ? 'multiple' : 'tags'}
            aria-label={t.state}
            // Before a point is chosen nobody knows what its states are called.
            value={isChosen ? value.values : []}
            disabled={!isChosen}
            status={isChosen && faults('values').length > 0 ? 'error' : ''}
            onChange={(values: (number | string)[]) =>
              onChange({ ...value, values: values.map(Number).filter((each) => Number.isFinite(each)) })
            }
            options={states.map(({ Key, Value }) => ({ value: Key, label: Value }))}
          />
        </Labelled>
        <Labelled label={t.settle} wrong={faults('settleSeconds')}>
          <Minutes
            label={t.settle}
            seconds={value.settleSeconds}
            wrong={faults('settleSeconds').length > 0}
            onChange={(settleSeconds) => onChange({ ...value, settleSeconds: settleSeconds as number })}
          />
        </Labelled>
        <Labelled label={t.maxHidden} wrong={faults('maxHiddenSeconds')}>
          <Minutes
            label={t.maxHidden}
            seconds={value.maxHiddenSeconds}
            wrong={faults('maxHiddenSeconds').length > 0}
            onChange={(maxHiddenSeconds) => onChange({ ...value, maxHiddenSeconds: maxHiddenSeconds as number })}
          />
        </Labelled>
      </div>
    </div>
  );
}
