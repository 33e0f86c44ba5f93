import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useProject, useSeesWholeProject } from '../lib/session.ts';
import { EmptyState } from '../ui/index.ts';
import { CertificatesTab } from './CertificatesTab.tsx';
import { ConformityTab } from './ConformityTab.tsx';
import './compliance.css';
import { FindingsTab } from './FindingsTab.tsx';
import { PacksTab } from './PacksTab.tsx';
import { ProfilesTab } from './ProfilesTab.tsx';
import { SealsTab } from './SealsTab.tsx';
import { proofText } from './text.ts';

const tabs = ['conformity', 'findings', 'packs', 'certificates', 'profiles', 'seals'] as const;

/** Records that are proof: what they conform to, what is to be explained, packs, and their seals. Route /reportManage/proof. */
export function ProofPage() {
  const t = useText(proofText);
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  const seesAll = useSeesWholeProject();
  if (!seesAll) return <EmptyState title={t.wholeProject} />;
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'conformity';
  const content = {
    conformity: <ConformityTab />,
    findings: <FindingsTab />,
    packs: <PacksTab />,
    certificates: <CertificatesTab />,
    profiles: <ProfilesTab />,
    seals: <SealsTab />,
  };
  return (
    <Tabs
      key={ProjectId}
      activeKey={tab}
      aria-label={t.tabs}
      destroyOnHidden
      // The filters of one list mean nothing to another.
      onChange={(key) => setParams(key === 'conformity' ? {} : { tab: key })}
      items={tabs.map((key) => ({ key, label: t[key], children: key === tab ? content[key] : null }))}
    />
  );
}
