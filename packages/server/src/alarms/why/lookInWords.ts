import type { AlarmVerdict, Bilingual } from '@watchpost/contract';
import {
  type Bands,
  bandNames,
  comingRise,
  durationText,
  judgesValues,
  quantity,
  type RuleLook,
  wantsMs,
} from '../engine/index.ts';
import { type RuleTextOptions, stateText } from '../words/ruleText.ts';
import { severityText } from '../words/severityText.ts';

export interface LookOptions extends RuleTextOptions {
  readonly at: number;
  readonly maxGapMs: number;
  /** What was in force then is not known, and it is told by what is now. */
  readonly byPresentRule: boolean;
  /** When the rule was made or changed, where nothing before that was looked at; else null. */
  readonly begunAt: number | null;
  /** From when on records say it was in alarm. */
  readonly recordedSince: number | null;
  /** Whether something may have begun before it could be seen. */
  readonly isEdge: (epochMs: number) => boolean;
  readonly nameOf: (pointId: number) => Bilingual;
  /** A moment as people read it, with its day where that is another one. */
  readonly timeOf: (epochMs: number) => string;
}

export interface Told {
  readonly verdict: AlarmVerdict;
  readonly sentences: readonly Bilingual[];
  /** Of these, what it was held against; nothing of how it stood. */
  readonly facts: readonly Bilingual[];
}

const both = (zh: string, en: string): Bilingual => ({ zh, en });
const bandWords = {
  highHigh: both('上上限', 'high-high limit'),
  high: both('上限', 'high limit'),
  low: both('下限', 'low limit'),
  lowLow: both('下下限', 'low-low limit'),
} as const;
const lasting = (ms: number): Bilingual => durationText(ms / 1000);

/** What the engine saw of a condition, in sentences: its state, what it was held against, and what stood in its way. */
export function lookInWords(look: RuleLook, options: LookOptions): Told {
  const facts = look.isOutside || look.bands === null ? [] : limitsInWords(look.bands, options);
  return { ...standingInWords(look, options), facts };
}

function standingInWords(look: RuleLook, options: LookOptions): Omit<Told, 'facts'> {
  const { rule, state } = look;
  const { at } = options;
  const sentences: Bilingual[] = [];
  const isOpen = state.phase === 'active' || state.phase === 'pendingOff';
  if (look.isOutside)
    return {
      verdict: 'outside',
      sentences: [
        both('当时不在该条件的有效时段内，因此不作判断', 'It was outside the hours in which this condition holds'),
      ],
    };
  if (look.bands) sentences.push(...limitsInWords(look.bands, options));
  sentences.push(...comparisonInWords(look, options));
  if (look.isHidden) sentences.push(...gatesInWords(look, options));
  if (isOpen) {
    sentences.push(alarmingInWords(look, options), ...riseInWords(look, options));
    if (state.phase === 'pendingOff') sentences.push(...returnInWords(look, options));
    else if ('deadband' in rule && rule.deadband > 0)
      sentences.push(
        both(
          `须回到限值以内 ${quantity(rule.deadband, options)} 才算恢复（死区）`,
          `Clears ${quantity(rule.deadband, options)} inside the limit (deadband)`,
        ),
      );
    return { verdict: state.phase === 'pendingOff' ? 'returning' : 'alarming', sentences };
  }
  if (state.phase === 'pendingOn') {
    sentences.push(...delayInWords(look, options));
    return { verdict: look.isHidden ? 'lookedAway' : 'pending', sentences };
  }
  if (look.isHidden) return { verdict: 'lookedAway', sentences };
  const unknown = unknownInWords(look, options);
  if (unknown) return { verdict: 'unknown', sentences: [...sentences, unknown] };
  if (rule.kind === 'noData' && look.lastGoodAt !== null) {
    const silent = lasting(at - look.lastGoodAt);
    const least = durationText(rule.afterSeconds);
    sentences.push(
      both(
        `距上一个有效数值 ${silent.zh}，满 ${least.zh}才报警`,
        `The last usable value was ${silent.en} old; it alarms after ${least.en}`,
      ),
    );
  } else sentences.push(both('条件不成立，因此没有报警', 'The condition did not hold, so there was no alarm'));
  return { verdict: 'normal', sentences };
}

