import type { SourceFile, SyntaxNode } from './sourceFile.ts';

const isCollection = (node: unknown): boolean => {
  const {
    type,
    callee,
    arguments: args,
  } = (node ?? {}) as { type?: string; callee?: SyntaxNode; arguments?: unknown[] };
  return type === 'NewExpression' && /^(Weak)?(Map|Set)$/.test(String(callee?.name)) && args?.length === 0;
};
/** What makes things that live as long as the server. */
const makesParts = /^(open|create|load|start|serve|follow|keep)[A-Z]/;

interface Declarator {
  id: { name?: string };
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
 * What of a file stays in memory, as far as it is seen: variables and empty collections of the module, empty collections of a class, and
 * of functions that make parts of the server by their name. Other fields of a class, single variables of such a function, and what is
 * made by a function of another name are not seen.
 */
export function stateOf(file: SourceFile): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  const add = (name: string | undefined, node: SyntaxNode) =>
    found.push({ name: name ?? '?', line: file.lineOf(node) });
  const module = file.nodes[0]!;
  for (const statement of statementsOf(module)) {
    for (const { id, init } of declaratorsOf(statement))
      if (statement.kind === 'let' || isCollection(init)) add(id.name, statement);
    if (statement.type !== 'FunctionDeclaration' || !makesParts.test(String((statement.id as SyntaxNode).name)))
      continue;
    for (const inner of statementsOf(statement)) {
      for (const { id, init } of declaratorsOf(inner)) if (isCollection(init)) add(id.name, inner);
    }
  }
  for (const node of file.nodes) {
    if (node.type === 'PropertyDefinition' && isCollection(node.value))
      add((node.key as SyntaxNode).name as string, node);
  }
  return found;
}
