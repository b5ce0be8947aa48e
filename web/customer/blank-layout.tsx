import { Outlet } from 'react-router';

/** Nothing around the page. */
export function BlankLayout() {
  return (
    <main className="blank" id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
