import { SeverityMark } from '../../ui/index.ts';

/** How a list names a policy or a template: its level, its name and, below, what was remarked. */
export function NamedPolicy({ level, name, remarks }: { level: number; name: string; remarks: string }) {
  return (
    <span className="strategy-name">
      <SeverityMark level={level} /> <b>{name}</b>
      {remarks ? <small>{remarks}</small> : null}
    </span>
  );
}
