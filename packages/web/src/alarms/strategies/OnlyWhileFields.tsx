import { Checkbox, Segmented, Select } from 'antd';
import { useText } from '../../lib/defineText.ts';
import { useCall } from '../../lib/useCall.ts';
import { Labelled, Minutes } from './NumberFields.tsx';
import { text } from './text.ts';

/** Another point: a certain one, or the one of a type on the same device. */
export type Reference = { pointId: number } | { pointTypeId: number };

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
}: {
  label: string;
  projectId: number | null;
  value: Reference | undefined;
  onChange: (reference: Reference) => void;
  /** 0 analog, 1 status. */
  valueType: 0 | 1;
}) {
  const t = useText(text);
  const byPoint = value !== undefined && 'pointId' in value;
  const types = useTypes(projectId).list?.filter(({ PointType }) => PointType === valueType);
  const points = usePoints(projectId, byPoint)?.filter(({ PointType }) => PointType === valueType);
  return (
    <span className="strategy-labelled strategy-wide">
      <span>{label}</span>
      <span className="strategy-reference">
        {projectId === null ? (
          <span className="strategy-hint">{t.samePointType}</span>
        ) : (
          <Segmented
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
            onChange={(pointId: number) => onChange({ pointId })}
            options={(points ?? []).map((point) => ({
              value: point.PointId,
              label: [point.ModelTreeName, point.PointName].filter(Boolean).join(' · '),
            }))}
          />
        ) : (
          <Select
            aria-label={label}
            showSearch={{ optionFilterProp: 'label' }}
            value={value && 'pointTypeId' in value ? value.pointTypeId : undefined}
            onChange={(pointTypeId: number) => onChange({ pointTypeId })}
            options={(types ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
          />
        )}
      </span>
    </span>
  );
}

const usual = { values: [0], settleSeconds: 900, maxHiddenSeconds: 3600 };

/** Judges only while the equipment is in a state, such as not defrosting. */
export function OnlyWhileFields({
  value,
  onChange,
  projectId,
}: {
  value: OnlyWhile | undefined;
  onChange: (onlyWhile: OnlyWhile | undefined) => void;
  projectId: number | null;
}) {
  const t = useText(text);
  const { withStates } = useTypes(projectId);
  const points = usePoints(projectId, value !== undefined);
  const reference = value?.point;
  const named = points?.find((point) =>
    reference && 'pointId' in reference
      ? point.PointId === reference.pointId
      : reference && point.PointTypeId === reference.pointTypeId,
  );
  const ofType =
    reference && 'pointTypeId' in reference
      ? withStates?.find(({ Key }) => Key === reference.pointTypeId)?.UnitMap
      : undefined;
  const states = named?.UnitMap ?? ofType ?? [];
  return (
    <div className="strategy-while">
      <Checkbox
        checked={value !== undefined}
        onChange={({ target }) =>
          onChange(target.checked ? ({ point: { pointTypeId: undefined }, ...usual } as never) : undefined)
        }
      >
        {t.onlyWhile}
      </Checkbox>
      {value ? (
        <>
          <p className="strategy-hint">{t.onlyWhileHint}</p>
          <div className="strategy-grid">
            <ReferenceFields
              label={t.statePoint}
              projectId={projectId}
              value={value.point}
              onChange={(point) => onChange({ ...value, point })}
              valueType={1}
            />
            <Labelled label={t.state}>
              <Select
                mode={states.length > 0 ? 'multiple' : 'tags'}
                aria-label={t.state}
                value={value.values}
                onChange={(values: (number | string)[]) =>
                  onChange({ ...value, values: values.map(Number).filter((each) => Number.isFinite(each)) })
                }
                options={states.map(({ Key, Value }) => ({ value: Key, label: Value }))}
              />
            </Labelled>
            <Labelled label={t.settle}>
              <Minutes
                label={t.settle}
                seconds={value.settleSeconds}
                onChange={(settleSeconds) => onChange({ ...value, settleSeconds: settleSeconds as number })}
              />
            </Labelled>
            <Labelled label={t.maxHidden}>
              <Minutes
                label={t.maxHidden}
                seconds={value.maxHiddenSeconds}
                onChange={(maxHiddenSeconds) => onChange({ ...value, maxHiddenSeconds: maxHiddenSeconds as number })}
              />
            </Labelled>
          </div>
        </>
      ) : null}
    </div>
  );
}
