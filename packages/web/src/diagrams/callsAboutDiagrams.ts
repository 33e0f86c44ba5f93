import type { CallName } from '@watchpost/contract';

export const callsAboutDiagrams: readonly CallName[] = ['getDiagramList', 'getDiagram', 'getDiagramVersions'];

/** What follows from roles and relations. */
export const callsAboutRoles: readonly CallName[] = ['getPointRoles', 'getGeneratedDiagramList', 'getGeneratedDiagram'];
