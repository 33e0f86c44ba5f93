import { alarmKindDescriptions, alarmKinds, bandOrder, bandWords, inputWords, StrategyRule } from '@watchpost/contract';
import { Button, Checkbox, Form, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual, useLanguage } from '../../lib/language.ts';
import { NumberField } from '../../ui/form/index.ts';
import { canSay, type DefinitionDraft } from './drafts.ts';
import { Faults, Labelled, LevelSelect, Minutes } from './NumberFields.tsx';
import { OnlyWhileFields, type Reference, ReferenceFields } from './OnlyWhileFields.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import { text } from './text.ts';

export interface RuleDraft {
  RuleId?: number | undefined;
  Definition: DefinitionDraft;
}

/** What the points of a condition are measured in, and what their states are called. */
export interface Speech {
  readonly unit: string;
  readonly decimals: number;
  readonly states: readonly { Key: number; Value: string }[];
  /** Null: of a template, which is of no project. */
  readonly projectId: number | null;
  /** The points that are judged, when they are known: none of them can be followed by its own limit. */
  readonly judgedIds?: readonly number[];
}

type Draft = Record<string, unknown>;

/** What is wrong as it stands, by its path from the definition down: `bands.high.limit`. */
export interface Faulty {
  /** Of a part and all below it. */
  (path: string): readonly string[];
  /** Of a part as a whole. */
  whole(path: string): readonly string[];
}

const none: Faulty = Object.assign(() => [], { whole: () => [] });

function useFaults(rule: RuleDraft): Faulty {
  const language = useLanguage();
  const result = StrategyRule.safeParse(rule, { error: (issue) => inputWords(issue, language) });
  const said = (result.error?.issues ?? []).map(({ path, message }) => ({ path: path.slice(1).join('.'), message }));
  const wordsOf = (fits: (path: string) => boolean) => [
    ...new Set(said.flatMap(({ path, message }) => (fits(path) ? [message] : []))),
  ];
  return Object.assign(
    (path: string) => wordsOf((each) => path === '' || each === path || each.startsWith(`${path}.`)),
    { whole: (path: string) => wordsOf((each) => each === path) },
  );
}

/** One condition: its numbers by its kind. A field: its value is the rule. */
export function RuleFields({
  value,
  onChange,
  speech,
  onRemove,
  children,
}: {
  value?: RuleDraft;
  onChange?: (rule: RuleDraft) => void;
  speech: Speech;
  onRemove: (() => void) | null;
  /** What else there is to say of it. */
  children?: ReactNode;
}) {
  const inWords = useBilingual();
  const t = useText(text);
  const { errors } = Form.Item.useStatus();
  const [isTouched, touch] = useState(false);
  if (!value) return null;
  // Nobody has done anything wrong yet: a new condition is judged once it is filled in, or was to be saved.
  const isQuiet = value.RuleId === undefined && !isTouched && errors.length === 0;
  const { kind } = value.Definition;
  return (
    <section className="strategy-rule">
      <header>
        <h3>{inWords(alarmKinds[kind])}</h3>
        <p className="strategy-hint">{inWords(alarmKindDescriptions[kind] ?? { zh: '', en: '' })}</p>
        {onRemove ? (
          <Button
            type="text"
            danger
            size="small"
            onClick={onRemove}
            aria-label={`${t.removeCondition}: ${inWords(alarmKinds[kind])}`}
          >
            {t.remove}
          </Button>
        ) : null}
      </header>
      <Refused shown={value} />
      {children}
      {/* An item of its own: what is wrong with one number must not redden all of them. */}
      <Form.Item className="strategy-plain">
        <DefinitionFields
          rule={value}
          speech={speech}
          isQuiet={isQuiet}
          onChange={(Definition) => {
            touch(true);
            onChange?.({ ...value, Definition: Definition as unknown as DefinitionDraft });
          }}
        />
      </Form.Item>
    </section>
  );
}

/** What the server refused of the condition; what the form itself sees stands beside each number already. */
function Refused({ shown }: { shown: RuleDraft }) {
  const { errors } = Form.Item.useStatus();
  const faults = useFaults(shown);
  const known = new Set(faults(''));
  return <Faults words={errors.flatMap((each) => (typeof each === 'string' && !known.has(each) ? [each] : []))} />;
}

