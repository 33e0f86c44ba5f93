import type { ComponentType } from 'react';
import type { PageProps } from '../lib/page.ts';
import { type Session, useSession } from '../lib/session.ts';
import { type Screens, ScreensContext } from '../people/index.ts';
import { buildMenu, menuFacts, screensOf } from './buildMenu.ts';
import { type PlatformName, platforms } from './platforms.ts';
import { isInCompany, viewerOf } from './routeAccess.ts';
import type { AppRoute } from './routeTable.ts';

const platformNames = Object.keys(platforms) as PlatformName[];

/** The screens as somebody with other rights would have them, in this company. */
const screensIn = (session: Session, routes: readonly AppRoute[]): Screens => {
  const { companyId, flags, ofOperator } = viewerOf(session);
  const { knowledgeHub } = menuFacts(session);
  return {
    guarded: routes
      .filter((route) => isInCompany(route, { companyId, flags }))
      .flatMap(({ path, title, access }) => (typeof access === 'string' ? [] : [{ path, title, access }])),
    menusOf: (viewer) =>
      platformNames
        .map((name) => ({
          platform: platforms[name],
          titles: screensOf(
            buildMenu(routes, { ...viewer, companyId, flags, ofOperator, knowledgeHub, platform: name }),
          )
            // What stands on every platform is said once.
            .filter((route) => route.platform === name || name === 'BUSINESS')
            .map(({ path, title }) => ({ path, title })),
        }))
        .filter(({ titles }) => titles.length > 0),
  };
};

/** A page that explains other people's rights needs to know the screens; pages do not import the shell. */
export const withScreens = (Page: ComponentType<PageProps>, routes: readonly AppRoute[]): ComponentType<PageProps> =>
  function PageWithScreens(props) {
    const session = useSession();
    return (
      <ScreensContext value={screensIn(session, routes)}>
        <Page {...props} />
      </ScreensContext>
    );
  };
