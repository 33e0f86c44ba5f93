import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../platform/log/log.ts';
import { type AlarmRule, hasMissing, type PointReference, referencesOf, withCertainPoints } from '../engine/index.ts';
import { readRule, ruleHash } from '../ruleDefinition.ts';

/** A stored rule as the engine runs it at one point, gateway or slave. */
export interface RunningRule {
  /** Null: what it is held against is not there. */
  readonly rule: AlarmRule | null;
  readonly hash: string;
  /** A point it looks at is not there. */
  readonly isIncomplete: boolean;
}

/** A stored rule, read. */
export interface WrittenRule {
  /** Null when the engine cannot run it. */
  readonly said: AlarmRule | null;
  readonly references: readonly PointReference[];
  /** By the other points it looks at. */
  readonly running: Map<string, RunningRule>;
  readonly runningBefore: ReadonlyMap<string, RunningRule> | null;
}

/** Rows of all companies before readings and people have their turn: a few milliseconds' worth. */
export const rowsAtOnce = 500;

type Page = Map<number, Map<string, WrittenRule>>;

export type RuleCache = ReturnType<typeof createRuleCache>;

/**
 * Stored rules, each read and checked once for all that it watches, and not again until it is changed: a change of one rule must
 * not have those of all other companies read anew.
 *
 * A rule whose times are longer than a rule may have is logged when it is first read.
 */
export function createRuleCache(log: Log) {
  let before: Page = new Map();
  let present: Page = new Map();

  function read(ruleId: number, text: string): WrittenRule {
    const found = readRule(ruleId, JSON.parse(text));
    if (found?.isShortened)
      log.warn({ ruleId }, 'An alarm rule says longer times than a rule may; it runs with the longest');
    const said = found?.rule ?? null;
    return {
      said,
      references: said === null ? [] : referencesOf(said),
      running: new Map(),
      runningBefore: null,
    };
  }

  function rule(ruleId: number, text: string): WrittenRule {
    let texts = present.get(ruleId);
    if (texts === undefined) {
      texts = new Map();
      present.set(ruleId, texts);
    }
    const known = texts.get(text);
    if (known !== undefined) return known;
    const old = before.get(ruleId)?.get(text);
    const written = old ? { ...old, running: new Map(), runningBefore: old.running } : read(ruleId, text);
    texts.set(text, written);
    return written;
  }

  return {
    /** A new look at the database begins. What it does not come across is forgotten with the next. */
    nextGeneration(): void {
      before = present;
      present = new Map();
    },

    /** @param text the definition as JSON */
    rule,

    /** The other points, and types of points on the same device, that rules look at. */
    async referencesIn(
      rows: readonly { readonly rule_id: number; readonly definition: string }[],
    ): Promise<{ pointIds: number[]; pointTypeIds: number[] }> {
      const pointIds = new Set<number>();
      const pointTypeIds = new Set<number>();
      let taken = 0;
      for (const { rule_id, definition } of rows) {
        if (++taken % rowsAtOnce === 0) await nextTurn();
        for (const reference of rule(rule_id, definition).references) {
          if ('pointId' in reference) pointIds.add(reference.pointId);
          else pointTypeIds.add(reference.pointTypeId);
        }
      }
      return { pointIds: [...pointIds], pointTypeIds: [...pointTypeIds] };
    },
  };
}

/** The rule with certain points in the place of references; null when the engine cannot run it at all. */
export function runningRule(
  { said, references, running, runningBefore }: WrittenRule,
  find: (reference: PointReference) => number | null,
): RunningRule | null {
  if (said === null) return null;
  const name = references.length === 0 ? '' : references.map(find).join();
  const known = running.get(name);
  if (known !== undefined) return known;
  const found = runningBefore?.get(name) ?? runAt(said, find);
  running.set(name, found);
  return found;
}

function runAt(said: AlarmRule, find: (reference: PointReference) => number | null): RunningRule {
  const rule = withCertainPoints(said, find);
  return { rule, hash: rule === null ? '' : ruleHash(rule), isIncomplete: hasMissing(said, find) };
}
