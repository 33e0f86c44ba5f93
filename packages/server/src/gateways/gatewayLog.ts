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

/** Of what is wanted only what is different: the log tells nothing else, and a form that changed nothing changes nothing. */
export function differing<Values extends object>(before: Values, wanted: Partial<Values>): Partial<Values> {
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && asText(before[key as keyof Values]) !== asText(value),
    ),
  ) as Partial<Values>;
}

const asText = (value: unknown): string => JSON.stringify(Buffer.isBuffer(value) ? value.toString('hex') : value);

/** Said instead of what must not be told. */
const secretColumns = new Set(['password_hash']);

const nameInLog = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What was before and is after a change, as the log tells it: bytes as hexadecimal digits, a password never. */
export function logged(before: object, changed: object): { before: object; after: object } {
  const told = (of: object) =>
    Object.fromEntries(
      Object.keys(changed)
        .filter((key) => !secretColumns.has(key))
        .map((key) => {
          const value = of[key as keyof typeof of] as unknown;
          return [nameInLog(key), Buffer.isBuffer(value) ? (value as Buffer).toString('hex') : (value ?? null)];
        }),
    );
  const password = 'password_hash' in changed ? { password: '***' } : {};
  return { before: { ...told(before), ...password }, after: { ...told(changed), ...password } };
}