/** The numbers of one definition, in a rule or of a single device. */
export function DefinitionFields({
  rule,
  speech,
  isQuiet = false,
  onChange,
}: {
  rule: RuleDraft;
  speech: Speech;
  /** Says nothing of what is wrong yet. */
  isQuiet?: boolean;
  onChange: (definition: Draft) => void;
}) {
  const t = useText(text);
  const found = useFaults(rule);
  const faults = isQuiet ? none : found;
  const definition = rule.Definition as Draft & DefinitionDraft;
  const kind: string = definition.kind;
  const change = (part: Draft) => onChange({ ...definition, ...part });
  /** A part that is said or not at all: it has no empty form. */
  const setOrDrop = (field: string, part: unknown) => {
    const { [field]: _, ...rest } = definition as Draft;
    onChange(part === undefined ? rest : { ...rest, [field]: part });
  };
  const number = (field: string, label: string, hint?: string, unit?: string) => (
    <Labelled label={label} hint={hint} wrong={faults(field)}>
      <NumberField
        aria-label={label}
        value={definition[field] as number | null}
        onChange={(next) => change({ [field]: next })}
        status={faults(field).length > 0 ? 'error' : ''}
        suffix={unit}
      />
    </Labelled>
  );
  const minutes = (field: string, label: string, hint?: string) => (
    <Labelled label={label} hint={hint} wrong={faults(field)}>
      <Minutes
        label={label}
        seconds={definition[field] as number | null | undefined}
        onChange={(seconds) => change({ [field]: seconds })}
        wrong={faults(field).length > 0}
      />
    </Labelled>
  );
  const level =
    'severity' in definition ? (
      <Labelled label={t.level}>
        <LevelSelect value={definition.severity as number} onChange={(severity) => change({ severity })} />
      </Labelled>
    ) : null;
  const directions =
    kind === 'rateOfChange'
      ? ([
          ['rise', t.rise],
          ['fall', t.fall],
          ['either', t.either],
        ] as const)
      : ([
          ['above', t.above],
          ['below', t.below],
          ['either', t.either],
        ] as const);
  return (
    <>
      {kind === 'limit' ? (
        <BandFields
          bands={(definition.bands ?? {}) as Bands}
          onChange={(bands) => change({ bands })}
          faults={under(faults, 'bands')}
          speech={speech}
        />
      ) : null}
      <div className="strategy-grid">
        {kind === 'state' ? (
          <Labelled label={t.values} wrong={faults('values')}>
            <Select
              mode={speech.states.length > 0 ? 'multiple' : 'tags'}
              aria-label={t.values}
              value={(definition.values as number[]) ?? []}
              onChange={(values: (number | string)[]) =>
                change({ values: values.map(Number).filter((each) => Number.isFinite(each)) })
              }
              status={faults('values').length > 0 ? 'error' : ''}
              options={speech.states.map(({ Key, Value }) => ({ value: Key, label: Value }))}
            />
          </Labelled>
        ) : null}
        {'direction' in definition ? (
          <Labelled label={t.direction}>
            <Select
              aria-label={t.direction}
              value={definition.direction as string}
              onChange={(direction) => change({ direction })}
              options={directions.map(([value, label]) => ({ value, label }))}
            />
          </Labelled>
        ) : null}
        {kind === 'deviation' ? (
          <ReferenceFields
            label={t.comparedWith}
            projectId={speech.projectId}
            value={definition.from as never}
            onChange={(from) => change({ from })}
            valueType={0}
            wrong={faults('from')}
            except={speech.judgedIds}
          />
        ) : null}
        {kind === 'rateOfChange' ? number('limit', t.rateLimit, undefined, speech.unit) : null}
        {kind === 'deviation' ? number('limit', t.deviationLimit, undefined, speech.unit) : null}
        {kind === 'rateOfChange' ? minutes('windowSeconds', t.windowMinutes) : null}
        {'tolerance' in definition ? number('tolerance', t.tolerance, undefined, speech.unit) : null}
        {'afterSeconds' in definition
          ? minutes('afterSeconds', kind === 'noData' ? t.afterMinutes : t.frozenMinutes)
          : null}
        {'deadband' in definition ? number('deadband', t.deadband, t.deadbandHint, speech.unit) : null}
        {'onDelaySeconds' in definition ? minutes('onDelaySeconds', t.onDelay, t.onDelayHint) : null}
        {'offDelaySeconds' in definition ? minutes('offDelaySeconds', t.offDelay, t.offDelayHint) : null}
        {level}
      </div>
      {canSay(definition.kind, 'onlyWhile') ? (
        <OnlyWhileFields
          value={definition.onlyWhile as never}
          onChange={(onlyWhile) => setOrDrop('onlyWhile', onlyWhile)}
          projectId={speech.projectId}
          faults={(path) => faults(`onlyWhile.${path}`)}
        />
      ) : null}
      {canSay(definition.kind, 'periods') ? (
        <PeriodFields
          value={definition.periods as never}
          onChange={(periods) => setOrDrop('periods', periods)}
          wrong={faults('periods')}
          bandsOf={
            kind === 'limit'
              ? (bands, set, path) => (
                  <BandFields
                    bands={bands as Bands}
                    onChange={set}
                    faults={under(faults, `periods.${path}`)}
                    speech={speech}
                  />
                )
              : null
          }
        />
      ) : null}
    </>
  );
}

