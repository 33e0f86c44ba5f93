import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { PlantSnapshot } from '@watchpost/demo';

/** The saved plant; undefined when there is none or it cannot be read, which costs the demo its continuity, not its start. */
export function readPlantFile(file: string, warn: (message: string) => void): PlantSnapshot | undefined {
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as PlantSnapshot;
    if (Number.isFinite(saved.atMs) && typeof saved.parts === 'object') return saved;
    warn('The saved plant is not one; starting a fresh one');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      warn('The saved plant cannot be read; starting a fresh one');
  }
  return undefined;
}

/** Whole or not at all: a reader never sees half a file. */
export function writePlantFile(file: string, snapshot: PlantSnapshot): void {
  const part = `${file}.part`;
  writeFileSync(part, JSON.stringify(snapshot), { mode: 0o600 });
  renameSync(part, file);
}
