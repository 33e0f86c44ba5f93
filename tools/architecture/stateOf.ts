import type { SourceFile, SyntaxNode } from './sourceFile.ts';

const isCollection = (node: unknown): boolean => {
  const {
    type,
    callee,
    arguments: args,
  } = (node ?? {}) as { type?: string; callee?: SyntaxNode; arguments?: unknown[] };
  return type === 'NewExpression' && /^(Weak)?(Map|Set)$/.test(String(callee?.name)) && args?.length === 0;
};
/** A list that begins empty, to be filled. */
const isEmptyList = (node: unknown): boolean => {
  const { type, elements } = (node ?? {}) as { type?: string; elements?: unknown[] };
  return type === 'ArrayExpression' && elements?.length === 0;
};
/** A timer, work under way, or a yes or no: they say what this process does now, not what it knows. */
function isMomentary(annotation: unknown, init: unknown): boolean {
  const { type, value, callee } = (init ?? {}) as { type?: string; value?: unknown; callee?: SyntaxNode };
  if (type === 'Literal' && typeof value === 'boolean') return true;
  const written = (annotation as { typeAnnotation?: SyntaxNode } | undefined)?.typeAnnotation;
  const made = callee?.object as SyntaxNode | undefined;
  const kinds = written?.type === 'TSUnionType' ? (written.types as SyntaxNode[]) : written ? [written] : [];
  return made?.name === 'Promise' || kinds.some(isMomentaryType);
}
function isMomentaryType({ type, typeName }: SyntaxNode): boolean {
  if (type === 'TSBooleanKeyword') return true;
  const { name, right } = (typeName ?? {}) as { name?: string; right?: SyntaxNode };
  return /^(Timeout|Promise)$/.test(String(name ?? right?.name));
}
/** What makes things that live as long as the server. */
const makesParts = /^(open|create|load|start|serve|follow|keep)[A-Z]/;

interface Declarator {
  id: { name?: string; typeAnnotation?: unknown };
  init: SyntaxNode | null;
}
const declaratorsOf = (node: SyntaxNode): Declarator[] =>
  node.type === 'VariableDeclaration' ? (node.declarations as unknown as Declarator[]) : [];

/** Statements of a module or function, without those of functions inside. */
function statementsOf(node: SyntaxNode): SyntaxNode[] {
  const body = (node.body ?? []) as SyntaxNode | SyntaxNode[];
  const list = Array.isArray(body) ? body : ((body as SyntaxNode).body as SyntaxNode[] | undefined);
  return (Array.isArray(list) ? list : []).map((one) => (one.declaration as SyntaxNode | null) ?? one);
}

/**
 * What of a file stays in memory, as far as it is seen: variables of the module; in functions that make parts of the server by their
 * name, and in classes, what is assigned again, and collections and lists that begin empty. Timers, work under way and yes or
 * no are left out. What a function of another name makes, and what is filled where it is made, is not seen.
 */
export function stateOf(file: SourceFile): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  const add = (name: string | undefined, node: SyntaxNode) => {
    if (!found.some((one) => one.name === name)) found.push({ name: name ?? '?', line: file.lineOf(node) });
  };
  const isFilled = (init: unknown, annotation: unknown): boolean =>
    isCollection(init) || (isEmptyList(init) && !/"operator":"readonly"/.test(JSON.stringify(annotation ?? null)));
  for (const statement of statementsOf(file.nodes[0]!)) {
    for (const { id, init } of declaratorsOf(statement))
      if (statement.kind === 'let' || isFilled(init, id.typeAnnotation)) add(id.name, statement);
    if (statement.type !== 'FunctionDeclaration' || !makesParts.test(String((statement.id as SyntaxNode).name)))
      continue;
    for (const inner of statementsOf(statement)) {
      for (const { id, init } of declaratorsOf(inner))
        if (isFilled(init, id.typeAnnotation) || (inner.kind === 'let' && !isMomentary(id.typeAnnotation, init)))
          add(id.name, inner);
    }
  }
  for (const node of file.nodes) {
    if (node.type !== 'PropertyDefinition' || node.static) continue;
    const { name } = node.key as { name?: string };
    if (isFilled(node.value, node.typeAnnotation) || (!node.readonly && !isMomentary(node.typeAnnotation, node.value)))
      add(name, node);
  }
  return found;
}
