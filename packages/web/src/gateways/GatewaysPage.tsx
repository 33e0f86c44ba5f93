import type { GatewayUse } from '@watchpost/contract';
import type { PageProps } from '../lib/page.ts';
import { CompanyGatewayList, ProjectGatewayList } from './GatewayList.tsx';

const usesByPath: Readonly<Record<string, GatewayUse>> = {
  '/terminalManage/collector': 'collector',
  '/terminalManage/transportManage': 'vehicle',
};

/**
 * Gateways: of the project (/terminalManage/gateway), those of it that hear tags (/terminalManage/collector) or are in vehicles
 * (/terminalManage/transportManage), their configuration (/projectConfig/gatewayConfiguration), or of every project that is open to the
 * reader (/deviceManage/gatewayConfiguration).
 */
export function GatewaysPage({ path }: PageProps) {
  if (path === '/deviceManage/gatewayConfiguration') return <CompanyGatewayList />;
  return (
    <ProjectGatewayList
      key={path}
      isConfiguration={path === '/projectConfig/gatewayConfiguration'}
      use={usesByPath[path] ?? null}
    />
  );
}