/** Records know when it was raised; what is worked out anew knows it no farther back than it looks. */
function alarmingInWords(
  { state }: RuleLook,
  { recordedSince, isEdge, timeOf, byPresentRule }: LookOptions,
): Bilingual {
  const since = timeOf(recordedSince ?? state.raisedAt ?? state.since);
  const isOpenEnded = recordedSince === null && isEdge(state.since);
  if (byPresentRule)
    return isOpenEnded
      ? both(
          `按现行规则，${since} 或更早起即应报警`,
          `By the present rule it would have been in alarm from ${since} or before`,
        )
      : both(`按现行规则，自 ${since} 起应报警`, `By the present rule it would have been in alarm from ${since}`);
  return isOpenEnded
    ? both(`自 ${since} 或更早起报警`, `In alarm since ${since} or before`)
    : both(`自 ${since} 起报警`, `In alarm since ${since}`);
}

/** Inside an occurrence a more severe limit has a delay of its own. */
function riseInWords({ rule, state }: RuleLook, { timeOf }: LookOptions): Bilingual[] {
  const rise = rule.kind === 'limit' ? comingRise(rule, state) : null;
  if (rise === null) return [];
  const to = severityText(rise.severity);
  return [
    both(
      `已越过更严重的限值，若不恢复，将于 ${timeOf(rise.dueAt)} 升级为${to.zh}`,
      `Beyond a more severe limit; it was to become ${to.en} at ${timeOf(rise.dueAt)} unless it went back`,
    ),
  ];
}

function limitsInWords(bands: Bands, options: LookOptions): Bilingual[] {
  const named = bandNames.toReversed().flatMap((band) => {
    const limit = bands[band];
    return limit ? [{ words: bandWords[band], amount: quantity(limit.limit, options) }] : [];
  });
  if (named.length === 0) return options.byPresentRule ? [] : [both('当时没有生效的限值', 'No limit was in force')];
  const [zh, en] = [
    named.map(({ words, amount }) => `${words.zh} ${amount}`).join('，'),
    named.map(({ words, amount }) => `${words.en} ${amount}`).join(', '),
  ];
  return [
    options.byPresentRule
      ? both(`现行限值：${zh}`, `Its present limits: ${en}`)
      : both(`当时生效的限值：${zh}`, `Limits in force: ${en}`),
  ];
}

/** What was held against a limit that is not the value itself, and what other points said. */
function comparisonInWords({ rule, compared, others, trace }: RuleLook, options: LookOptions): Bilingual[] {
  const sentences: Bilingual[] = [];
  if (rule.kind === 'rateOfChange' && compared !== null) {
    const window = durationText(rule.windowSeconds);
    sentences.push(
      both(
        `${window.zh}内变化 ${quantity(compared, options)}，限值 ${quantity(rule.limit, options)}`,
        `It changed by ${quantity(compared, options)} within ${window.en}; the limit is ${quantity(rule.limit, options)}`,
      ),
    );
  }
  if (rule.kind === 'deviation' && compared !== null)
    sentences.push(
      both(
        `差值 ${quantity(compared, options)}，限值 ${quantity(rule.limit, options)}`,
        `The difference was ${quantity(compared, options)}; the limit is ${quantity(rule.limit, options)}`,
      ),
    );
  if (rule.kind === 'frozen' && Number.isFinite(trace.anchor) && trace.anchorAt > 0) {
    const still = lasting(options.at - trace.anchorAt);
    const least = durationText(rule.afterSeconds);
    sentences.push(
      both(
        `数值已 ${still.zh}未变，满 ${least.zh}才报警`,
        `The value had stood still for ${still.en}; it alarms after ${least.en}`,
      ),
    );
  }
  const gates = new Set(wantsMs(rule).gates.map(({ pointId }) => pointId));
  for (const [pointId, value] of others) {
    if (gates.has(pointId)) continue;
    const name = options.nameOf(pointId);
    sentences.push(
      value === null
        ? both(`参照点“${name.zh}”当时没有可用的数值`, `${name.en}, which it is held against, had no usable value`)
        : both(
            `参照点“${name.zh}”当时为 ${quantity(value, options)}`,
            `${name.en}, which it is held against, was ${quantity(value, options)}`,
          ),
    );
  }
  return sentences;
}