const under = (faults: Faulty, part: string): Faulty =>
  Object.assign((path: string) => faults(`${part}.${path}`), {
    whole: (path: string) => faults.whole(path === '' ? part : `${part}.${path}`),
  });

export type Bands = {
  [band in (typeof bandOrder)[number]]?: { limit: number; severity: number; from?: Reference };
};

/** The usual severity of a band, until somebody chooses. */
const usualSeverity = { highHigh: 1, high: 2, low: 2, lowLow: 1 } as const;

/** The four limits, each with its level; one that is emptied is no limit. */
function BandFields({
  bands,
  onChange,
  faults,
  speech: { unit, projectId, judgedIds },
}: {
  bands: Bands;
  onChange: (bands: Bands) => void;
  faults: Faulty;
  speech: Speech;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  // All of them follow one point; without a limit yet there is nothing that could carry it.
  const [follows, setFollows] = useState(() => bandOrder.map((band) => bands[band]?.from).find((from) => from));
  const follow = (from: Reference | undefined) => {
    setFollows(from);
    onChange(
      Object.fromEntries(
        Object.entries(bands).map(([band, { from: _, ...fixed }]) => [band, from ? { ...fixed, from } : fixed]),
      ),
    );
  };
  const nameOf = (band: (typeof bandOrder)[number]) => {
    const words = inWords(bandWords[band]);
    return language === 'en' ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  };
  const set = (band: (typeof bandOrder)[number], part: { limit?: number; severity?: number } | null) => {
    const { [band]: before, ...others } = bands;
    if (part === null) return onChange(others);
    const severity = part.severity ?? before?.severity ?? usualSeverity[band];
    const limit = part.limit ?? before?.limit;
    if (limit === undefined) return;
    onChange({ ...others, [band]: { ...before, limit, severity, ...(follows && { from: follows }) } });
  };
  return (
    <div className="strategy-bands">
      {bandOrder.map((band) => (
        <div key={band} className={`strategy-band strategy-band-${band}`}>
          <span className="strategy-band-name">{nameOf(band)}</span>
          <NumberField
            aria-label={nameOf(band)}
            value={bands[band]?.limit ?? null}
            onChange={(limit) => set(band, limit === null ? null : { limit })}
            status={faults(`${band}.limit`).length + faults.whole('').length > 0 ? 'error' : ''}
            suffix={unit}
            placeholder="–"
          />
          <LevelSelect
            label={`${nameOf(band)} · ${t.level}`}
            value={bands[band]?.severity ?? usualSeverity[band]}
            disabled={bands[band] === undefined}
            wrong={faults(`${band}.severity`).length > 0}
            onChange={(severity) => set(band, { severity })}
          />
          <Faults words={[...faults(`${band}.limit`), ...faults(`${band}.severity`)]} />
        </div>
      ))}
      <Faults words={faults.whole('')} />
      <Checkbox
        checked={follows !== undefined}
        onChange={({ target }) => follow(target.checked ? ({ pointTypeId: undefined } as never) : undefined)}
      >
        {t.follows}
      </Checkbox>
      {follows ? (
        <>
          <p className="strategy-hint">{t.followsHint}</p>
          <ReferenceFields
            label={t.followed}
            projectId={projectId}
            value={follows}
            onChange={follow}
            valueType={0}
            wrong={[...new Set(bandOrder.flatMap((band) => faults(`${band}.from`)))]}
            except={judgedIds}
          />
        </>
      ) : null}
    </div>
  );
}
