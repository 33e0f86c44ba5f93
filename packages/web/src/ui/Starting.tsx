/** The mark of public/firstPaint.css, which stands before the program is there, until there is a page to show. */
export function Starting({ label }: { label?: string }) {
  return (
    <div className="first-paint" role="status" aria-label={label}>
      <span aria-hidden="true" />
    </div>
  );
}
