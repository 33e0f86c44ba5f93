import type { PageProps } from '../lib/page.ts';
import { CompanyGatewayList, ProjectGatewayList } from './GatewayList.tsx';

/**
 * Gateways: of the project (/terminalManage/gateway), their configuration (/projectConfig/gatewayConfiguration), or of every
 * project that is open to the reader (/deviceManage/gatewayConfiguration).
 */
export function GatewaysPage({ path }: PageProps) {
  if (path === '/deviceManage/gatewayConfiguration') return <CompanyGatewayList />;
  return <ProjectGatewayList isConfiguration={path === '/projectConfig/gatewayConfiguration'} />;
}
