import { addRoutes } from '#contract/routes.ts';
import { SECURITY_ROUTES } from '#contract/security-routes.ts';
import { sendRequest } from '../../browser/api-client.ts';

addRoutes(SECURITY_ROUTES);

/** As {@link sendRequest}, for the endpoints whose routes come with this module. */
export const sendSecurityRequest: typeof sendRequest = sendRequest;
