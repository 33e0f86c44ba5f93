import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageProps } from '../lib/page.ts';
import type { LoadPage } from './routeTable.ts';

/** Spec §9: a chunk that has not come by then will not come. */
const chunkTimeoutMs = 120_000;

/** The program of a page did not arrive: no network, or a newer version was installed and the file is gone. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super('page program did not load', { cause });
    this.name = 'PageLoadError';
  }
}

async function arrived<Program>(program: Promise<Program>): Promise<Program> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      program,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer in ${chunkTimeoutMs} ms`)), chunkTimeoutMs);
      }),
    ]);
  } catch (cause) {
    throw new PageLoadError(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** A part of the shell that not everybody needs at once, as a component that loads itself. Render it inside a boundary. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await arrived(load()) }));

async function load(page: LoadPage): Promise<{ default: ComponentType<PageProps> }> {
  try {
    return await arrived(page());
  } catch (error) {
    // So that the next attempt asks again instead of failing from memory.
    loaded.delete(page);
    throw error;
  }
}

const loaded = new Map<LoadPage, LazyExoticComponent<ComponentType<PageProps>>>();

/** The page as a component that loads itself when first shown; the same one each time. Render it inside a boundary. */
export function lazyPage(page: LoadPage): LazyExoticComponent<ComponentType<PageProps>> {
  let component = loaded.get(page);
  if (!component) {
    component = lazy(() => load(page));
    loaded.set(page, component);
  }
  return component;
}
