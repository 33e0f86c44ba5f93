import type { Bilingual, PermissionName } from '@watchpost/contract';
import { createContext, useContext } from 'react';

/** A screen that not everybody may open. */
export interface GuardedScreen {
  readonly path: string;
  readonly title: Bilingual;
  /** Any of these opens it. */
  readonly access: readonly PermissionName[];
}

/** The menu of one platform. */
export interface PlatformMenu {
  readonly platform: Bilingual;
  readonly titles: readonly { readonly path: string; readonly title: Bilingual }[];
}

/** Whose menu is asked for. */
export interface MenuViewer {
  /** Ids held for the company or for the project. */
  readonly permissions: ReadonlySet<number>;
  /** Of the project; null without one. */
  readonly industry: number | null;
  /** Only some devices of the project are visible to the user. */
  readonly isLimited: boolean;
  /** Codes of the subsystems that the project has devices of. */
  readonly subsystems: ReadonlySet<string>;
  /** The user has more than one project, or one with a position: a map has something to show. */
  readonly placesToShow: boolean;
}

/** What the shell knows about the product's screens. Domains do not import the shell: it hands this in. */
export interface Screens {
  readonly guarded: readonly GuardedScreen[];
  menusOf(viewer: MenuViewer): readonly PlatformMenu[];
}

export const ScreensContext = createContext<Screens | null>(null);

export function useScreens(): Screens {
  const screens = useContext(ScreensContext);
  if (!screens) throw new Error('these pages get the product’s screens from the shell');
  return screens;
}
