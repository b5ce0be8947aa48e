import { Outlet } from 'react-router';
import { PageHead } from './page-head.tsx';

/** Around sign-in, registration and the new password: the shop's name and little else. */
export function AuthLayout() {
  return (
    <div className="auth">
      <PageHead />
      <main id="content" className="auth-main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
