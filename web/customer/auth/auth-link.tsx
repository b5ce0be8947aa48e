import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

type AuthLinkProps = { to: 'login' | 'register' | 'forget-password'; className?: string; children: ReactNode };

/** From one page of signing in to another; what is to be done afterwards stays in the address (`way-on.ts`). */
export function AuthLink({ to, className, children }: AuthLinkProps) {
  const { search } = useLocation();
  return (
    <Link to={{ pathname: `/auth/${to}`, search }} className={className}>
      {children}
    </Link>
  );
}
