import type { Operation } from '../logs/index.ts';
import type { SetUpGateway } from './setUp/gateway.store.ts';

/** Beginning of a line of the operation log about a gateway. */
export const aboutGateway = ({
  id,
  company_id,
  project_id,
  name,
}: Pick<SetUpGateway, 'id' | 'company_id' | 'project_id' | 'name'>): Pick<
  Operation,
  'companyId' | 'projectId' | 'subject'
> => ({ companyId: company_id, projectId: project_id, subject: { kind: 'gateway', id, name } });
