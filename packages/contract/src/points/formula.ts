import { commonUnit, type FormulaUnit, UnitsDiffer } from './formulaUnits.ts';

/**
 * Formulas of computed points: numbers, `+ - * / ( )`, comparisons, `min max avg abs if`, and letters that stand for
 * other points. See docs/decisions/0020-formulas.md.
 *
 * @example parseFormula('if(a > 0, avg(b, c), 0)').formula?.variables // ['a', 'b', 'c']
 */
export interface Formula {
  /** Names of what it needs, in the order in which they first stand in it. */
  readonly variables: readonly string[];
  /** Null where it has no number: a division by zero, or an overflow. Every variable must be given. */
  evaluate(values: ReadonlyMap<string, number>): number | null;
  /** Two units that it adds, subtracts, compares or chooses between; null: none that differ. A variable without one fits any. */
  differingUnits(units: ReadonlyMap<string, string>): { readonly left: string; readonly right: string } | null;
  /** The unit of what comes out, of a formula whose units do not differ; null: one that nobody knows. */
  unitOfResult(units: ReadonlyMap<string, string>): FormulaUnit;
}

/** What is wrong with the text, and at which character (from 0). */
export interface FormulaProblem {
  readonly problem:
    | 'unexpected'
    | 'missingOperator'
    | 'unfinished'
    /** Of a bracket: where it was opened. */
    | 'unclosed'
    | 'functionAlone'
    | 'unknownFunction'
    | 'argumentCount'
    | 'tooLong'
    | 'tooDeep';
  readonly at: number;
  /** What stands there; empty at the end. */
  readonly found: string;
  /** Of `argumentCount`: how many values the function takes, and how many it was given. */
  readonly fewest?: number;
  readonly most?: number;
  readonly given?: number;
}

export type ParsedFormula =
  | { readonly formula: Formula; readonly problem: null }
  | { readonly formula: null; readonly problem: FormulaProblem };

type Values = ReadonlyMap<string, number>;
type Units = ReadonlyMap<string, string>;
interface Node {
  value(values: Values): number;
  /** @throws UnitsDiffer */
  unit(units: Units): FormulaUnit;
}

/** Characters; a formula that needs more is a program. */
export const longestFormula = 500;
/** Parentheses in parentheses; far more than anybody can read. */
const deepest = 40;

interface FunctionRow {
  readonly fewest: number;
  readonly most: number;
  apply(args: readonly Node[], values: Values): number;
  /** Of its arguments; those that are compared, or of which one comes out, have the same. */
  unit?(units: readonly FormulaUnit[]): FormulaUnit;
}

const all = (args: readonly Node[], values: Values): number[] => args.map((arg) => arg.value(values));

/** Every function a formula can call. */
const functions: Readonly<Record<string, FunctionRow>> = {
  min: { fewest: 1, most: 50, apply: (args, values) => Math.min(...all(args, values)) },
  max: { fewest: 1, most: 50, apply: (args, values) => Math.max(...all(args, values)) },
  avg: {
    fewest: 1,
    most: 50,
    apply: (args, values) => all(args, values).reduce((sum, value) => sum + value, 0) / args.length,
  },
  abs: { fewest: 1, most: 1, apply: ([arg], values) => Math.abs(arg!.value(values)) },
  /** The branch that is not taken may divide by zero. */
  if: {
    fewest: 3,
    most: 3,
    apply: ([test, yes, no], values) => (test!.value(values) !== 0 ? yes! : no!).value(values),
    unit: ([, yes, no]) => commonUnit([yes!, no!]),
  },
};
export const formulaFunctions = Object.keys(functions);

interface Token {
  readonly kind: 'number' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const pattern = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z_]\w*)|(<=|>=|<>|!=|==|[-+*/(),<>=]))/y;

class Refused extends Error {
  readonly problem: FormulaProblem;
  constructor(
    problem: FormulaProblem['problem'],
    { at, text }: Pick<Token, 'at' | 'text'>,
    more: Pick<FormulaProblem, 'fewest' | 'most' | 'given'> = {},
  ) {
    super(problem);
    this.problem = { problem, at, found: text, ...more };
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  let at = 0;
  while (at < text.trimEnd().length) {
    const match = pattern.exec(text);
    if (!match) {
      const start = at + (text.slice(at).match(/^\s*/)?.[0].length ?? 0);
      throw new Refused('unexpected', { at: start, text: [...text.slice(start)][0] ?? '' });
    }
    const [whole, number, name, operator] = match;
    const found = number ?? name ?? operator ?? '';
    tokens.push({
      kind: number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator',
      text: found,
      at: at + whole.length - found.length,
    });
    at = pattern.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '!=': (a, b) => a !== b,
};

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  // Infinity would look like a number to a comparison.
  '/': (a, b) => (b === 0 ? Number.NaN : a / b),
};

/** Recursive descent: comparison → sum → product → sign → number, name, call or parentheses. */
class Parser {
  readonly variables: string[] = [];
  readonly #tokens: readonly Token[];
  #place = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#comparison();
    if (this.#here.kind !== 'end') throw this.#unexpectedAfterValue();
    return node;
  }

  get #here(): Token {
    return this.#tokens[this.#place]!;
  }

