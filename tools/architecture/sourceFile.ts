import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree; ESTree with TypeScript's additions. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Import {
  /** As written. */
  specifier: string;
  /** File of ours it leads to, from the project root with `/`; null for packages and Node's own modules. */
  target: string | null;
  /** Vanishes when types are stripped. */
  typeOnly: boolean;
  line: number;
}

export interface SourceFile {
  /** From the project root, with `/`. */
  path: string;
  imports: readonly Import[];
  /** Every node, parents before children. */
  nodes: readonly SyntaxNode[];
  lineOf(node: SyntaxNode): number;
}

/** Workspace packages by the name they are imported by. */
const PACKAGE_ENTRY = /^@watchpost\/([a-z0-9]+)$/;

/** Reads one file's syntax; comments and strings cannot be mistaken for code. */
export function parseSource(filePath: string, text: string): SourceFile {
  const { program, errors } = parseSync(filePath, text);
  if (errors.length > 0) throw new Error(`${filePath} does not parse: ${errors[0]?.message}`);
  const nodes: SyntaxNode[] = [];
  collect(program as unknown as SyntaxNode, nodes);
  const lineOf = (node: SyntaxNode) => text.slice(0, node.start).split('\n').length;
  const imports = nodes.flatMap((node) => {
    const source = node.source as SyntaxNode | null | undefined;
    if (!/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression)$/.test(node.type))
      return [];
    if (typeof source?.value !== 'string') return [];
    const specifier = source.value;
    return [{ specifier, target: targetOf(filePath, specifier), typeOnly: isTypeOnly(node), line: lineOf(node) }];
  });
  return { path: filePath, imports, nodes, lineOf };
}

function collect(node: SyntaxNode, into: SyntaxNode[]): void {
  into.push(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as SyntaxNode).type === 'string') {
        collect(child as SyntaxNode, into);
      }
    }
  }
}

function isTypeOnly(node: SyntaxNode): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers as { importKind?: string; exportKind?: string }[] | undefined;
  if (specifiers === undefined || specifiers.length === 0) return false;
  return specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
}

function targetOf(from: string, specifier: string): string | null {
  const ours = PACKAGE_ENTRY.exec(specifier)?.[1];
  if (ours !== undefined) return `packages/${ours}/src/index.ts`;
  if (!specifier.startsWith('.')) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, '')));
}

/** All sources of the packages and the journeys, parsed. */
export function readSources(root: string): SourceFile[] {
  const files = globSync(['packages/*/src/**/*.{ts,tsx}', 'e2e/**/*.ts'], { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.includes('node_modules/') && !name.endsWith('.generated.ts'))
    .filter((name) => existsSync(path.join(root, name)));
  return files.sort().map((name) => parseSource(name, readFileSync(path.join(root, name), 'utf8')));
}
