/** The labels of a project, in one line that wraps. */
export function LabelList({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <span className="project-labels">
      {labels.map((label) => (
        <span key={label} className="project-label">
          {label}
        </span>
      ))}
    </span>
  );
}
