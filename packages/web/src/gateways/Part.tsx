import type { ReactNode } from 'react';
import './gateways.css';

/** One section of a page, with its heading and what can be done. */
export function Part({
  title,
  actions,
  className = '',
  children,
}: {
  title: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`gateway-part ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
