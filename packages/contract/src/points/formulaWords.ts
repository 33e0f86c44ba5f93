import type { Bilingual } from '../call.ts';
import { type FormulaProblem, formulaFunctions, longestFormula } from './formula.ts';

/** Signs of a Chinese keyboard, and those of a schoolbook, with what a formula writes for them. */
const meant: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '、': ',',
  '＋': '+',
  '－': '-',
  '−': '-',
  '×': '*',
  '·': '*',
  '÷': '/',
  '：': '/',
  '＝': '=',
  '＜': '<',
  '＞': '>',
  '≤': '<=',
  '≥': '>=',
  '≠': '<>',
};

/** What is wrong with a formula and where, in one sentence; characters are counted from 1. */
export function formulaWords({ problem, at, found, fewest, most, given }: FormulaProblem): Bilingual {
  const place = at + 1;
  switch (problem) {
    case 'unexpected': {
      const instead = meant[found];
      if (instead !== undefined)
        return {
          zh: `第 ${place} 个字符“${found}”请写成半角的 ${instead}`,
          en: `Character ${place}: write ${instead} instead of “${found}”`,
        };
      return {
        zh: `第 ${place} 个字符处的“${found}”不能出现在这里`,
        en: `“${found}” at character ${place} does not belong there`,
      };
    }
    case 'missingOperator':
      return {
        zh: `第 ${place} 个字符“${found}”之前缺少运算符，例如 + 或 *`,
        en: `An operator such as + or * is missing before “${found}” at character ${place}`,
      };
    case 'unfinished':
      return {
        zh: '公式没有写完：末尾缺少数字、字母或括号',
        en: 'The formula is not finished: a number, a letter or a bracket is missing at its end',
      };
    case 'unclosed':
      return {
        zh: `第 ${place} 个字符处的左括号没有对应的右括号`,
        en: `The bracket opened at character ${place} is never closed`,
      };
    case 'functionAlone':
      return {
        zh: `第 ${place} 个字符处的函数 ${found} 后面须有括号，例如 ${found}(a)`,
        en: `The function ${found} at character ${place} needs brackets, such as ${found}(a)`,
      };
    case 'unknownFunction':
      return {
        zh: `第 ${place} 个字符处的函数“${found}”不存在，可用 ${formulaFunctions.join('、')}`,
        en: `There is no function “${found}” (character ${place}). There are ${formulaFunctions.join(', ')}`,
      };
    case 'argumentCount': {
      const wanted = fewest === most ? `${fewest}` : `${fewest}–${most}`;
      return {
        zh: `第 ${place} 个字符处的 ${found} 需要 ${wanted} 个值，这里给了 ${given} 个`,
        en: `${found} at character ${place} takes ${wanted} ${most === 1 ? 'value' : 'values'}, here it has ${given}`,
      };
    }
    case 'tooLong':
      return { zh: `公式最多 ${longestFormula} 个字符`, en: `A formula has at most ${longestFormula} characters` };
    case 'tooDeep':
      return {
        zh: `第 ${place} 个字符处括号嵌套过深`,
        en: `Too many brackets inside one another at character ${place}`,
      };
  }
}
