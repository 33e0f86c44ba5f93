import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFormula } from './formula.ts';
import { formulaWords } from './formulaWords.ts';

const value = (text: string, values: Record<string, number> = {}) => {
  const { formula, problem } = parseFormula(text);
  return formula ? formula.evaluate(new Map(Object.entries(values))) : problem;
};

describe('a formula', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 - 3 - 4', -5],
    ['12 / 3 / 2', 2],
    ['-a * 2', -10],
    ['--5', 5],
    ['avg(a, B, 7)', 4],
    ['MIN(a, b) + max(a, b)', 5],
    ['abs(b - a)', 5],
    ['if(a > b, 1, 2)', 1],
    ['if(a = 5, if(b <> 0, 1, 2), 3)', 2],
    ['a >= 5', 1],
    ['.5 * 4', 2],
  ])('%s', (text, expected) => {
    expect(value(text, { a: 5, b: 0 })).toBe(expected);
  });

  test('has no number where it divides by zero, unless that branch is not taken', () => {
    expect(value('a / b', { a: 1, b: 0 })).toBeNull();
    expect(value('if(b = 0, 0, a / b)', { a: 1, b: 0 })).toBe(0);
    expect(value('max(1, a / b)', { a: 1, b: 0 })).toBeNull();
    expect(value('a / b > 1', { a: 1, b: 0 })).toBeNull();
  });

  test.each([
    ['a + b', ['°C', 'bar']],
    ['a - k', null],
    ['a + 5', null],
    ['b + m * 10', null],
    ['b + -m', ['bar', 'MPa']],
    ['max(b, 2, m)', ['bar', 'MPa']],
    ['if(a > b, 1, 0)', ['°C', 'bar']],
    ['if(a > 0, b, m)', ['bar', 'MPa']],
    ['if(s, b, 0) + b', null],
    ['a / b + m', null],
  ])('knows that units differ where they are put together: %s', (text, expected) => {
    const units = new Map(Object.entries({ a: '°C', b: 'bar', m: 'MPa', k: 'K', s: '' }));
    const differing = parseFormula(text).formula?.differingUnits(units);
    expect(differing && [differing.left, differing.right]).toEqual(expected);
  });

  test('says which values it needs, each once', () => {
    expect(parseFormula('(a + b) / A + supply_2').formula?.variables).toEqual(['a', 'b', 'supply_2']);
  });

  test.each([
    ['', { problem: 'unfinished', at: 0, found: '' }],
    ['1 +', { problem: 'unfinished', at: 3, found: '' }],
    ['1 2', { problem: 'missingOperator', at: 2, found: '2' }],
    ['2(a)', { problem: 'missingOperator', at: 1, found: '(' }],
    ['a)', { problem: 'unexpected', at: 1, found: ')' }],
    ['a $ b', { problem: 'unexpected', at: 2, found: '$' }],
    ['温度 + 1', { problem: 'unexpected', at: 0, found: '温' }],
    ['sqrt(2)', { problem: 'unknownFunction', at: 0, found: 'sqrt' }],
    ['if(1, 2)', { problem: 'argumentCount', at: 0, found: 'if', fewest: 3, most: 3, given: 2 }],
    ['min()', { problem: 'argumentCount', at: 0, found: 'min', fewest: 1, most: 50, given: 0 }],
    ['2 * (1', { problem: 'unclosed', at: 4, found: '(' }],
    ['max(1, 2', { problem: 'unclosed', at: 3, found: '(' }],
    ['max(1 2)', { problem: 'missingOperator', at: 6, found: '2' }],
    ['abs', { problem: 'functionAlone', at: 0, found: 'abs' }],
    ['1 < 2 < 3', { problem: 'unexpected', at: 6, found: '<' }],
    ['constructor(1)', { problem: 'unknownFunction', at: 0, found: 'constructor' }],
  ])('that means nothing is refused at the right place: %s', (text, problem) => {
    expect(value(text)).toEqual(problem);
  });

  test.each([
    ['a * (b + 1', 'The bracket opened at character 5 is never closed', '第 5 个字符处的左括号没有对应的右括号'],
    ['a （b）', 'Character 3: write ( instead of “（”', '第 3 个字符“（”请写成半角的 ('],
    [
      'sqrt(a)',
      'There is no function “sqrt” (character 1). There are min, max, avg, abs, if',
      '第 1 个字符处的函数“sqrt”不存在，可用 min、max、avg、abs、if',
    ],
    ['if(a, 1)', 'if at character 1 takes 3 values, here it has 2', '第 1 个字符处的 if 需要 3 个值，这里给了 2 个'],
  ])('that means nothing is told what is wrong and where: %s', (text, en, zh) => {
    expect(formulaWords(parseFormula(text).problem!)).toEqual({ zh, en });
  });

  test('that is too long or too deep is refused instead of read', () => {
    expect(value('1+'.repeat(300))).toMatchObject({ problem: 'tooLong' });
    expect(value(`${'('.repeat(60)}1${')'.repeat(60)}`)).toMatchObject({ problem: 'tooDeep' });
    expect(value(`${'-'.repeat(400)}1`)).toMatchObject({ problem: 'tooDeep' });
  });

  test('any text is either read or refused', () => {
    const parts = ['1', '.5', 'a', 'if', 'min', '(', ')', ',', '+', '-', '*', '/', '<', '>=', ' ', '$', '温', '\n'];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((some) => some.join('')),
      fc.string({ unit: 'binary', maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (some) => {
        const { formula, problem } = parseFormula(some);
        expect(formula === null).toBe(problem !== null);
        if (problem) expect(formulaWords(problem).en).not.toContain('undefined');
        const result = formula?.evaluate(new Map(formula.variables.map((name) => [name, 2])));
        expect(result === undefined || result === null || Number.isFinite(result)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
