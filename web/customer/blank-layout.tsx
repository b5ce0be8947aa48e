import { Outlet } from 'react-router';
import { PageHead } from './page-head.tsx';

/** Around a page that stands for itself. */
export function BlankLayout() {
  return (
    <>
      <PageHead />
      <main className="blank" id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
