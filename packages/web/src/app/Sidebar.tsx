import {
  AimOutlined,
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  BlockOutlined,
  BorderInnerOutlined,
  BulbOutlined,
  CarOutlined,
  CarryOutOutlined,
  CheckSquareOutlined,
  CloudOutlined,
  ClusterOutlined,
  CoffeeOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  ControlOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  DesktopOutlined,
  DownloadOutlined,
  DownOutlined,
  EditOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  FilePdfOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FireOutlined,
  FundOutlined,
  GlobalOutlined,
  GroupOutlined,
  HistoryOutlined,
  HomeOutlined,
  InboxOutlined,
  KeyOutlined,
  LayoutOutlined,
  LineChartOutlined,
  LockOutlined,
  NodeIndexOutlined,
  NotificationOutlined,
  PieChartOutlined,
  PlaySquareOutlined,
  PoweroffOutlined,
  ProfileOutlined,
  ProjectOutlined,
  QrcodeOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  ShopOutlined,
  SnippetsOutlined,
  SolutionOutlined,
  SoundOutlined,
  SwapOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  UnorderedListOutlined,
  UsergroupAddOutlined,
  VideoCameraOutlined,
  WalletOutlined,
} from '@ant-design/icons';
import { type ComponentType, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { usePreference } from '../lib/preferences.ts';
import { useSession } from '../lib/session.ts';
import { SeverityMark } from '../ui/index.ts';
import type { MenuGroup } from './buildMenu.ts';
import { useKeptAddresses } from './keptAddresses.ts';
import type { AppRoute, MenuIcon } from './routeTable.ts';
import { menuGroupText, text } from './text.ts';
import { useProjectAlarmCount } from './useOpenAlarms.ts';

const icons: Record<MenuIcon, ComponentType> = {
  alarm: AlertOutlined,
  allAlarms: BellOutlined,
  allEvents: HistoryOutlined,
  applications: AuditOutlined,
  audio: SoundOutlined,
  bakery: CoffeeOutlined,
  board: TableOutlined,
  cameras: VideoCameraOutlined,
  climate: ExperimentOutlined,
  cold: ControlOutlined,
  companies: ShopOutlined,
  devices: AppstoreOutlined,
  diagram: DeploymentUnitOutlined,
  download: DownloadOutlined,
  electricity: ThunderboltOutlined,
  elevator: ColumnHeightOutlined,
  energy: LineChartOutlined,
  energySettings: ControlOutlined,
  energyTable: BarChartOutlined,
  environment: CloudOutlined,
  events: NotificationOutlined,
  fire: FireOutlined,
  footfall: UsergroupAddOutlined,
  gateways: ClusterOutlined,
  inbox: InboxOutlined,
  knowledge: ReadOutlined,
  light: BulbOutlined,
  logs: FileSearchOutlined,
  map: EnvironmentOutlined,
  mapping: SwapOutlined,
  members: TeamOutlined,
  parameters: ProfileOutlined,
  permissions: SafetyCertificateOutlined,
  plan: BorderInnerOutlined,
  parking: CarOutlined,
  pointList: UnorderedListOutlined,
  points: AimOutlined,
  projects: ApartmentOutlined,
  proof: AuditOutlined,
  publishedReports: FilePdfOutlined,
  relic: BankOutlined,
  repair: ToolOutlined,
  repairBoard: ProjectOutlined,
  reportPolicies: ScheduleOutlined,
  analysisDevices: PieChartOutlined,
  analysisHome: FundOutlined,
  analysisRepairs: ToolOutlined,
  analysisService: CustomerServiceOutlined,
  assetContracts: FileProtectOutlined,
  assets: WalletOutlined,
  commissioning: CheckSquareOutlined,
  maintenanceContracts: FileProtectOutlined,
  maintenanceOrders: CarryOutOutlined,
  maintenanceTeams: TeamOutlined,
  maintenanceTemplates: SnippetsOutlined,
  dashboard: LayoutOutlined,
  customers: SolutionOutlined,
  bootPasswords: KeyOutlined,
  bootUnits: PoweroffOutlined,
  calibers: ColumnWidthOutlined,
  pipes: ColumnHeightOutlined,
  reports: FileTextOutlined,
  scheduleGroups: GroupOutlined,
  schedules: FieldTimeOutlined,
  security: LockOutlined,
  settings: SettingOutlined,
  signs: DesktopOutlined,
  stocktakes: QrcodeOutlined,
  tags: TagsOutlined,
  templates: BlockOutlined,
  track: NodeIndexOutlined,
  truck: CarOutlined,
  unit: DashboardOutlined,
  video: PlaySquareOutlined,
  vpn: GlobalOutlined,
  warehouse: HomeOutlined,
  waybill: FileDoneOutlined,
  writes: EditOutlined,
};

/**
 * The menu of the platform. `rail` shows icons only; it opens over the page under the pointer, and closes when an entry is chosen.
 */
export function Sidebar({ menu, rail, onLeave }: { menu: readonly MenuGroup[]; rail: boolean; onLeave?: () => void }) {
  const t = useText(text);
  const heads = useText(menuGroupText);
  const [folded, setFolded] = usePreference<readonly string[]>('menu.folded', [], Array.isArray);
  const [still, setStill] = useState(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key chooses an entry by clicking it
    <nav
      className={`sidebar-nav${rail ? ' sidebar-rail' : ''}${still ? ' sidebar-still' : ''}`}
      aria-label={t.mainMenu}
      onClick={() => setStill(true)}
      onMouseLeave={() => setStill(false)}
    >
      {menu.map(({ name, entries }) => {
        const open = rail || menu.length === 1 || !folded.includes(name);
        return (
          <section key={name} aria-label={heads[name]}>
            {menu.length === 1 ? null : (
              <button
                type="button"
                className="sidebar-heading"
                aria-expanded={open}
                onClick={() => setFolded(open ? [...folded, name] : folded.filter((each) => each !== name))}
              >
                {heads[name]}
                <DownOutlined className={`sidebar-arrow${open ? ' sidebar-arrow-open' : ''}`} />
              </button>
            )}
            {open ? (
              <ul>
                {entries.map((entry) =>
                  entry.kind === 'item' ? (
                    <Item key={entry.route.path} route={entry.route} onLeave={onLeave} />
                  ) : (
                    <Subsystems key="subsystems" routes={entry.routes} rail={rail} onLeave={onLeave} />
                  ),
                )}
              </ul>
            ) : null}
          </section>
        );
      })}
    </nav>
  );
}

function Item({ route, onLeave }: { route: AppRoute; onLeave: (() => void) | undefined }) {
  const t = useText(text);
  const { company } = useSession();
  const inWords = useBilingual();
  const title = inWords(route.title);
  const Icon = icons[route.menu?.icon ?? 'devices'];
  const content = (
    <>
      <span className="sidebar-icon">
        <Icon />
      </span>
      <span className="sidebar-label">{title}</span>
    </>
  );
  // On the page itself it leads back to all that is there.
  const kept = useKeptAddresses().get(route.path);
  const isHere = useLocation().pathname === route.path;
  const address = isHere ? route.path : (kept ?? route.path);
  const hub = route.menu?.when === 'knowledgeHub' ? company.KnowledgeHubUrl : null;
  return (
    <li>
      {hub === null ? (
        <NavLink to={address} className="sidebar-item" title={title} onClick={onLeave}>
          {content}
          {route.path === links.alarms ? <AlarmCount /> : null}
        </NavLink>
      ) : (
        <a
          href={hub}
          target="_blank"
          rel="noopener noreferrer"
          className="sidebar-item"
          title={title}
          onClick={onLeave}
        >
          {content}
          <span className="visually-hidden"> {t.opensWindow}</span>
        </a>
      )}
    </li>
  );
}

/** Open alarms of the project, in the colour and shape of the worst. */
function AlarmCount() {
  const t = useText(text);
  const counts = useProjectAlarmCount();
  if (!counts || counts.Total === 0) return null;
  const worst = Math.min(...counts.Levels.filter(({ Count }) => Count > 0).map(({ Level }) => Level));
  return (
    <span className="sidebar-count tabular">
      <SeverityMark level={Number.isFinite(worst) ? worst : 4} variant="word" size={10}>
        {counts.Total > 99 ? '99+' : counts.Total}
        <span className="visually-hidden"> {t.openAlarms(counts.Total)}</span>
      </SeverityMark>
    </span>
  );
}

function Subsystems({
  routes,
  rail,
  onLeave,
}: {
  routes: readonly AppRoute[];
  rail: boolean;
  onLeave: (() => void) | undefined;
}) {
  const t = useText(text);
  const [open, setOpen] = useState(true);
  const items = routes.map((route) => <Item key={route.path} route={route} onLeave={onLeave} />);
  if (rail) return items;
  return (
    <li>
      <button type="button" className="sidebar-item" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="sidebar-icon">
          <AppstoreOutlined />
        </span>
        <span className="sidebar-label">{t.subsystems}</span>
        <DownOutlined className={`sidebar-arrow${open ? ' sidebar-arrow-open' : ''}`} />
      </button>
      {open ? <ul className="sidebar-nested">{items}</ul> : null}
    </li>
  );
}
