import type { CallName } from '@watchpost/contract';

export const callsAboutDiagrams: readonly CallName[] = ['getDiagramList', 'getDiagram', 'getDiagramVersions'];