/** Why a condition that waits for states of other points looked away: each that did. */
function gatesInWords({ rule, trace, others, hiddenBy }: RuleLook, options: LookOptions): Bilingual[] {
  const { nameOf, timeOf } = options;
  return hiddenBy.flatMap((index) => {
    const { hiddenSince, shownSince } = trace.gates[index]!;
    const said = judgesValues(rule) ? rule.onlyWhile?.[index] : undefined;
    if (!said || !('pointId' in said.point) || hiddenSince === null) return [];
    const name = nameOf(said.point.pointId);
    const value = others.get(said.point.pointId) ?? null;
    if (shownSince !== null) {
      const settle = durationText(said.settleSeconds);
      return both(
        `“${name.zh}”于 ${timeOf(shownSince)} 恢复，之后仍抑制 ${settle.zh}`,
        `${name.en} was back at ${timeOf(shownSince)}; the condition waits ${settle.en} after that`,
      );
    }
    const longest = durationText(said.maxHiddenSeconds);
    const state = value === null ? null : stateText(value, options.other?.(said.point)?.statusValues ?? []);
    // It may have gone back for a moment since: the suppression goes on, but the door has not been open all the time.
    return both(
      `“${name.zh}”自 ${timeOf(hiddenSince)} 起抑制了该条件，最长 ${longest.zh}${state ? `；此刻为${state.zh}` : ''}`,
      `${name.en} suppressed this condition since ${timeOf(hiddenSince)}, for ${longest.en} at most${state ? `; it was ${state.en} at that moment` : ''}`,
    );
  });
}

function delayInWords({ rule, state, dueAt }: RuleLook, { at, timeOf }: LookOptions): Bilingual[] {
  const whole = 'onDelaySeconds' in rule ? durationText(rule.onDelaySeconds) : durationText(0);
  const done = lasting((state.frozenAt ?? at) - state.timerFrom);
  const band = state.band ? bandWords[state.band] : null;
  const begun = band
    ? both(`自 ${timeOf(state.since)} 起越过${band.zh}`, `Beyond the ${band.en} since ${timeOf(state.since)}`)
    : both(`条件自 ${timeOf(state.since)} 起成立`, `The condition held since ${timeOf(state.since)}`);
  const progress = both(
    `延时 ${whole.zh}已过 ${done.zh}，因此当时还没有报警`,
    `${done.en} of its delay of ${whole.en} had passed, so it had not alarmed yet`,
  );
  if (state.frozenAt !== null)
    return [
      begun,
      progress,
      both(`延时自 ${timeOf(state.frozenAt)} 起暂停`, `The delay stood still since ${timeOf(state.frozenAt)}`),
    ];
  return dueAt === null
    ? [begun, progress]
    : [
        begun,
        progress,
        both(`若不恢复，将于 ${timeOf(dueAt)} 报警`, `It was to alarm at ${timeOf(dueAt)} unless it went back`),
      ];
}

function returnInWords({ rule, state }: RuleLook, { timeOf }: LookOptions): Bilingual[] {
  const off = 'offDelaySeconds' in rule ? durationText(rule.offDelaySeconds) : durationText(0);
  return [
    both(
      `自 ${timeOf(state.backSince ?? state.timerFrom)} 起已回到正常范围，须稳定 ${off.zh}才算恢复`,
      `Back to normal since ${timeOf(state.backSince ?? state.timerFrom)}; it counts as over after ${off.en} of that`,
    ),
  ];
}

/** Null when the engine knew what it needed. */
function unknownInWords(look: RuleLook, { at, maxGapMs, timeOf, begunAt }: LookOptions): Bilingual | null {
  if (!judgesValues(look.rule)) return null;
  if (look.lastGoodAt === null && begunAt !== null)
    return both('此后还没有收到有效数值', 'No usable value had come since then');
  if (look.lastGoodAt === null) return both('此前没有任何有效数值', 'There had been no usable value before');
  if (look.lastSampleAt !== look.lastGoodAt)
    return both(
      `最近的数值质量差，有效数值停留在 ${timeOf(look.lastGoodAt)}：坏值既不触发也不恢复报警`,
      `The newest value was bad, the last usable one is of ${timeOf(look.lastGoodAt)}: a bad value neither raises nor ends an alarm`,
    );
  if (at - look.lastGoodAt > maxGapMs)
    return both(
      `自 ${timeOf(look.lastGoodAt)} 起没有数据，无人知道当时的数值`,
      `There was no data since ${timeOf(look.lastGoodAt)}: nobody knows what the value was`,
    );
  const lacks = [...look.others].some(([, value]) => value === null);
  return lacks && look.bands !== null && Object.keys(look.bands).length === 0
    ? both('缺少参照点的数值，无法判断', 'Without the value of the point it is held against it could not be judged')
    : null;
}
