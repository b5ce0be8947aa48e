import { Navigate } from 'react-router';

/** Where an identity provider returns to; none is configured, so there is nothing to take from it. */
export function Component() {
  return <Navigate to="/auth/login" replace />;
}
