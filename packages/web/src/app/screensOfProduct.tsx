import type { ComponentType } from 'react';
import { type Screens, ScreensContext } from '../access/index.ts';
import type { PageProps } from '../lib/page.ts';
import { type Company, useSession } from '../lib/session.ts';
import { buildMenu, screensOf } from './buildMenu.ts';
import { type PlatformName, platforms, routes } from './routeTable.ts';
import { isPlatformOn } from './usePlatform.ts';

const platformNames = Object.keys(platforms) as PlatformName[];

/** The screens as somebody with other rights would have them, in this company. */
const screensIn = ({ Flags: flags, IsOperator: ofOperator, KnowledgeHubUrl }: Company): Screens => ({
  guarded: routes.flatMap(({ path, title, access }) => (typeof access === 'string' ? [] : [{ path, title, access }])),
  menusOf: (viewer) =>
    platformNames
      .filter((name) => isPlatformOn(name, flags))
      .map((name) => ({
        platform: platforms[name],
        titles: screensOf(
          buildMenu(routes, { ...viewer, ofOperator, knowledgeHub: KnowledgeHubUrl !== null, platform: name }),
        )
          // What stands on every platform is said once.
          .filter((route) => route.platform === name || name === 'BUSINESS')
          .map(({ path, title }) => ({ path, title })),
      }))
      .filter(({ titles }) => titles.length > 0),
});

/** A page that explains other people's rights needs to know the screens; pages do not import the shell. */
export const withScreens = (Page: ComponentType<PageProps>): ComponentType<PageProps> =>
  function PageWithScreens(props) {
    const { company } = useSession();
    return (
      <ScreensContext value={screensIn(company)}>
        <Page {...props} />
      </ScreensContext>
    );
  };