  #unexpected(): Refused {
    return new Refused(this.#here.kind === 'end' ? 'unfinished' : 'unexpected', this.#here);
  }

  /** What stands here is no continuation of the value before it. */
  #unexpectedAfterValue(): Refused {
    const { kind, text } = this.#here;
    const isValue = kind === 'number' || kind === 'name' || text === '(';
    return isValue ? new Refused('missingOperator', this.#here) : this.#unexpected();
  }

  #take(operator: string): boolean {
    if (this.#here.kind !== 'operator' || this.#here.text !== operator) return false;
    this.#place++;
    return true;
  }

  /** The end of what was opened there. */
  #close(opened: Token): void {
    if (this.#take(')')) return;
    throw this.#here.kind === 'end' ? new Refused('unclosed', opened) : this.#unexpectedAfterValue();
  }

  #operatorOf<Operators extends Readonly<Record<string, unknown>>>(
    operators: Operators,
    allowed: (text: string) => boolean = () => true,
  ): Operators[string] | null {
    const { kind, text } = this.#here;
    if (kind !== 'operator' || !Object.hasOwn(operators, text) || !allowed(text)) return null;
    this.#place++;
    return operators[text] as Operators[string];
  }

  #comparison(): Node {
    if (++this.#depth > deepest) throw new Refused('tooDeep', this.#here);
    const left = this.#sum();
    const compare = this.#operatorOf(comparisons);
    this.#depth--;
    if (!compare) return left;
    const right = this.#sum();
    return {
      value(values) {
        const [a, b] = [left.value(values), right.value(values)];
        return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : compare(a, b) ? 1 : 0;
      },
      unit(units) {
        commonUnit([left.unit(units), right.unit(units)]);
        return null;
      },
    };
  }

  #chain(next: () => Node, signs: string, unitOf: (units: readonly FormulaUnit[]) => FormulaUnit): Node {
    let node = next();
    for (;;) {
      const apply = this.#operatorOf(arithmetic, (text) => signs.includes(text));
      if (!apply) return node;
      const [left, right] = [node, next()];
      node = {
        value: (values) => apply(left.value(values), right.value(values)),
        unit: (units) => unitOf([left.unit(units), right.unit(units)]),
      };
    }
  }

  #sum(): Node {
    return this.#chain(() => this.#product(), '+-', commonUnit);
  }

  #product(): Node {
    return this.#chain(
      () => this.#signed(),
      '*/',
      () => null,
    );
  }

  #signed(): Node {
    if (this.#take('-')) {
      if (++this.#depth > deepest) throw new Refused('tooDeep', this.#here);
      const node = this.#signed();
      this.#depth--;
      return { value: (values) => -node.value(values), unit: (units) => node.unit(units) };
    }
    return this.#atom();
  }

  #atom(): Node {
    const token = this.#here;
    if (this.#take('(')) {
      const node = this.#comparison();
      this.#close(token);
      return node;
    }
    if (token.kind === 'number') {
      this.#place++;
      const value = Number(token.text);
      return { value: () => value, unit: () => null };
    }
    if (token.kind !== 'name') throw this.#unexpected();
    this.#place++;
    const bracket = this.#here;
    if (this.#take('(')) return this.#call(token, bracket);
    const name = token.text.toLowerCase();
    if (Object.hasOwn(functions, name)) throw new Refused('functionAlone', token);
    if (!this.variables.includes(name)) this.variables.push(name);
    return { value: (values) => values.get(name) ?? Number.NaN, unit: (units) => units.get(name) || null };
  }

  #call(token: Token, bracket: Token): Node {
    const name = token.text.toLowerCase();
    const row = Object.hasOwn(functions, name) ? functions[name]! : null;
    if (!row) throw new Refused('unknownFunction', token);
    const args: Node[] = [];
    if (!this.#take(')')) {
      do args.push(this.#comparison());
      while (this.#take(','));
      this.#close(bracket);
    }
    const { fewest, most } = row;
    if (args.length < fewest || args.length > most)
      throw new Refused('argumentCount', token, { fewest, most, given: args.length });
    const unitOf = row.unit ?? commonUnit;
    return {
      value: (values) => row.apply(args, values),
      unit: (units) => unitOf(args.map((arg) => arg.unit(units))),
    };
  }
}

/** What a text means as a formula, or the first thing in it that it cannot mean. Capitals do not count. */
export function parseFormula(text: string): ParsedFormula {
  try {
    if (text.length > longestFormula) throw new Refused('tooLong', { at: longestFormula, text: '' });
    const parser = new Parser(tokensOf(text));
    const node = parser.whole();
    const { variables } = parser;
    return {
      formula: {
        variables,
        evaluate(values) {
          const value = node.value(values);
          return Number.isFinite(value) ? value : null;
        },
        unitOfResult: (units) => node.unit(units),
        differingUnits(units) {
          try {
            node.unit(units);
            return null;
          } catch (error) {
            if (error instanceof UnitsDiffer) return { left: error.left, right: error.right };
            throw error;
          }
        },
      },
      problem: null,
    };
  } catch (error) {
    if (error instanceof Refused) return { formula: null, problem: error.problem };
    throw error;
  }
}
